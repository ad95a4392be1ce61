"""Settings of the host, from the environment alone (P16, P21, P22).

SQLite and the embedded broker stand under STATE_DIR unless DATABASE_URL and BROKER_URL say otherwise;
`deploy/README.md` lists the variables. Who reads a value here needs no other place.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from hosting import surroundings
from hosting.logs import logging_settings

# --- Where we are ---------------------------------------------------------------------------------

BASE_DIR: Path = surroundings.ROOT
try:
    HERE = surroundings.ready(os.environ)
except surroundings.Misconfigured as refusal:
    raise ImproperlyConfigured(str(refusal)) from None

PRODUCTION: bool = HERE.production
STATE_DIR: Path = HERE.state_dir
PORT: int = HERE.port
SMTP_PORT: int = HERE.smtp_port
LMTP_PORT: int = HERE.lmtp_port
LMTP_SOCKET: Path | None = HERE.lmtp_socket
SITE_URL: str = os.environ.get("SITE_URL", f"http://127.0.0.1:{PORT}").rstrip("/")
MAIL_DOMAIN: str = os.environ.get("MAIL_DOMAIN", "play.localhost").lower()
SITE = urlsplit(SITE_URL)
HTTPS: bool = SITE.scheme == "https"

# --- Secrets --------------------------------------------------------------------------------------

SECRET_KEY: str = HERE.secret_key
SECRET_KEY_FALLBACKS: list[str] = [
    old.strip() for old in os.environ.get("SECRET_KEY_FALLBACKS", "").split(",") if old.strip()
]
SEED_KEYS: tuple[str, ...] = HERE.seed_keys
"""Fernet keys that close master seeds, newest first: all open, the first closes."""

# --- Web ------------------------------------------------------------------------------------------

DEBUG = False  # also in development: its error pages show hands, and its query log grows for ever
ALLOWED_HOSTS: list[str] = [SITE.hostname or "127.0.0.1"]
if not PRODUCTION:
    ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]"]
ROOT_URLCONF = "hosting.urls"
WSGI_APPLICATION = "hosting.wsgi.application"
TRUSTED_PROXY: bool = os.environ.get("TRUSTED_PROXY", "") == "1"
"""Whether a reverse proxy of ours sets X-Forwarded-Proto and X-Forwarded-For; else they are ignored."""

SECURE_PROXY_SSL_HEADER: tuple[str, str] | None = (
    ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY else None
)
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"  # not Strict: players come from links in mails
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_SAVE_EVERY_REQUEST = False  # once a day, by hosting/web/staying.py
SESSION_ENGINE = "django.contrib.sessions.backends.db"  # a broker that is emptied signs nobody out (P22)
CSRF_TRUSTED_ORIGINS: list[str] = [SITE_URL]
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 0
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

INSTALLED_APPS = [
    "hosting.players",
    "hosting.matches",
    "hosting.mail",
    "hosting.web",
    "hosting.moderation",
    "hosting.running",
    "hosting.supervising",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "django_structlog",
    "timezone_field",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "hosting.web.feeds.Nameless",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "hosting.web.staying.Staying",
    "hosting.web.reading.Reader",
    "django.contrib.messages.middleware.MessageMiddleware",
    "hosting.web.unsent.Unsent",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
]
TEMPLATES: list[dict[str, Any]] = [
    {  # every page of ours; mails have an environment of their own, without autoescape for text
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "web",
        "DIRS": [BASE_DIR / "templates" / "web"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "hosting.web.rendering.environment",
            "context_processors": ["hosting.web.rendering.reader"],
        },
    },
    {  # the admin site, and whatever sign-in pages ours do not replace
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "NAME": "django",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]
STATIC_URL = "static/"
STATIC_ROOT: Path | None = STATE_DIR / "static" if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION  # nothing to collect on one's own machine
WHITENOISE_AUTOREFRESH = False
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # no uploads anywhere
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- People ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = []  # there are no passwords, for anybody
ACCOUNT_ADAPTER = "hosting.web.adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_SIGNUP_FORM_CLASS = "hosting.web.forms.Newcomer"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_METHODS = ("code", "mfa")
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # so a change of address is confirmed at the old one, too
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip,5/15m/key", "confirm_email": "5/15m/key"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE.scheme
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if TRUSTED_PROXY else 0
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "hosting.web.errors.csrf_failure"
FORM_WAIT: float = 2.0
"""Seconds for which a page waits for a worker to play what was posted, before it says that it waits."""

# --- Languages and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("sv", _("Swedish")), ("ms", _("Malay")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "hosting" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"  # a player's own zone only when something is shown to that player

# --- Storage --------------------------------------------------------------------------------------

DATABASE_URL: str = os.environ.get("DATABASE_URL") or f"sqlite:///{HERE.database_file}"
DATABASE: dict[str, Any] = dict(environ.Env.db_url_config(DATABASE_URL))
DATABASE["ATOMIC_REQUESTS"] = False  # the services open durable transactions themselves
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["CONN_MAX_AGE"] = None  # opening the file anew for each task or page costs more than a query
    DATABASE.setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE",  # a deferred one fails at once when two want to write
        timeout=20,
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA busy_timeout=20000",  # FULL: what was answered with 250 survives a power cut (P1)
    )
elif DATABASE["ENGINE"] == "django.db.backends.postgresql":
    DATABASE.update(CONN_MAX_AGE=60, CONN_HEALTH_CHECKS=True)
    DATABASE.setdefault("OPTIONS", {}).update(
        connect_timeout=3,
        keepalives_idle=5,  # the lock of a worker whose machine vanished is gone within 30 s
        keepalives_interval=5,
        keepalives_count=3,
        options="-c statement_timeout=15000 -c lock_timeout=5000"
        " -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on",
    )
else:
    raise ImproperlyConfigured("DATABASE_URL must be sqlite:///... or postgresql://...")
DATABASES: dict[str, dict[str, Any]] = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Mail -----------------------------------------------------------------------------------------

EMAIL_URL: str = os.environ.get("EMAIL_URL", "")
MAILROOM: bool = surroundings.has_mailroom(os.environ)
"""Whether sent mails are kept and shown on a page instead of being sent: on one's own machine only."""

if MAILROOM:
    EMAIL_BACKEND = "hosting.mail.mailroom.mailboxes.MaildirBackend"
if EMAIL_URL:
    RELAY: dict[str, Any] = dict(environ.Env.email_url_config(EMAIL_URL))
    EMAIL_HOST: str = RELAY["EMAIL_HOST"]
    EMAIL_PORT: int = RELAY["EMAIL_PORT"] or 25
    EMAIL_HOST_USER: str = RELAY["EMAIL_HOST_USER"] or ""
    EMAIL_HOST_PASSWORD: str = RELAY["EMAIL_HOST_PASSWORD"] or ""
    EMAIL_USE_TLS: bool = RELAY.get("EMAIL_USE_TLS", False)
    EMAIL_USE_SSL: bool = RELAY.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 30
ALERT_AFTER_HOURS: float = float(os.environ.get("ALERT_AFTER_HOURS", "3"))
"""Moderators are told when mails wait so long and none goes out, or a daily mail is so late."""

EMAIL_USE_LOCALTIME = False
DEFAULT_FROM_EMAIL = f"Postbord <play@{MAIL_DOMAIN}>"
SERVER_EMAIL = f"postmaster@{MAIL_DOMAIN}"
ADMINS: list[tuple[str, str]] = []  # no mailed tracebacks: their local variables are people's hands
SENDER_CHECK: str = HERE.sender_check
"""`normal`: a sender's domain must not have failed its check (DMARC); `strict`: it must have passed."""

AUTHSERV_ID: str = os.environ.get("AUTHSERV_ID", "")
SMTP_TRUSTED_PEERS: tuple[str, ...] = tuple(
    peer.strip() for peer in os.environ.get("SMTP_TRUSTED_PEERS", "").split(",") if peer.strip()
)

# --- Workers: the queue only makes it quick, the database is the truth ------------------------------

BROKER_URL: str = HERE.broker_url
CELERY_BROKER_URL: str = BROKER_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    "socket_keepalive": True,
    "health_check_interval": 10,
    "retry_on_timeout": True,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for ever
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True  # our own attempts and pauses decide, not the broker
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 60  # below the visibility timeout, else a task runs twice
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_DEFAULT_QUEUE = "moves"
CELERY_TASK_ROUTES = {"deliver": {"queue": "mail"}}  # a slow relay must not delay a move
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5.0
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 200_000  # kB
CELERY_WORKER_ETA_TASK_LIMIT = 1000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True

# --- Logs -----------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = logging_settings(production=PRODUCTION)
DJANGO_STRUCTLOG_CELERY_ENABLED = False
