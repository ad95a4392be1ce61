"""What the listener answers: constant texts, so that no reply tells anything of the inside (P2, P20)."""

from typing import Final

STORED: Final = "250 2.0.0 Stored"
SENDER_OK: Final = "250 2.1.0 OK"
RECIPIENT_OK: Final = "250 2.1.5 OK"

SHUTTING_DOWN: Final = "421 4.3.2 Shutting down, please try again later"
TIMED_OUT: Final = "421 4.4.2 Too slow, please try again later"
TOO_MANY_CONNECTIONS: Final = "421 4.7.0 Too many connections, please try again later"
TOO_MANY_MISTAKES: Final = "421 4.7.0 Too many errors"
TOO_MANY_COMMANDS: Final = "421 4.7.0 Too many commands, please connect again"
TRY_LATER: Final = "451 4.3.0 Trouble of ours, please try again later"
DISK_FULL: Final = "452 4.3.1 Storage is nearly full, please try again later"
BUSY: Final = "452 4.3.1 Too much mail at once, please try again later"
TOO_MANY_RECIPIENTS: Final = "452 4.5.3 Too many recipients"

NOT_A_COMMAND: Final = "500 5.5.2 Command not recognized"
LMTP_BEGINS_OTHERWISE: Final = "500 5.5.1 LMTP begins with LHLO"
COMMAND_TOO_LONG: Final = "500 5.5.2 Command line too long"
LINE_TOO_LONG: Final = "500 5.6.0 Line too long"
BAD_SIGNS: Final = "501 5.5.2 Only UTF-8 without control characters is understood"
ADDRESS_TOO_LONG: Final = "501 5.1.7 Address too long"
WHO_IS_THERE: Final = "501 5.5.4 A name is needed"
DATA_TAKES_NOTHING: Final = "501 5.5.4 DATA takes no parameters"
NOT_OFFERED: Final = "502 5.5.1 Not offered"
NO_RECIPIENT: Final = "503 5.5.1 A recipient is needed first"
UNKNOWN: Final = "550 5.1.1 No such address here"
RELAY: Final = "550 5.7.1 Not a domain of ours"
TOO_BIG: Final = "552 5.3.4 Message too big"

CANNOT_VERIFY: Final = "252 2.5.2 Cannot verify, but will take mail for its recipients"
HELP: Final = "214 2.0.0 See RFC 5321"
