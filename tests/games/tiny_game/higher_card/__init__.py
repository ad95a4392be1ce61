"""Higher Card: a game of forty lines, to show what a game needs. It is listed within its own test only."""
