"""Moderation: the admin site and what moderators may do."""
