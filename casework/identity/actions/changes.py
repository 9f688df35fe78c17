"""Facts of a person that changed: recording, correcting and undoing a change; and relations that follow the sex."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import correction_action, refuse_mistake
from casework.identity.choices import FIELDS_OF, ChangingFact
from casework.identity.models import FactChange
from casework.identity.rules import relation_for_sex
from casework.register.actions import (
    changed_by,
    lock_row,
    queue_comparison,
    save_new_row,
    set_changed,
    tokens_of,
)
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused

# The length of an exact day as ISO text.
LENGTH_OF_DAY = 10


def facts_of(individual: Individual) -> dict[ChangingFact, dict[str, Any]]:
    """Returns the current fields of each fact that can change."""
    return {
        fact: {name: getattr(individual, name) for name in names}
        for fact, names in FIELDS_OF.items()
    }


def save_former_values(
    individual: Individual,
    former_facts: Mapping[ChangingFact, dict[str, Any]],
    since: Mapping[str, str],
    *,
    is_hidden: bool,
    by: User,
) -> list[str]:
    """Records the former values of those facts in `since` that differ now, and returns the names of their fields."""
    changed_fields: list[str] = []
    for fact, became in facts_of(individual).items():
        if fact not in since or became == former_facts[fact]:
            continue
        _refuse_before_birth(individual, since[fact], field=f"since_{fact}")
        alias = None
        if fact == ChangingFact.NAME and (
            name := " ".join(filter(None, former_facts[fact].values()))
        ):
            facts = {"name": name, "is_hidden": is_hidden, "ended_on": _whole_day(since[fact])}
            alias = save_new_row(Alias, individual, by=by, **facts)
        change = {"was": former_facts[fact], "became": became, "since": since[fact], "alias": alias}
        save_new_row(FactChange, individual, by=by, is_hidden=is_hidden, **change)
        changed_fields += FIELDS_OF[fact]
    return changed_fields


def _whole_day(since: str) -> datetime.date | None:
    return datetime.date.fromisoformat(since) if len(since) == LENGTH_OF_DAY else None


def _refuse_before_birth(individual: Individual, since: str, *, field: str) -> None:
    if since and individual.birth_year and int(since[:4]) < individual.birth_year:
        raise ActionRefused(_("This is before the birth."), field=field)


def fit_relation_to_sex(individual: Individual) -> list[str]:
    """Changes the person's relation in each case to the word for their sex. Returns the names of changed fields."""
    followed = []
    for member in individual.memberships.select_for_update():
        word = relation_for_sex(member.relation_to_principal, individual.sex)
        if word != member.relation_to_principal:
            member.relation_to_principal = word
            member.save(update_fields=["relation_to_principal"])
            followed = ["relation_to_principal"]
    return followed


@transaction.atomic
def correct_change(change: FactChange, *, by: User, **facts: Any) -> FactChange:
    """Corrects the day of a change, hides or shows the former value; `is_mistake` restores the former value.

    Raises ActionRefused if the fact has changed again, and without a reason a day after the change was recorded.
    """
    refuse_mistake(lock_row(change, Permission.INDIVIDUAL_CHANGE, by=by))
    corrected: FactChange = _correct_row(change, by=by, **facts)
    return corrected


def _apply_correction(change: FactChange, *, by: User) -> None:
    _refuse_before_birth(change.individual, change.since, field="since")
    if alias := change.alias:
        alias.is_hidden, alias.is_mistake = change.is_hidden, change.is_mistake
        alias.ended_on = _whole_day(change.since)
        alias.save(update_fields=["is_hidden", "is_mistake", "ended_on"])
    if change.is_mistake:
        _restore_former_values(change, by=by)


def _restore_former_values(change: FactChange, *, by: User) -> None:
    individual = change.individual
    # Only the fields in the row are compared: a fact may have more fields now than when it was recorded.
    if not change.fact or any(
        getattr(individual, name) != value for name, value in change.became.items()
    ):
        raise ActionRefused(_("This was put right or changed again since: take that back first."))
    set_changed(individual, change.was)
    if change.fact == ChangingFact.SEX:
        fit_relation_to_sex(individual)
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    changed_by(individual, by)
    individual.save()
    queue_comparison(individual)


_correct_row = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="individual.change_corrected", then=_apply_correction
)
