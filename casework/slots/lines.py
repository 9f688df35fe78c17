"""Groups the events of a timeline by day, with one line for each action.

The same change to several people of a family, by one colleague within minutes, is one action."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from casework.register.models.individual import Individual
from casework.slots.timeline import Event

# A form that is filled in for one person after the other takes some minutes.
LONGEST_ACTION_SECONDS = 600.0


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
        """The people whom the events are about, each once, by number."""
        about = {each.individual.pk: each.individual for each in self.events if each.individual}
        return sorted(about.values(), key=lambda person: person.number)

    @property
    def is_of_several(self) -> bool:
        return len(self.people) > 1

    @property
    def sentence(self) -> str:
        """The sentence for the action; "" if the event has only a short text."""
        event = self.first
        if not self._form:
            return ""
        values = {"who": event.by or _("Somebody"), "whom": self.whom}
        sentence = self._form % {**values, "old": event.old, "new": event.new, **event.words}
        return sentence[:1].upper() + sentence[1:]

    @property
    def recorded_by(self) -> User | None:
        """The author, if known and not the subject of the sentence."""
        return None if "%(who)s" in self._form else self.first.by

    @property
    def _form(self) -> str:
        return self.first.many if self.is_of_several else self.first.sentence

    @property
    def whom(self) -> str:
        people = self.people
        if not people:
            return _("the family")
        if len(people) == 1:
            return people[0].display_name
        return ngettext("%(n)d person", "%(n)d people", len(people)) % {"n": len(people)}

    def includes(self, event: Event) -> bool:
        """Whether `event` is the same change to another person within LONGEST_ACTION_SECONDS."""
        first, last = self.first, self.events[-1]
        is_near = (
            last.position == event.position
            or abs(last.position - event.position) <= LONGEST_ACTION_SECONDS
        )
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

    def add(self, event: Event) -> bool:
        """Adds `event` to an action of the day that includes it; returns False if none does."""
        line = next((line for line in reversed(self.lines) if line.includes(event)), None)
        if line:
            line.events.append(event)
        return line is not None


def days_of(events: Iterable[Event], max_actions: int | None = None) -> Sequence[DayOfActions]:
    """Returns the days of these events, which are newest first, in the same order.

    Returns at most `max_actions` actions; later events are only added to these. An action that began on the page before
    is shown there, with all its people, and is left out here.
    """
    days, started = list[DayOfActions](), 0
    for event in events:
        started += not event.is_before
        if days and days[-1].on == event.day and days[-1].add(event):
            continue
        if max_actions is not None and started > max_actions:
            continue
        if not days or days[-1].on != event.day:
            days.append(DayOfActions(event.day))
        days[-1].lines.append(Action([event]))
    for day in days:
        day.lines = [line for line in day.lines if not line.first.is_before]
    return [day for day in days if day.lines]
