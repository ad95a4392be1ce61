"""Notices into mails: words in the reader's language, zone and width."""
