"""Reading a mail, pure: from bytes to the lines that a player typed."""
