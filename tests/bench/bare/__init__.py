"""What the host is compared with: the same steps, rows, durability and mails, by bare code."""
