"""Where Django's admin looks for what an app registers: everything at the desk, in four files."""

from hosting.moderation import letters_admin, matches_admin, players_admin, talk_admin

__all__ = ["letters_admin", "matches_admin", "players_admin", "talk_admin"]
