"""A child leaves without an adult of the family: impossible answers, confirmations, and follow-up."""

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
from pages.questions import ANY_KEY, kept_rows
from pages.refusals import ActionRefused

# Reasons of adults: a child leaves like this only together with one.
OF_GROWN_UPS = frozenset(
    {ExitType.OWN_MEANS, ExitType.RENT_SUBSIDY, ExitType.EVICTED, ExitType.WITHDREW}
)
# After these nobody knows where the person is.
MISSING = frozenset({ExitType.ABSCONDED, ExitType.LOST_CONTACT})


def is_child(individual: Individual, day: datetime.date) -> bool:
    """Whether the birth on file says so or is uncertain; an unknown birth does not make a child."""
    return individual.birth_year is not None and not surely_adult(individual, day)


def leaves_alone(individual: Individual, type: str, *, case: Case, on: datetime.date) -> bool:
    """Whether this is a child, and no adult of the family has an exit of the same kind on that day."""
    if not is_child(individual, on):
        return False
    alike = Exit.objects.standing().filter(case=case, type=type, on=on)
    others = alike.exclude(individual=individual).select_related("individual")
    return not any(surely_adult(each.individual, on) for each in others)


def refuse_unlikely(
    individual: Individual, type: str, *, case: Case, on: datetime.date, is_sure: bool
) -> None:
    """Raises ActionRefused for what is impossible for a child alone, and asks to confirm what is unlikely."""
    if not leaves_alone(individual, type, case=case, on=on):
        return
    words = {
        "who": individual.display_name,
        "age": age_in_words(individual.birth, on, with_unit=True),
        "how": ExitType(type).label,
    }
    if type in OF_GROWN_UPS:
        raise ActionRefused(
            _(
                "%(who)s is a child (%(age)s), and “%(how)s” is not said of a child alone. Is this the right person? If"
                " the child left with an adult of the family, record the exit of the adult first, with the same day."
            )
            % words,
            field="type",
        )
    if not is_sure:
        asked = [
            _("%(who)s is a child (%(age)s) and leaves without an adult of the family.") % words
        ]
        if type in MISSING:
            asked.append(
                _(
                    "A child of whom nobody knows where they are is looked for at once: call the child-protection"
                    " authority and the police. A task for today says so."
                )
            )
        raise ActionRefused(*asked, _("Is this the right person?"), field="is_sure")


def let_look_for(
    individual: Individual, type: str, *, case: Case, on: datetime.date, by: User
) -> None:
    """Adds a task for today, if a child went missing alone."""
    if type in MISSING and case.is_open and leaves_alone(individual, type, case=case, on=on):
        set_task(
            case,
            title=_("Look for the child: tell the child-protection authority and the police"),
            due_on=by.today(),
            individual=individual,
            by=by,
        )


def missing_in(case: Case) -> list[Exit]:
    """Exits of children in an open case who went missing alone and are still missing."""
    found = kept_rows(_missing, values={ANY_KEY: case.pk}) if case.is_open else []
    return [
        each for each in found if leaves_alone(each.individual, each.type, case=case, on=each.on)
    ]


def maybe_missing() -> Any:
    """Exits of one case by which people went missing; which of them are children is sealed."""
    return Exit.objects.away().filter(case=ANY_KEY, type__in=MISSING, closing=None)


def _missing() -> Any:
    return maybe_missing().select_related("individual").order_by("on")


def to_look_for(
    _today: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[uuid.UUID] | None = None,
) -> Any:
    """The same for all open cases, or for these, until the authority is told that the child is gone.

    `grown` is the result of `not_alone`, if known.
    """
    told = AuthorityTold.objects.standing().filter(
        individual=OuterRef("individual"), on__gte=OuterRef("on")
    )
    known = not_alone(_today, cases) if grown is None else grown
    return _by_year(cases).filter(~Exists(told)).exclude(pk__in=known)


def not_alone(
    _today: datetime.date, cases: Collection[uuid.UUID] | None = None
) -> tuple[uuid.UUID, ...]:
    """Those who look like a child alone by year of birth, but not by their sealed birthday."""
    turning = Q(individual__birth_year=F("year") - AGE_OF_MAJORITY)
    rows = _by_year(cases)
    with_turning = _others_who_left_alike().filter(
        individual__birth_year=OuterRef("year") - AGE_OF_MAJORITY
    )
    unsure = rows.filter(turning | Exists(with_turning)).select_related("individual", "case")
    return tuple(
        each.pk
        for each in unsure.order_by("pk")
        if not leaves_alone(each.individual, each.type, case=each.case, on=each.on)
    )


def _by_year(cases: Collection[uuid.UUID] | None) -> Any:
    rows = Exit.objects.away().annotate(year=ExtractYear("on"))
    rows = rows.filter(type__in=MISSING, closing=None, case__closed_on=None)
    if cases is not None:
        rows = rows.filter(case__in=cases)
    adults = _others_who_left_alike().filter(
        individual__birth_year__lt=OuterRef("year") - AGE_OF_MAJORITY
    )
    return rows.filter(~Exists(adults), individual__birth_year__gte=F("year") - AGE_OF_MAJORITY)


def _others_who_left_alike() -> Any:
    """Exits of other family members, of the same kind and day."""
    same = {name: OuterRef(name) for name in ("case", "type", "on")}
    return Exit.objects.standing().filter(**same).exclude(individual=OuterRef("individual"))
