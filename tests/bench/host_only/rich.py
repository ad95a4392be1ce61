"""Stands in the way of a package that only development has, and that structlog imports where it is."""

raise ImportError
