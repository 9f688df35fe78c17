"""Incidents at home, for who may read about relatives."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, FamilyMember, HomeIncident
from casework.timeline import Event, Happening, Source


def _incidents(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    return HomeIncident.objects.filter(
        individual__in=members.values("individual"), is_mistake=False
    )


def _told(incident: HomeIncident) -> Event:
    return Event(
        incident.recorded_at, _("Told of an incident at home"), new=incident.get_type_display()
    )


home = Source(
    "home",
    gettext_lazy("At home"),
    Permission.HOME_READ,
    (Happening(_incidents, "recorded_at", _told, by="recorded_by", person="individual"),),
)
