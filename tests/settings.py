"""The host's settings for tests and for the type checker: development, fixed keys, a place of its own.

Processes that tests start inherit the same through the environment.
"""

import os
import tempfile

_place = tempfile.TemporaryDirectory(prefix="postbord-tests-")  # goes when the process ends
os.environ["PROFILE"] = "development"
os.environ["STATE_DIR"] = _place.name
os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["SEED_KEYS"] = "b25seS1mb3ItdGVzdHMtMzItYnl0ZXMtbG9uZy1rZXk="
os.environ.setdefault("BROKER_URL", "")  # the fixture `broker` brings one to the tests that want it
_unset = "SITE_URL MAIL_DOMAIN EMAIL_URL AUTHSERV_ID SMTP_TRUSTED_PEERS TRUSTED_PROXY LMTP_PORT LMTP_SOCKET"
for _name in _unset.split():
    os.environ.pop(_name, None)

from hosting.settings import *  # noqa: E402, F403 - the environment has to be there first

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
