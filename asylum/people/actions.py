"""Common parts of actions about a person: locking, questions about days, and rows for legal officers only."""

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
from casework.register.actions import save_new_row, withdraw
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused

Row = TypeVar("Row", bound=Model)


def lock_person_and_case(
    individual: Individual, *, by: User, permission: Permission
) -> tuple[Individual, Case]:
    """Returns the locked person and their case today, or their last case if the person is alive and in no case.

    The procedure continues after a person left the case. Raises NotAllowed without the permission, and ActionRefused for
    a person without such a case.
    """
    individual = lock_for(individual, permission, by=by)
    members = FamilyMember.objects.filter(individual=individual)
    latest = members.marked_latest().exclude(of_the_dead("individual"))
    membership = (
        (members.on(by.today()) | latest).select_related("case").order_by("-is_latest").first()
    )
    if membership is None:
        raise ActionRefused(_("This person is in no case today."))
    return individual, membership.case


class DaysInDoubt(ActionRefused):
    """Two days that hardly fit together; the form asks the user to confirm them."""


def ask_about_days(
    earlier: datetime.date | None, later: datetime.date | None, question: str, *, is_sure: bool
) -> None:
    """Raises DaysInDoubt if `later` is before `earlier`, unless the user `is_sure`.

    `question` contains `%(day)s`, the place of the earlier day.
    """
    if earlier and later and later < earlier and not is_sure:
        raise DaysInDoubt(question % {"day": short_date(earlier)}, field="is_sure")


def write_legal_row(
    model: type[Row], individual: Individual, verb: str, *, by: User, **facts: Any
) -> Row:
    """Saves and returns a new row that only legal officers read."""
    row = save_new_row(model, individual, by=by, **facts)
    record_without_case(verb, row, by=by)
    return row


@transaction.atomic
def mark_as_mistake(row: Row, verb: str, *, reason: str, by: User) -> Row:
    """Marks a row that only legal officers read as a mistake: the row stays readable and counts nowhere."""
    permission = Permission.EVIDENCE_CHANGE
    return withdraw(row, permission, reason=reason, by=by, verb=verb, recorder=record_without_case)


def record_without_case(verb: str, row: Model, *, by: User) -> None:
    """Records an event without the case, because readers of a case's history may not be allowed to know about it."""
    record(verb, by=by, about=row)
