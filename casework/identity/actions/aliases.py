"""Further names, and the languages somebody speaks."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.register.actions import changed_by, compare_again, end_row, tell, tokens_of, write_row
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def add_alias(individual: Individual, *, name: str, by: User) -> Alias:
    """Adds a name by which the person is known, and from now on found."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    name = " ".join(name.split())
    if name.casefold() in {alias.name.casefold() for alias in individual.aliases.all()}:
        raise ActionRefused(_("This name is on file already."), field="name")
    alias = write_row(Alias, individual, by=by, name=name)
    _find_by_all_names(individual, by=by)
    compare_again(individual)
    tell("alias.added", alias, by=by)
    return alias


@transaction.atomic
def end_alias(alias: Alias, *, ended_on: datetime.date, by: User) -> Alias:
    """Says that the name is no longer used. The person is still found by it: papers may carry it."""
    return end_row(alias, Permission.INDIVIDUAL_CHANGE, "alias.ended", ended_on=ended_on, by=by)


def _find_by_all_names(individual: Individual, *, by: User) -> None:
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    individual.save(update_fields=["name_tokens", *changed_by(individual, by)])


@transaction.atomic
def record_languages(
    individual: Individual, *, languages: Sequence[str], needs_interpreter: bool, by: User
) -> Individual:
    """Says which languages the person speaks (ISO 639-3), and whether talks need an interpreter."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    individual.languages = list(dict.fromkeys(languages))
    individual.needs_interpreter = needs_interpreter
    individual.save(update_fields=["languages", "needs_interpreter", *changed_by(individual, by)])
    tell("languages.recorded", individual, by=by)
    return individual
