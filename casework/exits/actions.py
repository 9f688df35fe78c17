"""Recording that somebody left, and taking it back when it was not so or they are here again."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.cases.actions import Departure, take_exit_back, write_exit
from casework.families.actions.family import end_membership
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused


@transaction.atomic
def record_exit(
    individual: Individual,
    *,
    type: str,
    on: datetime.date,
    by: User,
    **where_and_why: str,
) -> Exit:
    """Says that the person left. Who leaves others behind belongs to the case no longer from that day on;

    the last one stays its member, so that the file keeps its name until it is closed. `where_and_why` are
    the further facts of a Departure.
    """
    individual = lock_for(individual, Permission.EXIT_RECORD, by=by)
    refuse_future(on, by=by)
    if individual.exits.standing().exists():
        raise ActionRefused(_("This person has left already."))
    case = case_of(individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    member = case.members.filter(individual=individual).order_by("-joined_on").first()
    if on < member.joined_on:
        raise ActionRefused(_("This person joined the case later."), field="on")
    leaving = write_exit(individual, Departure(type, **where_and_why), case=case, on=on, by=by)
    others = case.members.filter(left_on=None).exclude(individual=individual)
    if member.left_on is None and others.exists():
        end_membership(member, left_on=on, by=by)
    return leaving


@transaction.atomic
def annul_exit(leaving: Exit, *, reason: str, by: User) -> Exit:
    """Takes an exit back: it was a mistake, or the person is here again. A new membership is a step of its own."""
    leaving = lock_for(leaving, Permission.EXIT_RECORD, by=by)
    if not leaving.is_standing:
        raise ActionRefused(_("This exit was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    take_exit_back(leaving, reason=reason.strip(), by=by)
    return leaving
