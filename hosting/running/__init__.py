"""The running host.

The sweep that keeps it going, sample players to look at, and the match it plays to show itself.
"""
