"""The one-command host: one small process that starts the others, restarts them, and ends with them.

`python -m hosting.supervising`, or `manage.py host`. Nothing here imports Django except the commands.
"""
