"""Exits of children without an adult of the family: what is refused, what is asked, and the search for the child."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import ExtractYear
from django.utils.translation import gettext as _

from accounts.models import User
from casework.children.models import AuthorityTold
from casework.children.querysets import surely_adult
from casework.register.choices import ExitType
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY, age_in_words
from casework.tasks.actions import set_task
from pages.questions import PLACEHOLDER, cached_rows
from pages.refusals import ActionRefused

# Only adults leave in these ways; a child leaves so only together with an adult.
TYPES_OF_ADULTS = frozenset(
    {ExitType.OWN_MEANS, ExitType.RENT_SUBSIDY, ExitType.EVICTED, ExitType.WITHDREW}
)
# After these exits nobody knows where the person is.
TYPES_OF_MISSING = frozenset({ExitType.ABSCONDED, ExitType.LOST_CONTACT})


def is_child(individual: Individual, day: datetime.date) -> bool:
    """Whether the person may be a child by the birth on file; False for an unknown birth."""
    return individual.birth_year is not None and not surely_adult(individual, day)


def leaves_alone(individual: Individual, type: str, *, case: Case, on: datetime.date) -> bool:
    """Whether the person may be a child, and no adult of the family has an exit of the same type on that day."""
    if not is_child(individual, on):
        return False
    exits = Exit.objects.standing().filter(case=case, type=type, on=on)
    exits_of_others = exits.exclude(individual=individual).select_related("individual")
    return not any(surely_adult(each.individual, on) for each in exits_of_others)


def refuse_unlikely(
    individual: Individual, type: str, *, case: Case, on: datetime.date, is_sure: bool
) -> None:
    """Raises ActionRefused for an exit that is impossible for a child alone and, unless `is_sure`, for an unlikely one."""
    if not leaves_alone(individual, type, case=case, on=on):
        return
    words = {
        "who": individual.display_name,
        "age": age_in_words(individual.birth, on, with_unit=True),
        "how": ExitType(type).label,
    }
    if type in TYPES_OF_ADULTS:
        raise ActionRefused(
            _(
                "%(who)s is a child (%(age)s), and “%(how)s” is not said of a child alone. Is this the right person? If"
                " the child left with an adult of the family, record the exit of the adult first, with the same day."
            )
            % words,
            field="type",
        )
    if not is_sure:
        sentences = [
            _("%(who)s is a child (%(age)s) and leaves without an adult of the family.") % words
        ]
        if type in TYPES_OF_MISSING:
            sentences.append(
                _(
                    "A child of whom nobody knows where they are is looked for at once: call the child-protection"
                    " authority and the police. A task for today says so."
                )
            )
        raise ActionRefused(*sentences, _("Is this the right person?"), field="is_sure")


def add_search_task(
    individual: Individual, type: str, *, case: Case, on: datetime.date, by: User
) -> None:
    """Adds a task for today to look for the child, if a child went missing alone."""
    if (
        type in TYPES_OF_MISSING
        and case.is_open
        and leaves_alone(individual, type, case=case, on=on)
    ):
        set_task(
            case,
            title=_("Look for the child: tell the child-protection authority and the police"),
            due_on=by.today(),
            individual=individual,
            by=by,
        )


def exits_of_missing_children(case: Case) -> list[Exit]:
    """Returns exits of an open case by which children went missing alone and are still missing."""
    candidates = (
        cached_rows(_exits_with_people, values={PLACEHOLDER: case.pk}) if case.is_open else []
    )
    return [
        each
        for each in candidates
        if leaves_alone(each.individual, each.type, case=case, on=each.on)
    ]


def exits_into_unknown() -> Any:
    """Returns a queryset of exits of one case by which people, children or not, went missing; for the SQL cache."""
    return Exit.objects.away().filter(case=PLACEHOLDER, type__in=TYPES_OF_MISSING, closing=None)


def _exits_with_people() -> Any:
    return exits_into_unknown().select_related("individual").order_by("on")


def missing_children(
    _today: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    not_children_alone: Collection[uuid.UUID] | None = None,
) -> Any:
    """Returns exits by which children of open cases, or of these, went missing alone, not yet told to the authority.

    `not_children_alone` is the result of `exits_not_of_children_alone`, if it is known.
    """
    notices = AuthorityTold.objects.standing().filter(
        individual=OuterRef("individual"), on__gte=OuterRef("on")
    )
    excluded = (
        exits_not_of_children_alone(_today, cases)
        if not_children_alone is None
        else not_children_alone
    )
    return _children_by_birth_year(cases).filter(~Exists(notices)).exclude(pk__in=excluded)


def exits_not_of_children_alone(
    _today: datetime.date, cases: Collection[uuid.UUID] | None = None
) -> tuple[uuid.UUID, ...]:
    """Returns keys of exits that look like those of a child alone by years of birth, but not by the sealed birthdays."""
    may_turn_of_age = Q(individual__birth_year=F("year") - AGE_OF_MAJORITY)
    rows = _children_by_birth_year(cases)
    others_turning_of_age = _same_exits_of_others().filter(
        individual__birth_year=OuterRef("year") - AGE_OF_MAJORITY
    )
    uncertain = rows.filter(may_turn_of_age | Exists(others_turning_of_age)).select_related(
        "individual", "case"
    )
    return tuple(
        each.pk
        for each in uncertain.order_by("pk")
        if not leaves_alone(each.individual, each.type, case=each.case, on=each.on)
    )


def _children_by_birth_year(cases: Collection[uuid.UUID] | None) -> Any:
    rows = Exit.objects.away().annotate(year=ExtractYear("on"))
    rows = rows.filter(type__in=TYPES_OF_MISSING, closing=None, case__closed_on=None)
    if cases is not None:
        rows = rows.filter(case__in=cases)
    adults = _same_exits_of_others().filter(
        individual__birth_year__lt=OuterRef("year") - AGE_OF_MAJORITY
    )
    return rows.filter(~Exists(adults), individual__birth_year__gte=F("year") - AGE_OF_MAJORITY)


def _same_exits_of_others() -> Any:
    """Returns a subquery for exits of other family members, of the same type and day."""
    same_facts = {name: OuterRef(name) for name in ("case", "type", "on")}
    return Exit.objects.standing().filter(**same_facts).exclude(individual=OuterRef("individual"))
