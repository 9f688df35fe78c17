"""Moved terms for a user: of visible files, with the day before and the new day."""

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
    """Those moves whose claims the user sees, earliest day first. The moves may be outdated by now."""
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
    """For somebody without a claim, links to the person's page."""
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
