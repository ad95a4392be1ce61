"""A newcomer signs up on the web, presses one button, and plays the first match by mail alone to its end."""

import json
import os
import subprocess
import sys
from pathlib import Path

from hosting.running.demo import free_port

ROOT = Path(__file__).resolve().parents[2]


def test_a_newcomer_presses_one_button_and_plays_the_first_match_by_mail(tmp_path: Path) -> None:
    web, smtp, relay = free_port(), free_port(), free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PROFILE": "production",
        "STATE_DIR": str(tmp_path),
        "SITE_URL": f"http://127.0.0.1:{web}",
        "MAIL_DOMAIN": "play.example.org",
        "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
        "PORT": str(web),
        "SMTP_PORT": str(smtp),
        "SECRET_KEY": "only-for-this-story-" * 3,
        "SEED_KEYS": "b25seS1mb3ItdGVzdHMtMzItYnl0ZXMtbG9uZy1rZXk=",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories.first_match"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout)
    assert "Play your first match" in seen["welcome"]
    assert "/match/" in seen["match_page"]
    first_asking = next(mail for mail in seen["mails"] if "HOW TO ANSWER" in mail)
    assert "This is a match to learn from." in first_asking
    assert len(seen["mails"]) > 3
    assert "That was your first match." in seen["mails"][-1]
    assert "Now with a friend" in seen["afterwards"]
