"""Needs, what was handed over, sanctions at home, wishes about being named and heard."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission as P
from casework.models import (
    AnonymityWish,
    Disarmament,
    MediaRestriction,
    OnwardPlan,
    OriginSanction,
    SpecificNeed,
)
from casework.timeline import Event, Happening, Source
from casework.timeline.members import of_members


def _need_began(need: SpecificNeed) -> Event:
    return Event(need.starts_on, _("Specific need"), new=str(need.code))


def _need_ended(need: SpecificNeed) -> Event:
    return Event(need.ended_on or need.starts_on, _("Specific need ended"), old=str(need.code))


_needs = of_members(SpecificNeed, P.NEED_READ, "code", withdrawn_at=None)
needs = Source(
    "needs",
    gettext_lazy("Specific needs"),
    P.NEED_READ,
    (
        Happening(_needs, "starts_on", _need_began, by="recorded_by", person="individual"),
        Happening(_needs, "ended_on", _need_ended, person="individual"),
    ),
    is_brief=False,
)


def _handed_over(row: Disarmament) -> Event:
    return Event(row.on or row.recorded_at, _("What was handed over is on file"))


def _sanctioned(sanction: OriginSanction) -> Event:
    return Event(
        sanction.on or sanction.recorded_at,
        _("Sanction at home"),
        new=sanction.get_type_display(),
    )


_disarmaments = of_members(Disarmament, P.SERVICE_READ)
_STANDING: dict[str, Any] = {"replaced_by": None, "withdrawn_at": None}
_sanctions = of_members(OriginSanction, P.SERVICE_READ, **_STANDING)
service = Source(
    "service",
    gettext_lazy("Service and disarmament"),
    P.SERVICE_READ,
    (
        Happening(_disarmaments, "on", _handed_over, by="recorded_by", person="individual"),
        Happening(
            of_members(Disarmament, P.SERVICE_READ, on=None),
            "recorded_at",
            _handed_over,
            by="recorded_by",
            person="individual",
        ),
        Happening(_sanctions, "on", _sanctioned, by="recorded_by", person="individual"),
        Happening(
            of_members(OriginSanction, P.SERVICE_READ, on=None, **_STANDING),
            "recorded_at",
            _sanctioned,
            by="recorded_by",
            person="individual",
        ),
    ),
    is_brief=False,
)


def _wished(wish: AnonymityWish) -> Event:
    return Event(wish.wished_on, _("Asked for anonymity"))


def _took_back(wish: AnonymityWish) -> Event:
    return Event(wish.ended_on or wish.wished_on, _("Took the wish for anonymity back"))


def _silent(restriction: MediaRestriction) -> Event:
    return Event(
        restriction.on, _("Does not talk to the media"), new=restriction.get_reason_display()
    )


def _planned(plan: OnwardPlan) -> Event:
    return Event(plan.recorded_at, _("Plan to travel on"), new=plan.get_status_display())


_wishes = of_members(AnonymityWish, P.INDIVIDUAL_READ)
wishes = Source(
    "wishes",
    gettext_lazy("Wishes and plans"),
    P.INDIVIDUAL_READ,
    (
        Happening(_wishes, "wished_on", _wished, by="recorded_by", person="individual"),
        Happening(_wishes, "ended_on", _took_back, person="individual"),
        Happening(
            of_members(MediaRestriction, P.INDIVIDUAL_READ),
            "on",
            _silent,
            by="recorded_by",
            person="individual",
        ),
        Happening(
            of_members(OnwardPlan, P.INDIVIDUAL_READ),
            "recorded_at",
            _planned,
            by="recorded_by",
            person="individual",
        ),
    ),
    is_brief=False,
)
