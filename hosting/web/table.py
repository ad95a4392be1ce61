"""The match page and what belongs to it: the strip that is polled, moves, the log, the record."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import structlog
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from hosting import games
from hosting.matches import leaving, offering, presence, queries, talking, undoing
from hosting.matches.dealing import EngineFault
from hosting.matches.inviting import waiting_by
from hosting.matches.models import Deal, Match, Seat, Submission
from hosting.now import now
from hosting.players.wishes import About
from hosting.rules.errors import Illegal, IllegalAction
from hosting.rules.words import Words, words
from hosting.web import offer_words
from hosting.web.lobby import differing_options
from hosting.web.mail_wishes import OfMatch
from hosting.web.readers import held_for, note_seen, player_of, seat_of
from hosting.web.submitting import WAITING, BadForm, Wish, read_form, send
from hosting.web.talk_shown import Talk, talk_of
from hosting.web.telling import Telling, chapters
from hosting.web.unsent import take

P = ParamSpec("P")

log = structlog.get_logger(__name__)


def stands_faults(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Tell kindly when the rules of a game failed: that match stops, the rest of the host goes on (P7)."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (EngineFault, IllegalAction) as fault:
            log.error("table_failed", path=request.path, error=str(fault))  # noqa: TRY400 - its traceback shows hands
            return render(request, "stopped.html", status=503)

    return guarded


@require_safe
@never_cache
@login_required
@stands_faults
def match_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show a match as the reader's seat sees it; with ?done= also what became of what he sent."""
    seat = seat_of(request, number)
    if not Deal.objects.filter(match=seat.match).exists():
        return _before_start(request, seat)
    context = _context(request, seat, _done(request, seat))
    if request.method == "GET":
        note_seen(seat)
        _note_read(seat, context["talk"])
        _give_back(request, number, context)
    return render(request, "match.html", context)


def _give_back(request: HttpRequest, number: int, context: dict[str, Any]) -> None:
    """Put what was typed and not sent into its fields again."""
    context["typed"] = take(request, reverse("play", args=[number]), "lines") or context["typed"]
    context["say"] = take(request, reverse("talk", args=[number]), "text")


def _note_read(seat: Seat, talk: Talk) -> None:
    if talk.unread:
        talking.note_read(seat, talk.said[-1].press.at)


def _before_start(request: HttpRequest, seat: Seat) -> HttpResponse:
    talk = talk_of(seat, player_of(request))
    if request.method == "GET":
        _note_read(seat, talk)
    context = {
        "talk": talk,
        "say": take(request, reverse("talk", args=[seat.match_id]), "text"),
        "match": seat.match,
        "seat": seat,
        "words": words(seat.match.game, translation.get_language() or "en"),
        "differing": differing_options(seat.match),
        "is_mine": seat.match.creator_id == seat.player_id,
        "sitting": list(seat.match.seats.exclude(name="").order_by("number")),
        "free": seat.match.seats.filter(name="").count(),
        "invited": waiting_by(seat.match, player_of(request)),
    }
    return render(request, "waiting.html", context)


def _context(
    request: HttpRequest, seat: Seat, done: Submission | None, *, problem: str = ""
) -> dict[str, Any]:
    played = done is not None and done.state == Submission.State.APPLIED
    since = (
        done.outcome.get("since") if done is not None and played else None
    )  # else what others did stays told
    situation = queries.situation(seat.match, seat, since=since)
    return {
        "match": seat.match,
        "seat": seat,
        "mails": OfMatch.of(seat, player_of(request)),
        "abouts": list(About),
        "telling": Telling(situation),
        "situation": situation,
        "done": done,
        "held": held_for(player_of(request)).filter(seat=seat),
        "is_pending": done is not None and done.state in WAITING,
        "nonce": secrets.token_urlsafe(12),
        "problem": problem,
        "picked": Counter(),
        "typed": _not_played(done),
        "say": "",
        "deals": list(Deal.objects.filter(match=seat.match, outcome__isnull=False).order_by("number")),
        "differing": differing_options(seat.match),
        "talk": talk_of(seat, player_of(request)),
        "away": presence.at_table(seat.match, situation.seats, now()),
        "offers": offering.shown(seat.match, situation.seats, seat),
        "offer_told": offer_words.said,
        "may_offer": offering.possible(seat.match, situation.seats, seat, now()),
        "undoable": undoing.possible(seat),
        "may_leave": leaving.may_leave(seat),
        "more_turns": sum(
            row.match.state == Match.State.PLAYING and row.match.pk != seat.match_id
            for row in queries.dashboard(player_of(request)).your_turn
        ),
    }


def _not_played(done: Submission | None) -> str:
    """Give back the lines that were not played, so that nobody has to type them again (WCAG 3.3.7)."""
    if done is None or done.state in WAITING:
        return ""
    if done.outcome.get("code") == "tried":
        return "\n".join(done.outcome["moves"])
    if done.outcome.get("code") in {"unclear", "beyond", "too_many", "nothing"}:
        return "\n".join(done.lines)
    stopped = done.outcome.get("stopped")
    return "\n".join([*([stopped["line"]] if stopped else []), *done.outcome.get("left", [])])


def _done(request: HttpRequest, seat: Seat) -> Submission | None:
    asked = request.GET.get("done", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        return None
    return Submission.objects.filter(pk=int(asked), seat=seat, player=seat.player).first()


@require_POST
@login_required
@stands_faults
def play(request: HttpRequest, number: int) -> HttpResponse:
    """Take a move: store it, wait a little for its outcome, and show the match anew."""
    seat = seat_of(request, number)
    if not Deal.objects.filter(match=seat.match).exists():
        return HttpResponseRedirect(reverse("match", args=[number]))
    wish = None
    try:
        wish = read_form(request.POST)
        done = _put_together(seat, _as_line(seat, wish))
        _check_choice(seat, done)
    except BadForm as fault:
        log.info("bad_form", match=number, part=str(fault))
        context = _context(request, seat, None, problem=_problem(seat, fault))
        context["picked"] = Counter(wish.picks or ()) if wish else Counter()
        return render(request, "match.html", context, status=422)
    submission = send(seat, done)
    return HttpResponseRedirect(f"{reverse('match', args=[number])}?done={submission.pk}")


def _problem(seat: Seat, fault: BadForm) -> str:
    """Say what is wrong with a form: the game's own reason for pieces that make no legal move."""
    if isinstance(fault.__cause__, Illegal):
        names = tuple(other.name for other in seat.match.seats.order_by("number"))
        return _words_of(seat).reason(fault.__cause__.reason, names)
    return _("That could not be read. Choose again, or type your move.")


def _words_of(seat: Seat) -> Words:
    return words(seat.match.game, translation.get_language() or "en")


def _put_together(seat: Seat, wish: Wish) -> Wish:
    """Make of picked pieces the action that they mean; raises BadForm, from Illegal, if they mean none."""
    if wish.picks is None:
        return wish
    told = _words_of(seat)
    try:
        action = told.picked(wish.picks)
        if wish.question is not None and wish.question == seat.question:
            view = queries.situation(seat.match, seat).view
            if action not in view.legal:
                raise Illegal(told.why(told.facts(action, view), view))  # noqa: TRY301 - one way out for both
    except Illegal as fault:
        raise BadForm("picks") from fault
    except (ValueError, LookupError):
        raise BadForm("picks") from None
    return replace(wish, picks=None, action=str(action))


def _as_line(seat: Seat, wish: Wish) -> Wish:
    """Make of a standing order the line that a mail would give it in."""
    if not wish.order:
        return wish
    if wish.order not in games.game(seat.match.game).standing_orders:
        raise BadForm("order")
    return replace(wish, order="", lines=(_words_of(seat).order_command(wish.order),))


def _check_choice(seat: Seat, wish: Wish) -> None:
    """Refuse an action that the open question does not offer: no button of ours posts it."""
    if wish.action and wish.question is not None and wish.question == seat.question:
        offered = queries.situation(seat.match, seat).view.legal
        if wish.action not in {str(action) for action in offered}:
            raise BadForm("choice")


@require_safe
@never_cache
@login_required
@stands_faults
def strip(request: HttpRequest, number: int) -> HttpResponse:
    """Give the state line alone, for the page that asks every minute; `?seq=` is what the page shows."""
    seat = seat_of(request, number)
    if not Deal.objects.filter(match=seat.match).exists():
        raise Http404
    situation = queries.situation(seat.match, seat)
    shown = request.GET.get("seq", "")
    context = {
        "match": seat.match,
        "telling": Telling(situation),
        "situation": situation,
        "shown": int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 10 else seat.match.seq,
    }
    return render(request, "strip.html", context)


@require_safe
@never_cache
@login_required
def pending(request: HttpRequest, number: int) -> HttpResponse:
    """Answer a page that waits: nothing as long as its submission is being played, then "load anew"."""
    seat = seat_of(request, number)
    done = _done(request, seat)
    if done is None:
        raise Http404
    if done.state in WAITING:
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Redirect": f"{reverse('match', args=[number])}?done={done.pk}"})


@require_safe
@never_cache
@login_required
@stands_faults
def log_page(request: HttpRequest, number: int) -> HttpResponse:
    """Tell the whole match as the reader saw it, newest deal first."""
    seat = seat_of(request, number)
    names = tuple(Seat.objects.filter(match=seat.match).order_by("number").values_list("name", flat=True))
    told = words(seat.match.game, translation.get_language() or "en")
    story = chapters(queries.log_of(seat.match, seat), told, seat.number, names)
    context = {
        "match": seat.match,
        "words": told,
        "story": story[::-1],
        "acts": queries.host_acts(seat.match),
        "names": names,
    }
    return render(request, "log.html", context)


@require_safe
@never_cache
@login_required
@stands_faults
def record_page(request: HttpRequest, number: int) -> HttpResponse:
    """Explain how the shuffles can be checked, with what has been shown so far (P17)."""
    seat = seat_of(request, number)
    context = {
        "match": seat.match,
        "record": queries.record(seat.match),
        "words": words(seat.match.game, translation.get_language() or "en"),
        "seats": list(Seat.objects.filter(match=seat.match).order_by("number")),
        "has_begun": seat.match.started_at is not None,
    }
    return render(request, "record.html", context)


@require_safe
@never_cache
@login_required
@stands_faults
def record_file(request: HttpRequest, number: int) -> HttpResponse:
    """Give the record as the file that verify_shuffle.py reads."""
    seat = seat_of(request, number)
    response = JsonResponse(
        queries.record(seat.match), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    response.headers["Content-Disposition"] = f'attachment; filename="postbord-{number}.json"'
    return response
