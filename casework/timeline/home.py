"""Incidents at home, for who may read about relatives."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Detention, FamilyMember, HomeIncident
from casework.timeline import Event, Happening, Source
from casework.timeline.members import of_members


def _incidents(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    return HomeIncident.objects.filter(
        individual__in=members.values("individual"), is_mistake=False
    )


def _told(incident: HomeIncident) -> Event:
    return Event(
        incident.recorded_at, _("Told of an incident at home"), new=incident.get_type_display()
    )


def _detained(detention: Detention) -> Event:
    return Event(detention.recorded_at, _("Told that a relative is detained"))


def _released(detention: Detention) -> Event:
    return Event(
        detention.ended_on or detention.recorded_at,
        _("A relative's detention ended"),
        new=detention.get_ended_as_display(),
    )


_detentions = of_members(Detention, Permission.HOME_READ, "relative", person="relative__individual")
home = Source(
    "home",
    gettext_lazy("At home"),
    Permission.HOME_READ,
    (
        Happening(_incidents, "recorded_at", _told, by="recorded_by", person="individual"),
        Happening(
            _detentions,
            "recorded_at",
            _detained,
            by="recorded_by",
            person="relative__individual",
        ),
        Happening(_detentions, "ended_on", _released, person="relative__individual"),
    ),
)
