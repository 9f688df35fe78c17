"""Moved terms of people whom a user sees, with the old and the new day."""

from collections.abc import Iterable

from django.urls import reverse

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.term_move import TermMove
from casework.register.models.individual import Individual
from pages.moved import MovedDay


def moved_days(moves: Iterable[TermMove], user: User) -> list[MovedDay]:
    """Returns the moves that the user may see, the earliest new day first. A term may have moved again since."""
    moves = list(moves)
    people_seen = visible_keys(Individual.objects, user, Permission.APPLICATION_READ)
    concerned = Individual.objects.filter(pk__in={move.individual_id for move in moves})
    people = concerned.filter(pk__in=people_seen).in_bulk()
    days = [
        _moved_day(move, people[move.individual_id])
        for move in moves
        if move.individual_id in people
    ]
    return sorted(days, key=lambda day: (day.now, day.who))


def _moved_day(move: TermMove, person: Individual) -> MovedDay:
    """Returns the move with a link to the claim, or to the person if the person has no claim."""
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
