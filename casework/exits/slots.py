"""Exits on the file, in timeline, extract and API; two of them keep records apart."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import recorded_held
from casework.slots.obstacles import Obstacle, doubles
from casework.slots.timeline import Event, Happening, Source

exits_resource = Resource(
    "exits",
    Exit,
    P.EXIT_RECORD,
    "exit",
    (*OF_CASE, "type", "on", "is_voluntary", "destination_country", "annulled_on"),
    ("type", "is_voluntary", "destination_country"),
    "on",
    case="case",
)

exit_held = recorded_held(
    Exit,
    _("Leaving"),
    [
        "type",
        "on",
        "destination_country",
        "destination",
        "is_destination_known",
        "is_voluntary",
        "risk_note",
        "annulled_on",
        "annulment_reason",
    ],
    {"asked_by": _("Who asked the person before a return: a third person or a colleague.")},
)


def double_exits(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Both left, perhaps to different places: somebody has to say which it was."""
    for leaving in doubles(Exit.objects.filter(annulled_on=None), survivor, merged):
        yield Obstacle(
            gettext("Both records say that the person has left: take one of the exits back first."),
            leaving.get_absolute_url(),
        )


class ExitsPanel:
    slug, title = "exits", gettext_lazy("Exits")
    permission = P.EXIT_RECORD
    page = "papers"
    template = "casework/exits/exits_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        exits = list(Exit.objects.filter(case=case).select_related("individual"))
        gone = {leaving.individual_id for leaving in exits if leaving.is_standing}
        present = [member.individual for member in members_today(case, user.today())]
        may_change = case.is_open and can(user, self.permission, about=case)
        return {
            "exits": exits,
            "staying": [person for person in present if may_change and person.pk not in gone],
        }


exits_panel = ExitsPanel()


def _exits(case: Case, user: User) -> Any:
    return Exit.objects.visible_to(user).filter(case=case)


def _went(leaving: Exit) -> Event:
    return Event(leaving.on, gettext("Left us"), new=leaving.get_type_display())


def _stayed(leaving: Exit) -> Event:
    return Event(
        leaving.annulled_on or leaving.on,
        gettext("The exit was taken back"),
        old=leaving.get_type_display(),
    )


exits_timeline = Source(
    "exits",
    gettext_lazy("Exits"),
    P.EXIT_RECORD,
    (
        Happening(_exits, "annulled_on", _stayed, by="annulled_by", person="individual"),
        Happening(_exits, "on", _went, by="recorded_by", person="individual"),
    ),
)

VERBS: dict[str, str | Promise] = {
    "exit.annulled": _("took an exit back"),
    "exit.listed": _("looked at the list of exits"),
    "exit.read": _("opened an exit"),
    "exit.recorded": _("recorded that somebody left"),
}
