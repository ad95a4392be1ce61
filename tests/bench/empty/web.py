"""Serve nothing: `python -m tests.bench.empty.web PORT`."""

import sys

import waitress
from django.core.wsgi import get_wsgi_application

if __name__ == "__main__":
    waitress.serve(get_wsgi_application(), listen=f"127.0.0.1:{sys.argv[1]}", threads=4)
