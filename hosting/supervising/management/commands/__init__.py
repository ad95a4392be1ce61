"""Commands of the one-command host."""
