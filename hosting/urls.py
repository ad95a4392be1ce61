"""The addresses of the site."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, register_converter

from hosting.mail.asking import pages as asking
from hosting.mail.unsubscribing import views as unsubscribing
from hosting.moderation.forget_page import forget_me
from hosting.moderation.site import desk
from hosting.web import (
    away,
    feeds,
    held,
    home,
    inviting,
    lobby,
    mail_test,
    mail_wishes,
    nights,
    offering,
    own_data,
    pages,
    profile,
    reading,
    receipts,
    reporting,
    resigning,
    seats,
    table,
    talking,
)
from hosting.web.numbers import RowNumber

register_converter(RowNumber, "row")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("next", home.next_match, name="next"),
    path("new", lobby.new, name="new"),
    path("new/<slug:slug>", lobby.new, name="new_game"),
    path("tutorial/<slug:slug>", lobby.tutorial, name="tutorial"),
    path("join/<slug:code>", lobby.join_page, name="join"),
    path("match/<row:number>", table.match_page, name="match"),
    path("match/<row:number>/play", table.play, name="play"),
    path("match/<row:number>/strip", table.strip, name="strip"),
    path("match/<row:number>/pending", table.pending, name="pending"),
    path("match/<row:number>/log", table.log_page, name="log"),
    path("match/<row:number>/told", receipts.told_page, name="told"),
    path("match/<row:number>/record", table.record_page, name="record"),
    path("match/<row:number>/record.json", table.record_file, name="record_file"),
    path("match/<row:number>/mails", mail_wishes.keep_for_match, name="match_mails"),
    path("match/<row:number>/talk", talking.talk, name="talk"),
    path("match/<row:number>/mute", talking.mute, name="mute"),
    path("match/<row:number>/report", reporting.report_page, name="report"),
    path("match/<row:number>/offer", offering.offer, name="offer"),
    path("match/<row:number>/resign", resigning.resign_page, name="resign"),
    path("match/<row:number>/invite", inviting.invite, name="invite"),
    path("invitation/<row:number>/decline", inviting.decline, name="decline"),
    path("never/<str:token>", inviting.never, name="never"),
    path("asked", asking.asked, name="asked"),
    path("match/<row:number>/cancel", lobby.cancel_match, name="cancel"),
    path("seats", seats.seats, name="seats"),
    path("seats/<row:number>/take", seats.take, name="take_seat"),
    path("held/<row:number>", held.held, name="held"),
    path("rules", pages.all_rules, name="all_rules"),
    path("rules/<slug:slug>", pages.rules, name="rules"),
    path("help", pages.help_page, name="help"),
    path("settings/data.json", own_data.own_data, name="own_data"),
    path("settings/unmute/<row:number>", talking.unmute, name="unmute"),
    path("settings/feeds", feeds.renew, name="renew_feeds"),
    path("feeds/<slug:key>/deadlines.ics", feeds.calendar, name="calendar"),
    path("feeds/<slug:key>/match/<row:number>.atom", feeds.match_news, name="news"),
    path("settings", profile.settings_page, name="settings"),
    path("mail-test", mail_test.mail_test, name="mail_test"),
    path("away", away.away, name="away"),
    path("away/<row:number>/call-off", away.call_off, name="call_off"),
    path("settings/night", nights.keep, name="night"),
    path("settings/mails", mail_wishes.keep, name="mail_wishes"),
    path("stop/<str:written>", unsubscribing.stop, name="stop"),
    path("language", reading.choose_language, name="language"),
    path("verify_shuffle.py", pages.proof, name="proof"),
    path("robots.txt", pages.robots),
    path("favicon.ico", pages.favicon),
    path("healthz", pages.healthz, name="healthz"),
    path("account/forget", forget_me, name="forget_me"),
    path("account/", include("hosting.web.accounts")),
    path("admin/", desk.urls),
]

if settings.MAILROOM:
    urlpatterns.append(path("mailroom/", include("hosting.mail.mailroom.urls")))

handler400 = "hosting.web.errors.bad_request"
handler403 = "hosting.web.errors.forbidden"
handler404 = "hosting.web.errors.not_found"
handler429 = "hosting.web.errors.too_many"
handler500 = "hosting.web.errors.broken"
