"""What merges add to the timeline, the audit log and obstacles to a merge. Extracts leave merges out."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.slots import WHY_LEFT_OUT_OF_EXTRACT
from casework.merges.models import Merge
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.rules import changes_majority
from casework.slots.extract import LeftOut
from casework.slots.obstacles import Obstacle
from casework.slots.timeline import Event, EventSource, TimelineSource, keys_of_people_today


def two_ages(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if one record has the age of a child and the other that of an adult."""
    today = survivor.office.today()
    if changes_majority(survivor.age_on(today), merged.age_on(today)):
        yield Obstacle(
            _(
                "By one record the person is a child, by the other of age: correct the one that is wrong first."
            ),
            reverse("individual-correct", args=[merged.number]),
        )


merge_left_out = LeftOut(Merge, WHY_LEFT_OUT_OF_EXTRACT)


def _merges(case: Case, user: User) -> Any:
    people = keys_of_people_today(case, user)
    # After the undo of a merge, the merged record is a member of its own case again.
    was_undone = Q(merged__in=people, undone_at__isnull=False)
    rows = Merge.objects.visible_to(user).filter(Q(survivor__in=people) | was_undone)
    return rows.select_related("merged", "survivor")


def _event_of_merge(merge: Merge) -> Event:
    number = {"number": merge.merged.number}
    return Event(
        merge.at,
        _("%(number)s was found to be the same person") % number,
        sentence=_("%(who)s found that %(number)s is %(whom)s"),
        words=number,
    )


def _event_of_undo(merge: Merge) -> Event:
    number = {"number": merge.merged.number}
    return Event(
        merge.undone_at or merge.at,
        _("%(number)s is a person of its own again") % number,
        sentence=_("%(who)s made %(number)s and %(whom)s two persons again"),
        words=number,
    )


merges_timeline = TimelineSource(
    "records",
    gettext_lazy("Records"),
    Permission.INDIVIDUAL_MERGE,
    (
        EventSource(_merges, "at", _event_of_merge, by="by", person="survivor"),
        EventSource(_merges, "undone_at", _event_of_undo, by="undone_by", person="survivor"),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "individual.merged": gettext_lazy("merged two records of one person"),
    "merge.read": gettext_lazy("looked at a merge"),
    "merge.undone": gettext_lazy("undid a merge"),
}
