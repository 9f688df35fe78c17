"""Terms of law that moved, of the people whom a user sees: each with its old and its new day."""

from collections.abc import Iterable

from django.urls import reverse

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.term_move import TermMove
from casework.register.models.individual import Individual
from pages.moved import MovedDay


def moved_days(moves: Iterable[TermMove], user: User) -> list[MovedDay]:
    """Those of these moves that the user may see, earliest new day first. The term may have moved again since."""
    moves = list(moves)
    seen = keys_seen(Individual.objects, user, Permission.APPLICATION_READ)
    wanted = Individual.objects.filter(pk__in={move.individual_id for move in moves})
    people = wanted.filter(pk__in=seen).in_bulk()
    days = [
        _moved_day(move, people[move.individual_id])
        for move in moves
        if move.individual_id in people
    ]
    return sorted(days, key=lambda day: (day.now, day.who))


def _moved_day(move: TermMove, person: Individual) -> MovedDay:
    """Links to the claim, or to the person if they have none."""
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
