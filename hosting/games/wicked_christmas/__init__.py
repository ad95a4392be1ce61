"""Wicked Christmas: three to six players get rid of their gifts; the fewest points in the end win."""
