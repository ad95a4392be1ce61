"""The tests, which mirror hosting/."""
