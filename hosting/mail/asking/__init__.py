"""What players ask of the host by mail, outside a match: new matches, lists, settings, an account."""
