"""Players: who they are, how they are called, which addresses are theirs."""
