"""The pages of the host."""
