"""Taking an exit back: it was a mistake, or the person is here again."""

import datetime
from collections.abc import Iterable

from django.utils.translation import gettext

from accounts.audit import record
from accounts.models import User
from casework.register.choices import ExitType
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from pages.dates import short_date


def take_back_of_returned(
    people: Iterable[Individual], *, on: datetime.date, by: User
) -> list[Exit]:
    """Takes back every earlier exit of these people, who came again on that day. A death stands: somebody looks into it."""
    exits = Exit.objects.standing().filter(individual__in=list(people), on__lt=on)
    back = list(exits.exclude(type=ExitType.DIED))
    for leaving in back:
        words = gettext("The person came back on %(day)s.") % {"day": short_date(on)}
        take_exit_back(leaving, reason=words, by=by)
    return back


def take_exit_back(leaving: Exit, *, reason: str, by: User) -> None:
    leaving.annulled_on, leaving.annulled_by = by.today(), by
    leaving.annulment_reason = reason
    leaving.save(update_fields=["annulled_on", "annulled_by", "annulment_reason"])
    record("exit.annulled", by=by, about=leaving)
