"""Make .venv hold exactly what a lock in requirements/ names: `python3 tools/venv.py host` (or `dev`).

Run by any Python 3, so that an old one or one without venv gets a kind answer and not a traceback.
Does nothing when nothing has changed; two at once wait for each other.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"


def main(kind: str) -> None:
    """Bring the virtual environment up to date for `kind`: host or dev (which holds all of host)."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what tells an old Python so
        sys.exit(
            "Postbord needs Python 3.11 or newer; this is {}.{}.\n"
            "If a newer one is installed, name it: make run PYTHON=python3.12".format(*sys.version_info[:2])
        )
    wanted = [mark("host")] if kind == "host" else [mark("host"), mark("dev")]
    with (ROOT / ".venv.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if is_there(wanted):
            return
        create()
        say(f"Installing what {kind} needs (only now and when requirements/ changes) ...")
        install(ROOT / "requirements" / (kind + ".lock"))
        STAMP.write_text("\n".join(wanted) + "\n")


def mark(kind: str) -> str:
    """Give the mark of a lock as it stands now, for this Python."""
    lock = (ROOT / "requirements" / (kind + ".lock")).read_bytes()
    return "{} {}.{} {}".format(kind, *sys.version_info[:2], hashlib.sha256(lock).hexdigest())


def is_there(wanted: "list[str]") -> bool:
    """Say whether all that is wanted has been installed."""
    try:
        return set(wanted) <= set(STAMP.read_text().splitlines()) and PYTHON.exists()
    except FileNotFoundError:
        return False


def create() -> None:
    """Make the virtual environment unless a usable one of this Python is there."""
    if works(str(PYTHON)):
        return
    try:
        import ensurepip  # noqa: F401 - Debian leaves it out of python3 unless python3-venv is installed
        import venv  # noqa: F401 - likewise
    except ImportError:
        sys.exit(
            "Python's venv module is missing.\n"
            "On Debian or Ubuntu it is a package of its own: sudo apt install python3-venv\n"
            "Then run the same command again."
        )
    say("Making a virtual environment in .venv ...")
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)


def works(python: str) -> bool:
    """Say whether a virtual environment runs, has pip, and is of the Python that was asked for."""
    look = "import sys, pip; print('{}.{}'.format(*sys.version_info[:2]))"
    try:
        found = subprocess.run([python, "-c", look], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return found.stdout.strip() == "{}.{}".format(*sys.version_info[:2])


def install(lock: Path) -> None:
    """Install a lock by hash, and nothing that it does not name."""
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--no-deps", "--require-hashes"]
    command += ["--disable-pip-version-check", "--requirement", str(lock)]
    environment = dict(os.environ, PIP_ROOT_USER_ACTION="ignore")
    if subprocess.run(command, env=environment, check=False).returncode:
        sys.exit("The packages could not be installed: see above. The network is needed for this step only.")


def say(text: str) -> None:
    """Tell the person who is waiting."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
