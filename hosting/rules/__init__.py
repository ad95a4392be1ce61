"""The one interface a game author reads; pure Python, nothing of the host in it."""
