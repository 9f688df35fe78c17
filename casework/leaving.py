"""What is still to do elsewhere once somebody has left."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from casework.models import Individual


@dataclass(frozen=True)
class FollowUp:
    """A sentence, and the page on which it is done."""

    sentence: str
    url: str


def follow_ups(individual: Individual, user: User) -> list[FollowUp]:
    """Everything that settings.EXIT_FOLLOW_UPS names and the user may see."""
    return [
        each for path in settings.EXIT_FOLLOW_UPS for each in import_string(path)(individual, user)
    ]
