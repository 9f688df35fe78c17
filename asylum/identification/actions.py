"""Contests the authority's identification of a person, and records its answer."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.identification.models import IdentificationContest
from asylum.papers.models.renunciation import RenunciationDemand
from asylum.people.actions import record_without_case, write_legal_row
from asylum.renunciation.actions import add_claim_review_task
from asylum.rule_tasks.actions import close_outdated_tasks
from casework.register.actions import lock_row, refuse_withdrawn, withdraw
from pages.refusals import ActionRefused


@transaction.atomic
def contest_identification(
    demand: RenunciationDemand, *, on: datetime.date, grounds: str, by: User
) -> IdentificationContest:
    """Records that the identification is contested, and returns the contest. The identification still counts."""
    demand = lock_row(demand, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(demand)
    refuse_future(on, by=by)
    if on < demand.on:
        raise ActionRefused(_("The authority said it on a later day."), field="on")
    if not grounds.strip():
        raise ActionRefused(_("Give the reason."), field="grounds")
    if demand.contests.standing().filter(settled_at=None).exists():
        raise ActionRefused(_("This is contested already."))
    return write_legal_row(
        IdentificationContest,
        demand.individual,
        "identification.contested",
        by=by,
        demand=demand,
        on=on,
        grounds=grounds,
    )


@transaction.atomic
def settle_contest(
    contest: IdentificationContest, *, result: str, on: datetime.date, reference: str, by: User
) -> IdentificationContest:
    """Records the authority's answer, with the reference of its paper. A new identification is recorded separately."""
    contest = lock_row(contest, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(contest)
    refuse_future(on, by=by)
    if contest.settled_at:
        raise ActionRefused(_("This is settled already."))
    if on < contest.on:
        raise ActionRefused(_("It was contested on a later day."), field="on")
    if not reference.strip():
        raise ActionRefused(_("Name the paper in which it stands."), field="reference")
    contest.result, contest.result_on = result, on
    contest.result_reference, contest.settled_at = reference.strip(), timezone.now()
    contest.save()
    record_without_case("identification.settled", contest, by=by)
    return contest


@transaction.atomic
def withdraw_word(demand: RenunciationDemand, *, reason: str, by: User) -> RenunciationDemand:
    """Marks a statement of the authority as a mistake: the statement before it counts again.

    Adds a task to review the claim if the remaining statement requires a renunciation and none is verified.
    """
    statement = withdraw(
        demand,
        Permission.EVIDENCE_CHANGE,
        reason=reason,
        by=by,
        verb="renunciation.word_withdrawn",
    )
    add_claim_review_task(statement.individual, by=by)
    close_outdated_tasks(statement.individual, by=by)
    return statement
