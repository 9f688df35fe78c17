"""The events of a timeline as people read them: day by day, one line per action.

The same change to several people of a family, by one person within minutes, is one action."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from casework.register.models.individual import Individual
from casework.slots.timeline import Event

# Rows of one action are saved together; a form filled in person by person takes some minutes.
ONE_ACT_SECONDS = 600.0


@dataclass
class Action:
    """One action: an event of one person, or the same event of several family members."""

    events: list[Event]

    @property
    def first(self) -> Event:
        """The newest event, which gives the line its text and hour."""
        return self.events[0]

    @property
    def people(self) -> list[Individual]:
        """The people concerned, once each, by number."""
        about = {each.individual.pk: each.individual for each in self.events if each.individual}
        return sorted(about.values(), key=lambda person: person.number)

    @property
    def are_folded(self) -> bool:
        return len(self.people) > 1

    @property
    def sentence(self) -> str:
        """The sentence for the action, with its subject; empty if the event has only a short text."""
        event = self.first
        if not self._form:
            return ""
        values = {"who": event.by or _("Somebody"), "whom": self.whom}
        sentence = self._form % {**values, "old": event.old, "new": event.new, **event.words}
        return sentence[:1].upper() + sentence[1:]

    @property
    def recorded_by(self) -> User | None:
        """The author, if it is known and the sentence has another subject."""
        return None if "%(who)s" in self._form else self.first.by

    @property
    def _form(self) -> str:
        return self.first.many if self.are_folded else self.first.sentence

    @property
    def whom(self) -> str:
        people = self.people
        if not people:
            return _("the family")
        if len(people) == 1:
            return people[0].display_name
        return ngettext("%(n)d person", "%(n)d people", len(people)) % {"n": len(people)}

    def takes(self, event: Event) -> bool:
        """True if `event` is about one more person of the same action."""
        first, last = self.first, self.events[-1]
        is_near = last.stood == event.stood or abs(last.stood - event.stood) <= ONE_ACT_SECONDS
        is_alike = (
            first.many,
            first.by,
            str(first.old),
            str(first.new),
            first.told,
            first.words,
        ) == (
            event.many,
            event.by,
            str(event.old),
            str(event.new),
            event.told,
            event.words,
        )
        both_about = bool(first.individual and event.individual)
        return bool(event.many) and first.act == event.act and is_near and is_alike and both_about


@dataclass
class DayOfActions:
    on: datetime.date
    lines: list[Action] = field(default_factory=list)

    def takes(self, event: Event) -> bool:
        """True if `event` belongs to an action that is listed already, and adds it there."""
        line = next((line for line in reversed(self.lines) if line.takes(event)), None)
        if line:
            line.events.append(event)
        return line is not None


def days_of(events: Iterable[Event], begin: int | None = None) -> Sequence[DayOfActions]:
    """The days of these events, newest first.

    Starts at most `begin` new lines; later events are only added to existing lines. An action that began before the
    page is listed there, with all its people."""
    days, begun = list[DayOfActions](), 0
    for event in events:
        begun += not event.is_before
        if days and days[-1].on == event.day and days[-1].takes(event):
            continue
        if begin is not None and begun > begin:
            continue
        if not days or days[-1].on != event.day:
            days.append(DayOfActions(event.day))
        days[-1].lines.append(Action([event]))
    for day in days:
        day.lines = [line for line in day.lines if not line.first.is_before]
    return [day for day in days if day.lines]
