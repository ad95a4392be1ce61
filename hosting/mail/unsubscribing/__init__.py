"""Stopping mails by the address that each of them carries."""
