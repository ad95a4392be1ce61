"""The mailroom: on one's own machine, a page in place of everybody's mail program.

It shows the mails that the host sent and sends answers by real SMTP to the host's own listener, so that a
match can be played by mail from the first minute, and what is tried here is what happens in the world.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_http_methods

from hosting.mail.mailroom.door import is_from_here, refusals
from hosting.mail.mailroom.mailboxes import Box, Mail, boxes
from hosting.mail.mailroom.post import Draft, post
from hosting.players.models import Player

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

MOST: Final = 200
MAILTO: Final = re.compile(r"""href=(["'])mailto:([^"']*)\1""", re.IGNORECASE)
MAIL_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"
)
"""What a mail's HTML may do in a browser: look like something, and have links. Nothing else."""


class Answering(forms.Form):
    """The form that writes a mail. `answers` is the key of the mail that is answered."""

    to = forms.EmailField(label=_("To"))
    subject = forms.CharField(label=_("Subject"), max_length=200, required=False)
    body = forms.CharField(
        label=_("Your answer"),
        help_text=_("If an email offers choices, the number of one is enough: 1"),
        widget=forms.Textarea(attrs={"rows": 4}),
        required=False,
        strip=False,
    )
    quote = forms.BooleanField(label=_("Quote the email below, as email programs do"), required=False)
    answers = forms.CharField(widget=forms.HiddenInput, required=False)


def local_only(view: View[P]) -> View[P]:
    """Let nobody see a view but the person at this machine."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if refusals() or not is_from_here(request):
            raise Http404
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        return response

    return guarded


@local_only
@require_GET
def mailroom(request: HttpRequest) -> HttpResponse:
    """Show whose mail there is."""
    names = dict(Player.objects.filter(is_active=True).order_by("pk").values_list("email", "name")[:MOST])
    addresses = dict.fromkeys([*names, *(box.address for box in boxes())])
    rows = [row(Box(address), names.get(address, "")) for address in addresses]
    rows.sort(key=lambda each: not each["unread"])
    return render(request, "mailroom/people.html", {"rows": rows}, using="web")


def row(box: Box, name: str) -> dict[str, Any]:
    """Give what the list of mailboxes says of one."""
    newest = next((mail for mail in box.mails() if not mail.is_sent), None)
    return {"box": box, "name": name or box.address, "unread": box.unread(), "newest": newest}


@local_only
@require_GET
def mailbox_page(request: HttpRequest, address: str) -> HttpResponse:
    """Show a mailbox, thread by thread; the thread with the newest mail first."""
    box, name = find_box(address)
    threads: dict[str, list[Mail]] = {}
    for mail in box.mails()[:MOST]:
        threads.setdefault(mail.thread, []).append(mail)
    return render(
        request,
        "mailroom/box.html",
        {"box": box, "name": name, "threads": list(threads.values())},
        using="web",
    )


@local_only
@require_GET
def mail_page(request: HttpRequest, address: str, key: str) -> HttpResponse:
    """Show a mail as a mail program would, with a form that answers it."""
    box, name = find_box(address)
    mail = find_mail(box, key)
    box.mark_read(key)
    shown = request.GET.get("show", "html" if mail.html else "text")
    form = None if mail.is_sent else Answering(initial=answer_to(mail))
    facts = {"box": box, "name": name, "mail": mail, "shown": shown, "form": form}
    return render(request, "mailroom/mail.html", facts, using="web")


@local_only
@require_GET
@xframe_options_sameorigin
def mail_html(_request: HttpRequest, address: str, key: str) -> HttpResponse:
    """Give a mail's HTML alone, for the frame in its page."""
    box, _name = find_box(address)
    mail = find_mail(box, key)
    page = with_answer_links(mail)
    return HttpResponse(page, headers={"Content-Security-Policy": MAIL_POLICY})


@local_only
@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, address: str) -> HttpResponse:
    """Write a mail and send it by SMTP, and show what the host answered."""
    box, name = find_box(address)
    answered = box.mail(request.POST.get("answers") or request.GET.get("answers", ""))
    if request.method == "POST":
        form = Answering(request.POST)
        if form.is_valid():
            key = post(Draft(box=box, name=name, answered=answered, **chosen(form.cleaned_data)))
            return HttpResponseRedirect(reverse("mailroom_mail", args=[box.address, key]))
    else:
        start = answer_to(answered) if answered else {"to": f"host@{settings.MAIL_DOMAIN}"}
        form = Answering(initial={**start, **{field: value for field, value in request.GET.items() if value}})
    facts = {"box": box, "name": name, "form": form, "mail": answered}
    return render(request, "mailroom/write.html", facts, using="web")


def chosen(data: dict[str, Any]) -> dict[str, Any]:
    """Give of the form what a draft is made of."""
    return {field: data[field] for field in ("to", "subject", "body", "quote")}


def answer_to(mail: Mail) -> dict[str, Any]:
    """Give what a mail program fills in when one answers."""
    subject = mail.subject if mail.subject.lower().startswith("re:") else f"Re: {mail.subject}"
    return {"to": mail.answer_to, "subject": subject, "quote": True, "answers": mail.key}


def with_answer_links(mail: Mail) -> str:
    """Give a mail's HTML: links that write a mail go to our form, and all links to the whole window."""

    def to_form(found: re.Match[str]) -> str:
        return f'href="{html.escape(form_link(mail, html.unescape(found[2])))}"'

    page = MAILTO.sub(to_form, mail.html)
    head, tag, rest = page.partition("<head>")
    return f'{head}{tag}<base target="_top">{rest}' if tag else f'<base target="_top">{page}'


def form_link(mail: Mail, address: str) -> str:
    """Give the link to our form for what stands behind `mailto:`. What an answer has anyway is left out."""
    parts = urlsplit(address)
    asked = {name.lower(): values[0] for name, values in parse_qs(parts.query).items()}
    asked["to"] = unquote(parts.path)
    usual = answer_to(mail)
    query = {
        field: asked[field]
        for field in ("to", "subject", "body")
        if asked.get(field, "") != usual.get(field, "")
    }
    return f"{reverse('mailroom_write', args=[mail.box.address])}?{urlencode({'answers': mail.key} | query)}"


def find_box(address: str) -> tuple[Box, str]:
    """Give a mailbox and whose it is."""
    name = Player.objects.filter(email=address).values_list("name", flat=True).first()
    box = Box(address)
    if name is None and not box.exists:
        raise Http404
    return box, name or address


def find_mail(box: Box, key: str) -> Mail:
    """Give a mail of a mailbox."""
    mail = box.mail(key)
    if mail is None:
        raise Http404
    return mail
