"""The board, and the page on which the beds of a pick are chosen by hand."""

import datetime
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from pages.dates import short_date
from pages.field_names import names_of
from pages.filters import NO_FILTERS
from pages.lists import without
from shelters.actions import placements
from shelters.actions.acts import MOVED, PLACED
from shelters.actions.moves import place_in_words
from shelters.board.actions import judge, take_over
from shelters.board.choices import PickVerdict
from shelters.board.exchanging import exchange_with
from shelters.board.filters import BoardFilter
from shelters.board.forms import DAYS, DEFAULT_DAYS, ByHandForm, ExchangeForm, LookForm
from shelters.board.judging import BoardSearch, judge_board
from shelters.board.picking import Picked, pick
from shelters.board.reading import Board, people_seen
from shelters.board.rules import BoardNights
from shelters.board.tray import tray_of
from shelters.board.words import short_name
from shelters.models import Bed, Site
from shelters.placed import moved_in_words, placed_in_words
from shelters.plan.layer import drafts_of
from shelters.rules.runs import key_in_url
from shelters.rules.stays import ONE_NIGHT
from shelters.views.families import people_in_words, say_done

WEEK = 7 * ONE_NIGHT
# Parameters that go along when the nights shown change.
PICK = ("pick", "who", "starts", "until")
FILTERS = ("site", "municipality", "fits", "step_free")


@permission_required(Permission.SITE_READ)
def board(request: StaffRequest) -> HttpResponse:
    """Every bed of the sites that the reader sees, by nights; with a pick every free run is judged."""
    form, filters = LookForm(request.GET), _filters(request)
    known = {*form.fields, *NO_FILTERS}
    for name in request.GET:
        if name not in known.union(*(names_of(f, n) for n, f in filters.form.fields.items())):
            form.add_error(None, _("There is no filter “%(name)s” here.") % {"name": name})
    if form.errors or filters.form.errors:
        wrong = form if form.errors else filters.form
        return render(request, "shelters/board/board.html", {"form": wrong})
    nights = _nights(form, request.user.today())
    picked = _picked(request, form)
    if picked and form.cleaned_data["with"]:
        return redirect(f"{reverse('board-exchange')}?{request.GET.urlencode()}")
    is_filtered = any(request.GET.get(name) for name in FILTERS)
    every_site = list(filters.qs.select_related("municipality"))
    said = filters.form.cleaned_data
    shown = Board(
        [site for site in every_site if _is_shown(site, nights)],
        nights,
        reader=request.user,
        opened=None if is_filtered or len(every_site) == 1 else _opened(form, every_site),
        fits=said.get("fits") and int(said["fits"]),
        step_free=bool(said.get("step_free")),
        drafts=drafts_of(form.cleaned_data["plan"], request.user),
    )
    if picked:
        judge_board(shown, BoardSearch(picked, every_site, reader=request.user), picked)
    else:
        shown.draw()
    _record(request, shown, picked)
    context = {
        "board": shown,
        "form": form,
        "filters": filters,
        "picked": picked,
        "not_picked": form.cleaned_data["pick"] if not picked else "",
        "tray": tray_of(request.user, every_site),
        "today": request.user.today(),
        "is_filtered": is_filtered,
        "may_pick": can(request.user, Permission.PLACEMENT_CHANGE),
        **_windows(request, nights),
        **_bar(request, picked),
    }
    return render(request, "shelters/board/board.html", context)


def _filters(request: StaffRequest) -> BoardFilter:
    rows = Site.objects.visible_to(request.user)
    return BoardFilter(request.GET, queryset=rows, request=request)


def _nights(form: LookForm, today: datetime.date) -> BoardNights:
    """From yesterday on, unless another day is asked for."""
    first = form.cleaned_data["from"] or today - ONE_NIGHT
    return BoardNights(first, first + form.cleaned_data["days"] * ONE_NIGHT)


def _is_shown(site: Site, nights: BoardNights) -> bool:
    """Whether the site is open on one of the nights."""
    is_over = site.closed_on is not None and site.closed_on <= nights.first
    return not is_over and site.opened_on < nights.end


def _opened(form: LookForm, sites: list[Site]) -> set[Any]:
    if "all" in form.opened:
        return {site.pk for site in sites}
    return {site.pk for site in sites if key_in_url(site.pk) in form.opened}


def _picked(request: StaffRequest, form: LookForm) -> Picked | None:
    said = form.cleaned_data
    if not said["pick"] or not can(request.user, Permission.PLACEMENT_CHANGE):
        return None
    return pick(
        said["pick"],
        who=said["who"],
        starts_on=said["starts"],
        until=said["until"],
        says_until="until" in request.GET,
        by=request.user,
    )


def _record(request: StaffRequest, shown: Board, picked: Picked | None) -> None:
    people = len(people_seen(shown))
    details = {"from": shown.nights.first.isoformat(), "people": people}
    record_read("board.read", by=request.user, details=details)
    if picked:
        record_read("family_without_bed.read", by=request.user, about=picked.case)


def _windows(request: StaffRequest, nights: BoardNights) -> dict[str, Any]:
    """The links to other nights, each with everything else as it is."""

    def at(first: datetime.date, days: int) -> str:
        query = request.GET.copy()
        for name in ("fold", "unfold", "at", "with"):
            query.pop(name, None)
        query["from"], query["days"] = first.isoformat(), str(days)
        return f"?{query.urlencode()}"

    days, today = len(nights.days), request.user.today()
    return {
        "week_before": at(nights.first - WEEK, days),
        "week_after": at(nights.first + WEEK, days),
        "back_to_today": at(today - ONE_NIGHT, days),
        "lengths": [(each, at(nights.first, each), each == days) for each in DAYS],
        "days": days if days != DEFAULT_DAYS else "",
        "drop": f"?{without(request.GET, *PICK, 'at', 'fold', 'unfold')}",
    }


def _bar(request: StaffRequest, picked: Picked | None) -> dict[str, Any]:
    """The context of the bar of a pick: its people with ages and needs, and the pages of other acts."""
    if picked is None:
        return {}
    stay = picked.stay
    return {
        "people": [
            (person, short_name(person), age, wanted)
            for person, age, wanted in people_in_words(request, picked.case, picked.people)
        ],
        "stay_status": stay.status_on(request.user.today()) if stay else None,
        "stay": stay,
        "bar": LookForm(initial={"starts": picked.starts_on, "until": picked.until}),
        "steps": list(_steps(request, picked)),
    }


def _steps(request: StaffRequest, picked: Picked) -> Iterator[tuple[str, str, str, str]]:
    """Links that change the nights of the pick: the key, the sign, the words and the URL of each.

    The day of leaving of people who have a stay is changed on the page of that act.
    """

    def at(**days: datetime.date) -> str:
        query = {name: day.isoformat() for name, day in days.items()}
        if picked.stay and "until" in query:
            return f"{reverse('placement-extend', args=[picked.stay.pk])}?{urlencode(query)}"
        asked = without(request.GET, *PICK, "at", "fold", "unfold", "with")
        return f"?{asked}&{urlencode({**picked.query, **query}, doseq=True)}"

    first, until = picked.starts_on, picked.until
    if until and until - ONE_NIGHT > first:
        yield "-", "−", _("a night less"), at(until=until - ONE_NIGHT)
    yield "+", "+", _("a night more"), at(until=(until or first) + ONE_NIGHT)
    shifted = {"until": until} if until and not picked.moves else {}
    if first - WEEK >= request.user.today():
        days = {"starts": first, **shifted}
        back = {name: day - WEEK for name, day in days.items()}
        yield "Shift+ArrowLeft", "⇤", _("a week earlier"), at(**back)
    on = {name: day + WEEK for name, day in {"starts": first, **shifted}.items()}
    yield "Shift+ArrowRight", "⇥", _("a week later"), at(**on)


@permission_required(Permission.PLACEMENT_CHANGE)
def board_place(request: StaffRequest) -> HttpResponse:
    """The beds of a pick in the chosen room, to be changed by hand, and the act itself."""
    form = LookForm(request.GET)
    picked = _picked(request, form) if form.is_valid() else None
    if not request.GET.get("pick"):
        return redirect("board")
    if picked is None or not form.cleaned_data["at"]:
        raise Http404
    sites = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    search = BoardSearch(picked, sites, reader=request.user)
    free, run = search.in_rooms(form.cleaned_data["at"])
    if not free:
        raise Http404
    best = [bed.bed_id for bed in run.beds] if run else []
    keys = [bed.bed_id for bed in free]
    beds = Bed.objects.filter(pk__in=keys).select_related("room__site").in_order()
    by_hand = ByHandForm(request.POST or None, picked=picked, beds=list(beds), best=best)
    if request.method == "POST" and by_hand.is_valid() and _does(request, by_hand, picked):
        return redirect(_board_at(form))
    record_read("family_without_bed.read", by=request.user, about=picked.case)
    return render(
        request,
        "shelters/board/place.html",
        {
            "title": _("Move") if picked.moves else _("Give a place"),
            "form": by_hand,
            "picked": picked,
            "site": search.sites[free[0].site_id],
            "asks": search.asks(run) if run else [],
            "nights": _nights_in_words(picked),
            "cancel_url": f"{_board_at(form)}&{urlencode(picked.query, doseq=True)}",
            "back_label": _("Board"),
        },
    )


def _does(request: StaffRequest, form: ByHandForm, picked: Picked) -> bool:
    """Acts, and says what was done with the way to undo it. False after a refusal."""
    if picked.moves:
        if not form.does(placements.move_all, by=request.user):
            return False
        stays = form.result
        say_done(request, moved_in_words(stays, today=request.user.today()), MOVED, stays)
        return True
    if not form.does(placements.place_family, picked.case, by=request.user):
        return False
    words = placed_in_words(form.result, today=request.user.today())
    say_done(request, words, PLACED, form.result)
    return True


@permission_required(Permission.PLACEMENT_CHANGE)
def board_exchange(request: StaffRequest) -> HttpResponse:
    """The picked people change beds with those in a taken one, or get it and these are parked: both are judged first."""
    form = LookForm(request.GET)
    if not request.GET.get("pick"):
        return redirect("board")
    picked = _picked(request, form) if form.is_valid() else None
    if picked is None:
        raise Http404
    back = f"{_board_at(form)}&{urlencode(picked.query, doseq=True)}"
    party = exchange_with(form.cleaned_data["with"], picked, by=request.user)
    if party is None or not (party.others or picked.moves):
        messages.error(request, _("Who has this bed cannot be moved by you."))
        return redirect(back)
    parks = bool(party.others) and (form.cleaned_data["park"] or not picked.moves)
    by_hand = ExchangeForm(request.POST or None, party=party, parks=parks)
    if request.method == "POST" and by_hand.is_valid() and _exchanges(request, by_hand):
        return redirect(_board_at(form))
    cases = {picked.case.pk: picked.case, **{s.case_id: s.case for s in party.others.values()}}
    for case in cases.values():
        record_read("family_without_bed.read", by=request.user, about=case)
    other_way = None
    if picked.moves and party.others:
        query = urlencode({**picked.query, "with": party.wanted.individual.number}, doseq=True)
        other = ExchangeForm(party=party, parks=not parks)
        url = f"?{query}" if parks else f"?{query}&park=on"
        other_way = (*_judged(other, by=request.user), url)
    return render(
        request,
        "shelters/board/exchange.html",
        {
            "form": by_hand,
            "party": party,
            "parks": parks,
            "verdict": None if by_hand.is_bound else _judged(by_hand, by=request.user),
            "other_way": other_way,
            "day": short_date(party.on),
            "cancel_url": back,
            "back_label": _("Board"),
        },
    )


def _act_of(form: ExchangeForm) -> tuple[Any, ...]:
    """The act of this form, and what it is about."""
    return (placements.move_all,) if form.picked.moves else (take_over, form.picked.case)


def _judged(form: ExchangeForm, *, by: User) -> tuple[PickVerdict, list[str]]:
    """What the act would say to the beds that are proposed."""
    return judge(*_act_of(form), **form.for_action(), by=by)


def _exchanges(request: StaffRequest, form: ExchangeForm) -> bool:
    """Acts, and says who sleeps where now, with the way to undo it. False after a refusal."""
    if not form.does(*_act_of(form), by=request.user):
        return False
    stays = sorted(form.result, key=lambda stay: stay.individual.number)
    words = "; ".join(f"{short_name(stay.individual)}: {place_in_words(stay)}" for stay in stays)
    say_done(request, _("Beds changed. %(who)s.") % {"who": words}, MOVED, stays)
    return True


def _board_at(form: LookForm) -> str:
    """The board of the nights from which the pick came."""
    said = form.cleaned_data
    query = {
        "from": said["from"].isoformat() if said["from"] else "",
        "days": said["days"],
        "open": said["open"],
    }
    kept = {name: value for name, value in query.items() if value}
    return f"{reverse('board')}?{urlencode(kept, doseq=True)}"


def _nights_in_words(picked: Picked) -> str:
    first = _("from %(day)s") % {"day": short_date(picked.starts_on)}
    if picked.until is None:
        return _("%(first)s, with no day of leaving") % {"first": first}
    return _("%(first)s until %(day)s, the day of leaving") % {
        "first": first,
        "day": short_date(picked.until),
    }
