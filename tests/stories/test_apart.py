"""The same code as separate processes on PostgreSQL and a broker, by environment variables alone."""

import json
import subprocess
import sys
from pathlib import Path

from tests.servers import private_broker, private_postgres
from tests.stories.telling import ROOT, production


def test_web_mail_workers_and_sweep_by_their_own_commands_play_a_match(tmp_path: Path) -> None:
    with private_postgres() as database, private_broker() as broker:
        environment = production(tmp_path, database, broker.url)
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
