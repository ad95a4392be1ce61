"""Taking mails in: an SMTP listener that stores before it accepts (P1, P2, P3)."""
