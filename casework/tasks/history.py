"""The history of a task: its moves and its assignees."""

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import AuditEvent, User
from casework.tasks.models import CaseTask

ASSIGNING_VERBS = ("task.assigned", "task.given_back")


@dataclass(frozen=True)
class Entry:
    """One entry of the history; `by` is None for background jobs."""

    at: datetime.datetime
    by: User | None
    what: str


def history_of(task: CaseTask) -> list[Entry]:
    """Returns the entries, newest first. Assignees come from the audit log, where old events name none."""
    entries = [
        Entry(move.at, move.by, move.get_status_display())
        for move in task.moves.select_related("by")
    ]
    assignments = AuditEvent.objects.filter(verb__in=ASSIGNING_VERBS, about_id=str(task.pk))
    events = list(assignments.select_related("actor"))
    keys = {event.details["to"] for event in events if "to" in event.details}
    names = {str(user.pk): user.full_name for user in User.objects.filter(pk__in=keys)}
    for event in events:
        name = names.get(event.details.get("to", ""))
        what = _("Given to %(name)s") % {"name": name} if name else _("Given to a colleague")
        entries.append(Entry(event.at, event.actor, what))
    return sorted(entries, key=lambda entry: entry.at, reverse=True)
