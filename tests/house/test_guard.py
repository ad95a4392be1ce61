"""The guard: what a supervisor leaves ends with it."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from hosting.supervising.guarding import Guard
from tests.waiting import until


def family(guard: Guard, trap: str = "") -> tuple[subprocess.Popen[bytes], int]:
    """Start a shell with a child, both in one group that the guard watches; give it and the child's id."""
    shell = subprocess.Popen(
        ["/bin/sh", "-c", f"{trap} sleep 1000 & echo $!; wait; wait"],
        stdout=subprocess.PIPE,
        preexec_fn=guard.enlist_me,  # noqa: PLW1509 - the tests have one thread here
    )
    assert shell.stdout
    child = int(shell.stdout.readline())
    shell.stdout.close()
    return shell, child


def leave(guard: Guard, shell: subprocess.Popen[bytes]) -> None:
    """Close the pipe as the death of its supervisor does, and fetch the shell as init would."""
    os.close(guard.write_end)
    shell.wait(10)
    guard.process.wait(10)


def gone(pid: int) -> bool:
    """Say whether a process has ended, also as a zombie that nobody has fetched yet."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")


def test_whole_groups_end_when_the_pipe_closes() -> None:
    guard = Guard()
    shell, child = family(guard)
    leave(guard, shell)
    until(lambda: gone(child), what="the child of the child")


def test_a_process_that_will_not_listen_is_killed() -> None:
    guard = Guard()
    shell, child = family(guard, trap="trap '' TERM;")
    leave(guard, shell)
    assert shell.returncode == -signal.SIGKILL
    until(lambda: gone(child), what="the child of the child")


def test_a_stopped_process_ends_too() -> None:
    guard = Guard()
    shell, child = family(guard)
    shell.send_signal(signal.SIGSTOP)
    leave(guard, shell)
    until(lambda: gone(child), what="the child of the child")


def test_what_was_forgotten_is_let_be() -> None:
    guard = Guard()
    shell, _child = family(guard)
    guard.forget(shell.pid)
    guard.dismiss()
    assert shell.poll() is None
    os.killpg(shell.pid, signal.SIGKILL)
    shell.wait(10)


def test_a_new_guard_knows_what_the_killed_one_knew() -> None:
    guard = Guard()
    shell, _child = family(guard)
    assert not guard.replace_if_dead([shell.pid])
    guard.process.kill()
    guard.process.wait()
    assert guard.replace_if_dead([shell.pid])
    leave(guard, shell)
