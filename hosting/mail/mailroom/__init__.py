"""The local mailroom of a development host: its mails shown, and answered by SMTP."""
