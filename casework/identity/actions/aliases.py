"""Further names, and the languages somebody speaks."""

import datetime
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import correction_action, refuse_mistake
from casework.corrections.records import record_in_words, save_wrong_values
from casework.register.actions import (
    changed_by,
    end_row,
    queue_comparison,
    record_about_person,
    save_new_row,
    tokens_of,
)
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def add_alias(individual: Individual, *, name: str, by: User, is_hidden: bool = False) -> Alias:
    """Adds a name by which the person is known and found."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    name = " ".join(name.split())
    _refuse_twice(name, individual.aliases.all())
    alias = save_new_row(Alias, individual, by=by, name=name, is_hidden=is_hidden)
    _update_name_tokens(individual, by=by)
    queue_comparison(individual)
    record_about_person("alias.added", alias, by=by)
    return alias


@transaction.atomic
def end_alias(alias: Alias, *, ended_on: datetime.date, by: User) -> Alias:
    """Ends a name. The search still finds the person by it, because papers may have it."""
    refuse_mistake(alias)
    return end_row(alias, Permission.INDIVIDUAL_CHANGE, "alias.ended", ended_on=ended_on, by=by)


def _update_tokens(alias: Alias, *, by: User) -> None:
    """Updates the search tokens, so that the person is found by the current name and not by a wrong one."""
    alias.name = " ".join(alias.name.split())
    if not alias.name:
        raise ActionRefused(_("Give at least one name or an alias."), field="name")
    others = [each for each in alias.individual.aliases.all() if each.pk != alias.pk]
    if not alias.is_mistake:
        _refuse_twice(alias.name, others)
    alias.individual.name_tokens = tokens_of(alias.individual, [*others, alias])
    alias.individual.save(update_fields=["name_tokens", *changed_by(alias.individual, by)])
    queue_comparison(alias.individual)


correct_alias = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="alias.corrected", then=_update_tokens
)


def _refuse_twice(name: str, aliases: Iterable[Alias]) -> None:
    if name.casefold() in {each.name.casefold() for each in aliases if not each.is_mistake}:
        raise ActionRefused(_("This name is on file already."), field="name")


def _update_name_tokens(individual: Individual, *, by: User) -> None:
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    individual.save(update_fields=["name_tokens", *changed_by(individual, by)])


@transaction.atomic
def record_languages(
    individual: Individual, *, languages: Sequence[str], needs_interpreter: bool, by: User
) -> Individual:
    """Records which languages the person speaks (ISO 639-3), and whether they need an interpreter."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    values_before = record_in_words(individual, on=by.today())
    # Without languages on file, the question about an interpreter was not answered either.
    fields = ("languages", "needs_interpreter") if individual.languages else ()
    individual.languages = list(dict.fromkeys(languages))
    individual.needs_interpreter = needs_interpreter
    save_wrong_values(individual, values_before, fields, by=by)
    individual.save(update_fields=["languages", "needs_interpreter", *changed_by(individual, by)])
    record_about_person("languages.recorded", individual, by=by)
    return individual
