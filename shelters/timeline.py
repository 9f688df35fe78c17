"""What shelters tells a case's timeline: stays."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.slots.timeline import Event, Happening, Source
from shelters.choices import CancelReason
from shelters.models import Placement


def _stays(case: Case, user: User) -> Any:
    return Placement.objects.seen_in(case, user).exclude(cancel_reason=CancelReason.MISTAKE)


def _placed(stay: Placement) -> Event:
    return Event(
        stay.placed_at,
        _("Got a place"),
        new=stay.site.name,
        sentence=_("%(who)s gave %(whom)s a place at %(new)s"),
        many=_("%(who)s gave %(whom)s a place at %(new)s"),
    )


def _came(stay: Placement) -> Event:
    return Event(
        stay.checked_in_at or stay.starts_on,
        _("Moved in"),
        new=stay.site.name,
        sentence=_("%(whom)s moved in at %(new)s"),
        many=_("%(whom)s moved in together at %(new)s"),
    )


def _went(stay: Placement) -> Event:
    return Event(
        stay.checked_out_at or stay.placed_at,
        _("Moved out"),
        old=stay.site.name,
        sentence=_("%(whom)s moved out of %(old)s"),
        many=_("%(whom)s moved out together of %(old)s"),
    )


def _cancelled(stay: Placement) -> Event:
    return Event(
        stay.cancelled_at or stay.placed_at,
        _("Stay cancelled"),
        old=stay.site.name,
        sentence=_("The stay of %(whom)s at %(old)s was cancelled"),
        many=_("The stay of %(whom)s at %(old)s was cancelled"),
    )


stays = Source(
    "stays",
    gettext_lazy("Stays"),
    Permission.PLACEMENT_READ,
    (
        Happening(
            _stays, "placed_at", _placed, by="placed_by", person="individual", reads=("site__name",)
        ),
        Happening(_stays, "checked_in_at", _came, person="individual", reads=("site__name",)),
        Happening(_stays, "checked_out_at", _went, person="individual", reads=("site__name",)),
        Happening(_stays, "cancelled_at", _cancelled, person="individual", reads=("site__name",)),
    ),
)
