"""The outbox on its way: leases, the relay, and what it answered (P13)."""
