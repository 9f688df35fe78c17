"""Groups a colleague's consecutive views into one line, because readers ask who opened a file, not how often."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import AuditEvent

# After a pause longer than this a new sitting begins.
PAUSE = datetime.timedelta(minutes=15)


@dataclass
class Sitting:
    """An action, or the views of one colleague without a longer pause. `events` are newest first."""

    events: list[AuditEvent]

    @property
    def last(self) -> AuditEvent:
        return self.events[0]

    @property
    def began_at(self) -> datetime.datetime:
        return self.events[-1].at

    @property
    def different(self) -> list[AuditEvent]:
        """Each subject once, however often it was viewed."""
        return list({(each.verb, each.about_id): each for each in reversed(self.events)}.values())

    def goes_on_with(self, event: AuditEvent) -> bool:
        """Whether this earlier event is a view of the same sitting. Actions are always listed separately."""
        return (
            event.is_read
            and self.last.is_read
            and event.actor_id == self.last.actor_id
            and self.began_at - event.at <= PAUSE
        )


def in_sittings(events: Iterable[AuditEvent]) -> list[Sitting]:
    """The events, newest first, as lines in the same order; nothing is omitted."""
    sittings: list[Sitting] = []
    for event in events:
        if sittings and sittings[-1].goes_on_with(event):
            sittings[-1].events.append(event)
        else:
            sittings.append(Sitting([event]))
    return sittings
