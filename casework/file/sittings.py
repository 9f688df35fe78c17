"""Looks of one colleague in one sitting as one line: who opened a file is asked for people, not for clicks."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import AuditEvent

# Whoever comes back later than this after a look sits down anew.
PAUSE = datetime.timedelta(minutes=15)


@dataclass
class Sitting:
    """An act, or what one colleague looked at without a longer pause. `events` are the newest first."""

    events: list[AuditEvent]

    @property
    def last(self) -> AuditEvent:
        return self.events[0]

    @property
    def began_at(self) -> datetime.datetime:
        return self.events[-1].at

    @property
    def different(self) -> list[AuditEvent]:
        """Each thing that was looked at once, however often that was."""
        return list({(each.verb, each.about_id): each for each in reversed(self.events)}.values())

    def goes_on_with(self, event: AuditEvent) -> bool:
        """Whether this earlier event is a look of the same sitting. What somebody did always stands alone."""
        return (
            event.is_read
            and self.last.is_read
            and event.actor_id == self.last.actor_id
            and self.began_at - event.at <= PAUSE
        )


def in_sittings(events: Iterable[AuditEvent]) -> list[Sitting]:
    """The events, the newest first, as lines in the same order; nothing is left out."""
    sittings: list[Sitting] = []
    for event in events:
        if sittings and sittings[-1].goes_on_with(event):
            sittings[-1].events.append(event)
        else:
            sittings.append(Sitting([event]))
    return sittings
