"""Groups consecutive views by one colleague, so that the history shows them as one line."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import AuditEvent

# After a pause longer than this a new sitting begins.
LONGEST_PAUSE = datetime.timedelta(minutes=15)


@dataclass
class Sitting:
    """One action, or views of one colleague with no pause longer than LONGEST_PAUSE. `events` are newest first."""

    events: list[AuditEvent]

    @property
    def last(self) -> AuditEvent:
        return self.events[0]

    @property
    def starts_at(self) -> datetime.datetime:
        return self.events[-1].at

    @property
    def distinct_events(self) -> list[AuditEvent]:
        """The events, with one view of each subject."""
        return list({(each.verb, each.about_id): each for each in reversed(self.events)}.values())

    def includes(self, event: AuditEvent) -> bool:
        """Whether this earlier event is a view of the same sitting; never for an action."""
        return (
            event.is_read
            and self.last.is_read
            and event.actor_id == self.last.actor_id
            and self.starts_at - event.at <= LONGEST_PAUSE
        )


def group_into_sittings(events: Iterable[AuditEvent]) -> list[Sitting]:
    """Returns the events, which are newest first, as sittings in the same order; none is left out."""
    sittings: list[Sitting] = []
    for event in events:
        if sittings and sittings[-1].includes(event):
            sittings[-1].events.append(event)
        else:
            sittings.append(Sitting([event]))
    return sittings
