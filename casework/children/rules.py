"""Who counts as a child, and the steps of a child's best interests. Needs no database."""

import datetime
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from casework.plan.choices import PlanDoer
from casework.register.rules import AGE_OF_MAJORITY, age_on

RULE = "child-protection-notice"


def is_surely_adult(
    day: datetime.date, *, born_on: datetime.date | None, birth_year: int | None
) -> bool:
    """Returns whether somebody is certainly eighteen that day: a year alone is read as its last day.

    False for an unknown age: in doubt the person is protected as a child (Ley 1098 de 2006, art. 3).
    """
    if born_on is None and birth_year is None:
        return False
    latest = born_on or datetime.date(birth_year or 0, 12, 31)
    age = age_on(day, born_on=latest, birth_year=birth_year)
    return age is not None and age >= AGE_OF_MAJORITY


class ChildStep(NamedTuple):
    """A step for a child: the task, who does it, and the number of days until it is due."""

    what: str
    doer: PlanDoer
    days: int


def best_interests_steps() -> Iterator[ChildStep]:
    """Yields the usual steps in order. No law sets the number of days, and users can change it in the plan."""
    staff, partner = PlanDoer.STAFF, PlanDoer.PARTNER
    yield ChildStep(_("A safe place tonight, apart from adults who are strangers"), staff, 0)
    yield ChildStep(
        _("Tell the child-protection authority, and keep the number it gives"), staff, 1
    )
    yield ChildStep(
        _("Hear the child alone, in their language, by somebody trained: what they want and fear"),
        staff,
        3,
    )
    yield ChildStep(_("Look at who cares for the child, at home, and agree on visits"), staff, 7)
    yield ChildStep(_("Ask the authority for a guardian who may sign"), partner, 7)
    yield ChildStep(
        _("Look for the family, if the child wants it and it puts nobody at risk"), partner, 14
    )
    yield ChildStep(_("A claim for asylum in the child's own name, with the guardian"), partner, 14)
    yield ChildStep(
        _("Write down the best-interests assessment, with the child's own view"), staff, 14
    )
    yield ChildStep(
        _("A best-interests determination by more than one person, before anything lasting"),
        partner,
        30,
    )
    yield ChildStep(_("Look at all of it again with the child"), staff, 30)
