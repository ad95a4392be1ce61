"""A real Postfix in a directory of its own, set up by the very files in `deploy/postfix/`."""

import json
import os
import shutil
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hosting.supervising.guarding import Guard
from hosting.surroundings import ROOT
from tests.house.hosts import answers, free_ports
from tests.waiting import until

DEPLOY: Final = ROOT / "deploy" / "postfix"
SERVICES: Final = """\
{smtpd} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
"""

PRIVATE: Final = """
queue_directory = {place}/queue
data_directory = {place}/data
compatibility_level = 3.6
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
mynetworks = 192.0.2.1/32
alias_maps =
local_recipient_maps =
smtpd_peername_lookup = no
smtp_host_lookup = native
relayhost = [127.0.0.1]:{sink}
"""
"""What the files in `deploy/` leave to the machine: places, and here a world that is one sink."""

MILTER: Final = "smtpd_milters = inet:127.0.0.1:11332\n"


class Postfix:
    """One Postfix: `transport` says how it hands mail to the host."""

    def __init__(self, program: str, place: Path, sink_port: int) -> None:
        self.program, self.place = program, place
        (self.port,) = free_ports(1)
        self.paths = {
            "/etc/postfix": f"{place}/etc",
            "play.example.org": "play.localhost",
            r"play\.example\.org": r"play\.localhost",
        }
        self.sink_port = sink_port

    def filled(self, name: str, more: dict[str, str]) -> str:
        """Give a file of `deploy/postfix/` with the paths and ports of this place."""
        text = (DEPLOY / name).read_text()
        for written, real in {**self.paths, **more}.items():
            text = text.replace(written, real)
        return text

    def set_up(self, more: dict[str, str]) -> None:
        """Write the configuration; `more` are further paths and ports to fill in."""
        for name in ("etc", "queue", "data"):
            (self.place / name).mkdir(mode=0o755)
        shutil.chown(self.place / "data", "postfix")
        private = PRIVATE.format(place=self.place, sink=self.sink_port)
        public = self.filled("main.cf", more)
        assert MILTER in public
        (self.place / "etc" / "main.cf").write_text(private + public.replace(MILTER, ""))
        services = SERVICES.format(smtpd=f"127.0.0.1:{self.port}") + self.filled("master.cf", more)
        (self.place / "etc" / "master.cf").write_text(services)
        (self.place / "etc" / "recipients").write_text(self.filled("recipients", more))
        self.ways = self.filled("transport", more)
        (self.place / "etc" / "transport").write_text(self.ways)

    def hand_over_by(self, way: str) -> None:
        """Choose the line of `transport` that begins so, as an operator does, and have it read."""
        lines = [line.lstrip("#") for line in self.ways.splitlines() if "play.localhost " in line]
        chosen = [line for line in lines if line.split()[1].startswith(way)]
        assert len(chosen) == 1, (way, lines)
        (self.place / "etc" / "transport").write_text(chosen[0] + "\n")
        self.command("reload")

    def change(self, before: str, after: str) -> None:
        """Change a line of the configuration, and have it read."""
        file = self.place / "etc" / "main.cf"
        text = file.read_text()
        assert f"\n{before}\n" in text
        file.write_text(text.replace(f"\n{before}\n", f"\n{after}\n"))
        self.command("reload")

    def command(self, word: str) -> None:
        """Run one of Postfix' own commands."""
        done = subprocess.run(
            [self.program, "-c", str(self.place / "etc"), word], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start it and wait until it answers; it ends when these tests are killed, too."""
        self.guard = Guard()
        self.command("start")
        self.pid = int((self.place / "queue" / "pid" / "master.pid").read_text())
        self.guard.say(f"start {self.pid}")
        until(lambda: answers(self.port), what="Postfix")

    def stop(self) -> None:
        """Stop it at once."""
        self.command("abort")
        until(self.has_ended, what="Postfix has ended")
        self.guard.forget(self.pid)
        self.guard.dismiss()

    def has_ended(self) -> bool:
        """Say whether nothing of it is left."""
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def flush(self) -> None:
        """Have everything in the queue tried now."""
        self.command("flush")

    def queue(self) -> list[dict[str, Any]]:
        """Give what it says of the mails in its queue."""
        command = [str(Path(self.program).with_name("postqueue")), "-c", str(self.place / "etc"), "-j"]
        shown = subprocess.run(command, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in shown.stdout.splitlines()]

    def is_done(self) -> bool:
        """Say whether its queue is empty."""
        return not self.queue()

    def keeps(self, count: int) -> bool:
        """Say whether so many mails wait in its queue for another try, and no other."""
        return [mail["queue_name"] for mail in self.queue()] == ["deferred"] * count

    def send(self, raw: bytes, *to: str, sender: str = "anna@mail.example.org") -> None:
        """Send a mail as another mail server does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
            client.sendmail(sender, list(to), raw)


@contextmanager
def running(postfix: Postfix) -> Iterator[None]:
    """Run it; it has ended afterwards whatever happened."""
    postfix.start()
    try:
        yield
    finally:
        postfix.stop()
