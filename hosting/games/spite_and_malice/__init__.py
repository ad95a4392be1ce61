"""Spite & Malice: two players race to empty their pay-off piles."""
