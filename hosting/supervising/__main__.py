"""`python -m hosting.supervising`: run a whole host."""

import os
import socket
import sys
from collections.abc import Mapping

from hosting import surroundings
from hosting.supervising import crew
from hosting.supervising.hold import Hold, Running
from hosting.supervising.supervisor import Supervisor
from hosting.surroundings import Misconfigured, Surroundings


def main() -> int:
    """Run a host until it is told to end; return the exit status."""
    try:
        here = surroundings.ready(os.environ)
        hold = Hold(here.state_dir)
        ports_are_free(here)
    except Misconfigured as refusal:
        say(str(refusal))
        return 1
    except Running as other:
        say(where(other.facts))
        return 0
    os.environ.update(crew.environment(os.environ))
    supervisor = Supervisor(here, hold, os.environ.get("SITE_URL") or f"http://127.0.0.1:{here.port}")
    say("Starting ...")
    well = supervisor.start()
    if well:
        say(welcome(here, supervisor))
        supervisor.run()
        say("Ending ...")
    told = supervisor.stopping
    supervisor.end()
    return 0 if well or told else 1


def ports_are_free(here: Surroundings) -> None:
    """Refuse, with what to do, when another program has one of the ports."""
    for name, port in (("PORT", here.port), ("SMTP_PORT", here.smtp_port)):
        with socket.socket(socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                raise Misconfigured(
                    f"Port {port} cannot be used ({error.strerror}): perhaps another program has it.\n"
                    f"Choose another one, for example: make run {name}={port + 1000}"
                ) from None


def where(facts: Mapping[str, object]) -> str:
    """Say where the host that is already running can be found."""
    if not facts:
        return "A host is already starting or ending here. Try again in a few seconds."
    return (
        f"Postbord is already running at {facts['url']} (mail: port {facts['smtp_port']}, "
        f"process {facts['pid']}).\nEnd it with Ctrl-C where it was started, or with: kill {facts['pid']}"
    )


def welcome(here: Surroundings, supervisor: Supervisor) -> str:
    """Say where to look and what to try."""
    site = supervisor.site_url
    lines = ["", f"  Postbord is running:  {site}"]
    if surroundings.has_mailroom(os.environ):
        lines += [
            f"  All mails it sends:   {site}/mailroom/",
            "  To try it:            sign in as anna@sample.localhost; the code is in her mailbox there",
        ]
    lines += [
        f"  Mail is taken at:     127.0.0.1, port {here.smtp_port}",
        f"  Everything it keeps:  {here.state_dir}  (logs in log/, keys in keys/)",
        "  To end it:            Ctrl-C",
        "",
    ]
    if not here.broker_url:
        lines.insert(-1, "  Without a broker:     everything works, only a little later")
    lines += [f"  {part.name} does not answer yet: see {part.log}" for part in supervisor.silent]
    return "\n".join(lines)


def say(text: str) -> None:
    """Tell the person who started the host."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
