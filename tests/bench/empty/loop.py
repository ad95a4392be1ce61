"""Wake up every 5 s and do nothing: `python -m tests.bench.empty.loop`."""

import time

import django

if __name__ == "__main__":
    django.setup()
    while True:
        time.sleep(5)
