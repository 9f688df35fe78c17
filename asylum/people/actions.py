"""What every action about a person checks first."""

import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.people.querysets import of_the_dead
from casework.register.actions import withdraw, write_row
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused

Row = TypeVar("Row", bound=Model)


def reach(individual: Individual, *, by: User, permission: Permission) -> tuple[Individual, Case]:
    """The locked person, and their case today or, if alive, their last one: the procedure continues after leaving.

    Raises NotAllowed or ActionRefused.
    """
    individual = lock_for(individual, permission, by=by)
    members = FamilyMember.objects.filter(individual=individual)
    left = members.marked_latest().exclude(of_the_dead("individual"))
    membership = (
        (members.on(by.today()) | left).select_related("case").order_by("-is_latest").first()
    )
    if membership is None:
        raise ActionRefused(_("This person is in no case today."))
    return individual, membership.case


class DaysInDoubt(ActionRefused):
    """Two days that hardly fit together: asks for confirmation once."""


def ask_about_days(
    earlier: datetime.date | None, later: datetime.date | None, question: str, *, is_sure: bool
) -> None:
    """Raises DaysInDoubt if the later day lies before the other one, which the question names as `day`."""
    if earlier and later and later < earlier and not is_sure:
        raise DaysInDoubt(question % {"day": short_date(earlier)}, field="is_sure")


def put_down(model: type[Row], individual: Individual, verb: str, *, by: User, **facts: Any) -> Row:
    """Saves a new row for legal officers only. Recorded without the case: see `quietly`."""
    row = write_row(model, individual, by=by, **facts)
    quietly(verb, row, by=by)
    return row


@transaction.atomic
def take_back(row: Row, verb: str, *, reason: str, by: User) -> Row:
    """Marks such a row as a mistake: it stays readable with the reason, and counts nowhere."""
    permission = Permission.EVIDENCE_CHANGE
    return withdraw(row, permission, reason=reason, by=by, verb=verb, tells=quietly)


def quietly(verb: str, row: Model, *, by: User) -> None:
    """Records an event without the case, because readers of a case's history may not be allowed to know about it."""
    record(verb, by=by, about=row)
