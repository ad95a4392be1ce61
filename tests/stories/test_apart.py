"""The same code as separate processes on PostgreSQL and a broker, by environment variables alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

from hosting.running.demo import free_port
from tests.servers import private_broker, private_postgres

ROOT = Path(__file__).resolve().parents[2]


def test_web_mail_workers_and_sweep_by_their_own_commands_play_a_match(tmp_path: Path) -> None:
    web, smtp, relay = free_port(), free_port(), free_port()
    with private_postgres() as database, private_broker() as broker:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "PROFILE": "production",
            "STATE_DIR": str(tmp_path),
            "DATABASE_URL": database,
            "BROKER_URL": broker.url,
            "SITE_URL": f"http://127.0.0.1:{web}",
            "MAIL_DOMAIN": "play.example.org",
            "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
            "PORT": str(web),
            "SMTP_PORT": str(smtp),
            "SECRET_KEY": "only-for-this-story-" * 3,
            "SEED_KEYS": "b25seS1mb3ItdGVzdHMtMzItYnl0ZXMtbG9uZy1rZXk=",
        }
        done = subprocess.run(
            [sys.executable, "-m", "tests.stories.apart"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        log = tmp_path / "apart.log"
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:] + log.read_text()[-2000:]
    assert "0 differences" in done.stdout
    assert "All that can be checked is right." in done.stdout
    figures = json.loads(done.stdout.strip().splitlines()[-1])
    assert figures["mails_out"] >= figures["mails_in"] > 0
