"""Measuring the host on the machine it stands on: `make bench`. Every number has its bare peer beside it."""
