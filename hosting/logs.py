"""How the host logs: one JSON line an event (plain lines in development), with nothing private in it.

Reply tokens, sign-in codes and people's addresses are masked in the message, in every field and in
tracebacks (P16), because logs are copied to places that nobody thinks about.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

TOKEN_ADDRESS: Final = re.compile(r"\b(play|bounce|host)\+[^\s@<>\"']+", re.IGNORECASE)
ADDRESS: Final = re.compile(r"[^\s@<>\"'(),;:=\[\]]+@([\w.-]+)")
LONG_TOKEN: Final = re.compile(r"\b(?=[a-z2-7]*[2-7])[a-z2-7]{24,}\b")
FEED: Final = re.compile(r"(/feeds/)[a-z2-7]{20,}")
FIELD: Final = re.compile(r"\b(code|token|key|secret|password)=[^\s&\"']+", re.IGNORECASE)


def mask(text: str) -> str:
    """Return the text without local parts of addresses, reply tokens, codes and keys."""
    text = TOKEN_ADDRESS.sub(r"\1+TOKEN", text)
    text = ADDRESS.sub(mask_address, text)
    text = FEED.sub(r"\1TOKEN", text)
    text = LONG_TOKEN.sub("TOKEN", text)
    return FIELD.sub(r"\1=...", text)


def mask_address(found: re.Match[str]) -> str:
    """Keep of an address what tells where it belongs: the host's own name, or only the domain."""
    local = found[0].partition("@")[0]
    kept = local if local in {"play+TOKEN", "bounce+TOKEN", "host+TOKEN", "host", "play"} else "..."
    return f"{kept}@{found[1]}"


def masked(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Mask every value of one log event (a structlog processor)."""
    return {name: mask_value(value) for name, value in event.items()}


def mask_value(value: Any) -> Any:
    """Mask text at any depth; objects that are no text become their masked repr at rendering."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        return {name: mask_value(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [mask_value(inner) for inner in value]
    return value if value is None or isinstance(value, (bool, int, float)) else mask(str(value))


SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, production: bool) -> dict[str, Any]:
    """Give Django's LOGGING: everything to standard error, structlog's events and others alike."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: Processor = (
        structlog.processors.JSONRenderer()
        if production
        else structlog.processors.LogfmtRenderer(
            key_order=["timestamp", "level", "logger", "event"], bool_as_flag=False
        )
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    masked,
                    last,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "django.db.backends": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
        },
    }
