"""Activities, how people felt, and first looks at health."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Activity, Case, FamilyMember, HealthScreening, WellbeingNote
from casework.timeline import Event, Happening, Source


def _of(model: Any) -> Callable[[Case, User], Any]:
    """Rows of the people who are in the case today."""

    def rows(case: Case, user: User) -> Any:
        members = FamilyMember.objects.filter(case=case).on(user.today())
        return model.objects.filter(individual__in=members.values("individual"))

    return rows


def _took_part(activity: Activity) -> Event:
    return Event(
        activity.on,
        _("Took part in an activity"),
        new=activity.get_kind_display(),
        told=activity.remarks,
    )


def _felt(note: WellbeingNote) -> Event:
    return Event(
        note.on, _("Was asked how things are"), new=note.get_feeling_display(), told=note.text
    )


def _looked(screening: HealthScreening) -> Event:
    return Event(screening.on, _("Had a first look at health"), told=screening.findings)


wellbeing = Source(
    "wellbeing",
    gettext_lazy("Activity, wellbeing and health"),
    Permission.WELLBEING_READ,
    tuple(
        Happening(_of(model), "on", says, by="recorded_by", person="individual")
        for model, says in (
            (Activity, _took_part),
            (WellbeingNote, _felt),
            (HealthScreening, _looked),
        )
    ),
    is_brief=False,
)
