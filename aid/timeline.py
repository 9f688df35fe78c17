"""Aid in a case's timeline: commitments to the family and its members, and things handed out to them."""

import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from aid.models import Commitment, ItemDistribution
from aid.words import last_day, last_day_of
from casework.corrections.models import Correction
from casework.register.models.case import Case, FamilyMember
from casework.slots.log_fields import LOG_FIELDS, author_in_log, with_log
from casework.slots.timeline import (
    Event,
    EventSource,
    TimelineSource,
    keys_of_people_today,
)
from pages.dates import short_date


def _commitments(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    rows = Commitment.objects.visible_to(user).filter(
        Q(case=case) | Q(individual__in=members.values("individual"))
    )
    # Leaves out commitments recorded by mistake, which are corrected to cover no day; but not those ended on their first day.
    corrected = Correction.objects.filter(about_id=OuterRef("pk"), fields__contains="until")
    return rows.exclude(Exists(corrected), until=F("starts_on"))


def _promise_event(commitment: Commitment) -> Event:
    sentence = _("%(who)s recorded aid promised to %(whom)s: %(new)s")
    if commitment.is_firm:
        sentence = _("%(who)s recorded aid confirmed for %(whom)s: %(new)s")
    return Event(
        commitment.committed_at,
        _("Aid confirmed") if commitment.is_firm else _("Aid promised"),
        new=commitment.get_kind_display(),
        sentence=sentence,
        many=sentence,
    )


def _ended_commitments(rows: Any, user: User) -> Any:
    ended = rows.filter(until__lte=user.today(), until__gt=F("starts_on"))
    return ended.annotate(last_day=last_day_of("until"))


def _end_event(commitment: Any) -> Event:
    return Event(
        commitment.last_day,
        _("Aid ended"),
        old=commitment.get_kind_display(),
        sentence=_("Aid to %(whom)s ended: %(old)s"),
        many=_("Aid to %(whom)s ended: %(old)s"),
    )


def _end_recorded_event(commitment: Any) -> Event:
    """The event that a user recorded the end, at the time of recording."""
    until = commitment.until
    was = next(iter(commitment.logged_said.get("until", [])), "")
    values = {
        "kind": commitment.get_kind_display(),
        "new": short_date(last_day(until)),
        "old": short_date(last_day(datetime.date.fromisoformat(was))) if was else "",
    }
    if until == commitment.starts_on:
        sentence = _("%(who)s took back aid to %(whom)s: %(kind)s")
        if was:
            sentence = _("%(who)s took back aid to %(whom)s: %(kind)s, until %(old)s")
    else:
        sentence = _("%(who)s ended aid to %(whom)s: %(kind)s, last day %(new)s")
        if was:
            sentence = _("%(who)s ended aid to %(whom)s: %(kind)s, last day %(new)s, not %(old)s")
    return Event(
        commitment.logged_at,
        _("Aid ended"),
        by=author_in_log(commitment),
        old=commitment.get_kind_display(),
        sentence=sentence,
        many=sentence,
        words=values,
    )


def _distributions(case: Case, user: User) -> Any:
    rows = ItemDistribution.objects.visible_to(user)
    return rows.filter(Q(case=case) | Q(individual__in=keys_of_people_today(case, user)))


def _things(case: Case, user: User) -> Any:
    return _distributions(case, user).given()


def _corrections(case: Case, user: User) -> Any:
    """Corrections of distributions, also of those recorded by mistake, which are themselves left out."""
    kind = ItemDistribution._meta.label_lower
    keys = _distributions(case, user).values("pk")
    return Correction.objects.filter(about_type=kind, about_id__in=keys)


def _handed_out_event(thing: ItemDistribution) -> Event:
    return Event(
        thing.on,
        _("Was given things"),
        new=f"{thing.quantity} × {thing.get_article_display()}",
        told=str(thing.provider),
        sentence=_("%(whom)s was given things: %(new)s"),
        many=_("%(whom)s were given things: %(new)s"),
    )


def _correction_event(correction: Correction) -> Event:
    return Event(
        correction.at,
        _("What was handed out was corrected"),
        told="\n".join(filter(None, (correction.changes, correction.because))),
        sentence=_("%(who)s corrected what %(whom)s was given"),
    )


things = TimelineSource(
    "things",
    gettext_lazy("Things handed out"),
    Permission.AID_READ,
    (
        EventSource(
            _things,
            "on",
            _handed_out_event,
            by="recorded_by",
            person="individual",
            fields=("article", "quantity", "provider__name", "provider__short_name"),
        ),
        EventSource(
            _corrections,
            "at",
            _correction_event,
            by="by",
            person="individual",
            needs_table=ItemDistribution,
        ),
    ),
    is_on_summary=False,
)
commitments = TimelineSource(
    "aid",
    gettext_lazy("Aid"),
    Permission.AID_READ,
    (
        EventSource(
            _commitments,
            "committed_at",
            _promise_event,
            by="committed_by",
            person="individual",
            fields=("kind", "is_firm"),
        ),
        EventSource(
            lambda case, user: _ended_commitments(_commitments(case, user), user),
            "last_day",
            _end_event,
            person="individual",
            fields=("kind",),
        ),
        EventSource(
            lambda case, user: with_log(_commitments(case, user), "commitment.ended"),
            "logged_at",
            _end_recorded_event,
            person="individual",
            fields=("kind", "starts_on", "until", *LOG_FIELDS),
        ),
    ),
)
