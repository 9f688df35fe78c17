"""The events of a timeline as people read them: day by day, one line for each act.

What was done to several people of a family within minutes, by the same person and in the same words, is one act.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from casework.register.models.individual import Individual
from casework.slots.timeline import Event

# Rows of one act are written in one go; a form that is filled in person by person takes some minutes.
ONE_ACT_SECONDS = 600.0


@dataclass
class ToldAct:
    """One act: what a single person did or met, or several of a family together."""

    events: list[Event]

    @property
    def first(self) -> Event:
        """The newest of them, by whose words and hour the line goes."""
        return self.events[0]

    @property
    def people(self) -> list[Individual]:
        """Whom it concerns, in the order of their numbers, each once."""
        about = {each.individual.pk: each.individual for each in self.events if each.individual}
        return sorted(about.values(), key=lambda person: person.number)

    @property
    def are_folded(self) -> bool:
        return len(self.people) > 1

    @property
    def sentence(self) -> str:
        """The act with its subject; empty where only the short text is known."""
        event = self.first
        if not self._form:
            return ""
        told = {"who": event.by or _("Somebody"), "whom": self.whom}
        said = self._form % {**told, "old": event.old, "new": event.new, **event.words}
        return said[:1].upper() + said[1:]

    @property
    def recorded_by(self) -> User | None:
        """Who wrote it down, where that is on file and the sentence has another subject."""
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
        """True where `event` is one more person of the same act."""
        mine, last = self.first, self.events[-1]
        is_near = last.stood == event.stood or abs(last.stood - event.stood) <= ONE_ACT_SECONDS
        is_alike = (mine.many, mine.by, str(mine.old), str(mine.new), mine.told, mine.words) == (
            event.many,
            event.by,
            str(event.old),
            str(event.new),
            event.told,
            event.words,
        )
        both_about = bool(mine.individual and event.individual)
        return bool(event.many) and mine.act == event.act and is_near and is_alike and both_about


@dataclass
class ToldDay:
    on: datetime.date
    lines: list[ToldAct] = field(default_factory=list)

    def takes(self, event: Event) -> bool:
        """True where `event` belongs to an act that is told already, which tells it then."""
        line = next((line for line in reversed(self.lines) if line.takes(event)), None)
        if line:
            line.events.append(event)
        return line is not None


def days_of(events: Iterable[Event], begin: int | None = None) -> Sequence[ToldDay]:
    """The days on which these happened, as they come: the newest first. After the first that `begin` a line, the others
    only belong to lines begun; an act that began before the page is told there, with all who are of it."""
    days, own = list[ToldDay](), 0
    for event in events:
        own += not event.is_before
        if days and days[-1].on == event.day and days[-1].takes(event):
            continue
        if begin is not None and own > begin:
            continue
        if not days or days[-1].on != event.day:
            days.append(ToldDay(event.day))
        days[-1].lines.append(ToldAct([event]))
    for day in days:
        day.lines = [line for line in day.lines if not line.first.is_before]
    return [day for day in days if day.lines]
