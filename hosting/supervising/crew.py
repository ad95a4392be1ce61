"""Which processes a host is made of, in the order in which they start and in which they end."""

import sys
from collections.abc import Mapping
from pathlib import Path

from hosting import surroundings
from hosting.supervising.child import Part
from hosting.surroundings import ROOT, Surroundings

MANAGE = (sys.executable, str(ROOT / "manage.py"))


def broker(here: Surroundings) -> Part | None:
    """Give the embedded broker, unless BROKER_URL names another or this machine can have none."""
    binary = surroundings.broker_binary()
    if binary is None or here.broker_url != surroundings.embedded_broker_url(here.state_dir):
        return None
    socket = surroundings.broker_socket(here.state_dir)
    files = here.state_dir / "broker"
    for directory in (socket.parent, files):
        surroundings.private_directory(directory)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "600",
        "dir": str(files),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory": "64mb",
        "maxmemory-policy": "noeviction",
        "hz": "1",
        "databases": "1",
        "loglevel": "warning",
        "daemonize": "no",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return Part("broker", (str(binary), *words), log(here, "broker"), socket=socket)


def prepare() -> tuple[str, ...]:
    """Give the command that makes the database ready; it ends, and it has to end well."""
    return (*MANAGE, "prepare")


def doors(here: Surroundings) -> list[Part]:
    """Give the processes that people and mail servers talk to: they start first."""
    return [
        Part("web", (*MANAGE, "web"), log(here, "web"), port=here.port),
        Part("smtp", (*MANAGE, "smtp"), log(here, "smtp"), port=here.smtp_port),
    ]


def workshop(here: Surroundings) -> list[Part]:
    """Give the processes that nobody waits for at the start. Without a broker the sweep does all the work."""
    parts = [Part("sweep", (*MANAGE, "sweep"), log(here, "sweep"))]
    if here.broker_url:
        parts += [worker(here, queue) for queue in ("moves", "mail")]
    return parts


def worker(here: Surroundings, queue: str) -> Part:
    """Give the worker of one queue, one process: a slow relay must not delay a move."""
    command = (
        *(sys.executable, "-m", "celery", "-A", "hosting", "--skip-checks", "worker"),
        *("--queues", queue, "--hostname", f"{queue}@localhost", "--pool", "solo"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"),
    )
    return Part(f"worker-{queue}", command, log(here, f"worker-{queue}"))


def log(here: Surroundings, name: str) -> Path:
    """Say where a process writes its log."""
    return here.state_dir / "log" / f"{name}.log"


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the environment of every process of the host."""
    return {**environ, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "hosting.settings"}
