"""An empty Django project's processes: what Python, Django, Celery and aiosmtpd cost without the host."""
