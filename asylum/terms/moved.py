"""Whose last days became others, for a reader: of the files in sight, with the day before and the day since."""

from collections.abc import Iterable

from django.urls import reverse

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from asylum.choices import DeadlineKind
from asylum.models import TermMove
from casework.register.models.individual import Individual
from pages.moved import MovedDay


def moved_days(moves: Iterable[TermMove], user: User) -> list[MovedDay]:
    """Of these moves those of people whose claims the user sees, the nearest day first. The rows may be gone again."""
    moves = list(moves)
    seen = keys_seen(Individual.objects, user, Permission.APPLICATION_READ)
    wanted = Individual.objects.filter(pk__in={move.individual_id for move in moves})
    people = wanted.filter(pk__in=seen).in_bulk()
    days = [
        _in_words(move, people[move.individual_id])
        for move in moves
        if move.individual_id in people
    ]
    return sorted(days, key=lambda day: (day.now, day.who))


def _in_words(move: TermMove, person: Individual) -> MovedDay:
    """Where nobody has applied yet, the page is that of the person."""
    kind = move.deadline.kind if move.deadline else DeadlineKind.FILE
    url = (
        reverse("application-detail", args=[move.deadline.application_id])
        if move.deadline
        else reverse("individual-detail", args=[person.number])
    )
    return MovedDay(
        who=person.display_name,
        what=str(DeadlineKind(kind).label),
        was=move.was_on,
        now=move.is_on,
        url=url,
    )
