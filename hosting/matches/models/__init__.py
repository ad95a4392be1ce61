"""What the host keeps of a match.

The log (Entry) and the secret seed are the truth; the rest is for speed.
"""

from hosting.matches.models.conversation import Invitation, Offer, Press, Report
from hosting.matches.models.keeping import Heartbeat, Outage, Seed
from hosting.matches.models.log import Entry, Submission
from hosting.matches.models.outbox import Notice, new_number
from hosting.matches.models.table import Deal, Match, Seat, new_join_code

__all__ = [
    "Deal",
    "Entry",
    "Heartbeat",
    "Invitation",
    "Match",
    "Notice",
    "Offer",
    "Outage",
    "Press",
    "Report",
    "Seat",
    "Seed",
    "Submission",
    "new_join_code",
    "new_number",
]
