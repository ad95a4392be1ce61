"""Matches: their log, their clock, and the one way in which anything happens in them."""
