"""Mail: taken in, read, answered and sent."""
