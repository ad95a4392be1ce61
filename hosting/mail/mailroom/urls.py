"""The mailroom's pages. To be included only where `settings.MAILROOM` says so; elsewhere that is refused."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured
from django.urls import path

from hosting.mail.mailroom import views as mailroom
from hosting.mail.mailroom.door import refusals

if wrong := refusals():
    raise ImproperlyConfigured(" ".join(wrong))

urlpatterns = [
    path("", mailroom.mailroom, name="mailroom"),
    path("<str:address>/", mailroom.mailbox_page, name="mailroom_box"),
    path("<str:address>/write", mailroom.write, name="mailroom_write"),
    path("<str:address>/<str:key>", mailroom.mail_page, name="mailroom_mail"),
    path("<str:address>/<str:key>/html", mailroom.mail_html, name="mailroom_html"),
]
