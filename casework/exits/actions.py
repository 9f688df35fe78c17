"""Records exits and returns, and undoes mistaken ones.

One colleague reports a death or forced return; the exit is recorded when another colleague confirms the report.
"""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import add_and_record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.cases.actions import Departure, write_exit
from casework.cases.rules import needs_second_person
from casework.corrections.exits import record_after_exit
from casework.exits.children_alone import add_search_task, refuse_unlikely
from casework.exits.choices import Joining, LossKind
from casework.exits.models import LossReport
from casework.exits.returns import correct_rejoining, rejoin_family
from casework.families.actions.family import end_membership, restore_membership
from casework.register.actions import refuse_withdrawn, withdraw
from casework.register.choices import AfterExit, ExitType, Voluntary
from casework.register.models.case import Case, FamilyMember
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
    is_sure: bool = True,
    **where_and_why: str,
) -> Exit:
    """Records that the person left, and returns the exit. If others stay in the case, the membership ends on that day.

    The last person stays a member, so that the case keeps its name until it is closed. `where_and_why` holds the further
    facts of a Departure. If a child leaves without an adult and nobody knows where the child is, adds a task for today.
    Raises ActionRefused for a death or forced return, which is reported instead, for an impossible day, and for a child
    without an adult unless somebody `is_sure`.
    """
    individual = lock_for(individual, Permission.EXIT_RECORD, by=by)
    how = Departure(type, **where_and_why)
    if needs_second_person(how.type, how.is_voluntary):
        raise ActionRefused(
            _("A death or a forced return is reported, and a second person confirms it."),
            field="type",
        )
    case, _member = _membership_to_leave(individual, on=on, by=by)
    refuse_unlikely(individual, type, case=case, on=on, is_sure=is_sure)
    add_search_task(individual, type, case=case, on=on, by=by)
    return _save_exit(individual, how, on=on, by=by)


def _save_exit(individual: Individual, how: Departure, *, on: datetime.date, by: User) -> Exit:
    case, member = _membership_to_leave(individual, on=on, by=by)
    person_exit = write_exit(individual, how, case=case, on=on, by=by)
    others = case.members.filter(left_on=None).exclude(individual=individual)
    if member.left_on is None and others.exists():
        end_membership(member, left_on=on, by=by)
    return person_exit


def _membership_to_leave(
    individual: Individual, *, on: datetime.date, by: User
) -> tuple[Case, FamilyMember]:
    """Returns the case and membership that the person leaves. Raises ActionRefused if the day is impossible."""
    refuse_future(on, by=by)
    if individual.exits.away().exists():
        raise ActionRefused(_("This person has left already."))
    case = case_of(individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    member: FamilyMember = case.members.filter(individual=individual).order_by("-joined_on").first()
    if on < member.joined_on:
        raise ActionRefused(_("This person joined the case later."), field="on")
    return case, member


@transaction.atomic
def report_loss(
    individual: Individual,
    *,
    kind: str,
    on: datetime.date,
    known_from: str,
    by: User,
    told: str = "",
) -> LossReport:
    """Reports that the person died or was returned by force, and returns the report. Raises ActionRefused.

    Nothing else changes until a second person confirms the report. `told` is what is known; `known_from` the source.
    """
    individual = lock_for(individual, Permission.EXIT_RECORD, by=by)
    case, _member = _membership_to_leave(individual, on=on, by=by)
    if not known_from.strip():
        raise ActionRefused(_("Say who told you, or what you saw."), field="known_from")
    if kind == LossKind.FORCED_RETURN and not told.strip():
        raise ActionRefused(
            _("Say what is known: by whom the person was returned, and the risk there."),
            field="told",
        )
    if individual.losses.to_confirm().exists():
        raise ActionRefused(_("This is reported already and waits for a second person."))
    report = LossReport(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        kind=LossKind(kind).value,
        on=on,
        reported_on=by.today(),
        known_from=known_from.strip(),
        told=told.strip(),
        recorded_by=by,
    )
    return add_and_record(report, "loss.reported", by=by, case=case, details={"kind": report.kind})


@transaction.atomic
def confirm_loss(report: LossReport, *, checked_how: str, by: User) -> LossReport:
    """Records that a second person confirms the report, and records the exit. Raises ActionRefused for the reporter.

    Ends neither claim, stay nor aid: the colleagues responsible decide about each.
    """
    individual = lock_for(report.individual, Permission.EXIT_RECORD, by=by)
    report = LossReport.objects.lock(report)
    refuse_withdrawn(report)
    if not report.is_open:
        raise ActionRefused(_("This is confirmed already."))
    if report.recorded_by_id == by.pk:
        raise ActionRefused(_("Somebody else than the reporter confirms it."))
    if not checked_how.strip():
        raise ActionRefused(_("Say how you checked it."), field="checked_how")
    report.exit = _save_exit(individual, _departure(report), on=report.on, by=by)
    report.confirmed_on, report.confirmed_by = by.today(), by
    report.checked_how = checked_how.strip()
    fields = ("exit", "confirmed_on", "confirmed_by", "checked_how")
    return save_and_record(report, *fields, verb="loss.confirmed", by=by, case=report.case)


def _departure(report: LossReport) -> Departure:
    if report.kind == LossKind.DEATH:
        return Departure(ExitType.DIED)
    return Departure(
        ExitType.RETURN,
        is_voluntary=Voluntary.NO,
        risk_note=report.told,
    )


@transaction.atomic
def withdraw_loss(report: LossReport, *, reason: str, by: User) -> LossReport:
    """Withdraws an unconfirmed report, which stays readable. Raises ActionRefused for users other than the reporter."""
    if report.recorded_by_id != by.pk:
        raise ActionRefused(_("Who reported it takes it back."))
    if LossReport.objects.get(pk=report.pk).confirmed_on:
        raise ActionRefused(_("This is confirmed: take the exit back instead."))
    return withdraw(report, Permission.EXIT_RECORD, reason=reason, by=by, verb="loss.withdrawn")


@transaction.atomic
def settle_exit(
    person_exit: Exit,
    *,
    what: str,
    reason: str,
    by: User,
    back_on: datetime.date | None = None,
    joins: str = "",
) -> Exit:
    """Records what happened after an exit: `what` is an AfterExit (back, a mistake, or still away after a wrong return).

    If the exit was a mistake, the person belongs to the former family again, unless they are in a family now. If the
    person came back, they join that family from the day of return if `joins` says so; otherwise a due item asks to take
    them in. If the return is corrected or a mistake, the membership that began with it changes too. Raises
    ActionRefused.
    """
    person_exit = lock_for(person_exit, Permission.EXIT_RECORD, by=by)
    if not person_exit.is_standing:
        raise ActionRefused(_("This exit was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    old_back_on = person_exit.back_on
    record_after_exit(person_exit, what, back_on=back_on, reason=reason.strip(), by=by)
    if old_back_on and what != AfterExit.MISTAKE:
        correct_rejoining(person_exit, old_back_on=old_back_on, reason=reason.strip(), by=by)
    if what == AfterExit.MISTAKE:
        restore_membership(person_exit, by=by)
    elif back_on and (what, joins) == (AfterExit.BACK, Joining.SAME_FAMILY):
        rejoin_family(person_exit, on=back_on, by=by)
    return person_exit
