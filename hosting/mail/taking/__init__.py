"""Taking up what was stored: who wrote it, which match it is for, and what becomes of it."""
