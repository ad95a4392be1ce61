"""Listen for mail and do nothing with it: `python -m tests.bench.empty.smtp PORT`."""

import asyncio
import sys

import django
from aiosmtpd.handlers import Sink
from aiosmtpd.smtp import SMTP


async def serve(port: int) -> None:
    """Listen for ever."""
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: SMTP(Sink(), loop=loop), "127.0.0.1", port)
    await asyncio.Event().wait()


if __name__ == "__main__":
    django.setup()
    asyncio.run(serve(int(sys.argv[1])))
