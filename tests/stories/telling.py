"""Lets a story run as a program of its own, in the environment of the host that it is about."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hosting.running.demo import free_port

ROOT = Path(__file__).resolve().parents[2]


def production(place: Path, database: str, broker: str) -> dict[str, str]:
    """Give the environment of a production host on free ports; `broker` may be ""."""
    web, smtp, relay = free_port(), free_port(), free_port()
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PROFILE": "production",
        "STATE_DIR": str(place),
        "DATABASE_URL": database,
        "BROKER_URL": broker,
        "SITE_URL": f"http://127.0.0.1:{web}",
        "MAIL_DOMAIN": "play.example.org",
        "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
        "PORT": str(web),
        "SMTP_PORT": str(smtp),
        "SECRET_KEY": "only-for-this-story-" * 3,
        "SEED_KEYS": "b25seS1mb3ItdGVzdHMtMzItYnl0ZXMtbG9uZy1rZXk=",
    }


def tell(story: str, environment: dict[str, str], *arguments: object, seconds: float) -> dict[str, Any]:
    """Run a story; give what it saw. It fails as the story does, with what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories", story, *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    seen: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**seen, "said": done.stdout + done.stderr}
