"""Recording exits and returns, and undoing mistaken ones.

A death or forced return is reported by one colleague; the exit is recorded when another confirms it."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import changed, entered
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.cases.actions import Departure, write_exit
from casework.cases.rules import needs_second_person
from casework.corrections.exits import say_after
from casework.exits.alone import let_look_for, refuse_unlikely
from casework.exits.choices import Joining, LossKind
from casework.exits.models import LossReport
from casework.exits.returned import join_again, let_family_follow
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
    """Records that the person left. If others stay in the case, the person's membership ends on that day.

    The last person stays a member, so that the file keeps its name until it is closed. `where_and_why` are the further
    facts of a Departure. For a child without an adult a page asks whether somebody `is_sure`; if nobody knows where the
    child is, adds a task for today."""
    individual = lock_for(individual, Permission.EXIT_RECORD, by=by)
    how = Departure(type, **where_and_why)
    if needs_second_person(how.type, how.is_voluntary):
        raise ActionRefused(
            _("A death or a forced return is reported, and a second person confirms it."),
            field="type",
        )
    case, _member = _membership(individual, on=on, by=by)
    refuse_unlikely(individual, type, case=case, on=on, is_sure=is_sure)
    let_look_for(individual, type, case=case, on=on, by=by)
    return _leave(individual, how, on=on, by=by)


def _leave(individual: Individual, how: Departure, *, on: datetime.date, by: User) -> Exit:
    case, member = _membership(individual, on=on, by=by)
    leaving = write_exit(individual, how, case=case, on=on, by=by)
    others = case.members.filter(left_on=None).exclude(individual=individual)
    if member.left_on is None and others.exists():
        end_membership(member, left_on=on, by=by)
    return leaving


def _membership(
    individual: Individual, *, on: datetime.date, by: User
) -> tuple[Case, FamilyMember]:
    """The case and membership that the person leaves. Raises ActionRefused if they cannot have left on that day."""
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
    """Reports that the person died or was returned by force. Nothing else changes until a second person confirms it."""
    individual = lock_for(individual, Permission.EXIT_RECORD, by=by)
    case, _member = _membership(individual, on=on, by=by)
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
    return entered(report, "loss.reported", by=by, case=case, details={"kind": report.kind})


@transaction.atomic
def confirm_loss(report: LossReport, *, checked_how: str, by: User) -> LossReport:
    """A second person confirms the report, and how they know: only now the person has left.

    Ends neither claim, stay nor aid; those responsible decide about each."""
    individual = lock_for(report.individual, Permission.EXIT_RECORD, by=by)
    report = LossReport.objects.lock(report)
    refuse_withdrawn(report)
    if not report.is_open:
        raise ActionRefused(_("This is confirmed already."))
    if report.recorded_by_id == by.pk:
        raise ActionRefused(_("Somebody else than the reporter confirms it."))
    if not checked_how.strip():
        raise ActionRefused(_("Say how you checked it."), field="checked_how")
    report.exit = _leave(individual, _departure(report), on=report.on, by=by)
    report.confirmed_on, report.confirmed_by = by.today(), by
    report.checked_how = checked_how.strip()
    written = ("exit", "confirmed_on", "confirmed_by", "checked_how")
    return changed(report, *written, verb="loss.confirmed", by=by, case=report.case)


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
    """The author withdraws an unconfirmed report. It stays readable."""
    if report.recorded_by_id != by.pk:
        raise ActionRefused(_("Who reported it takes it back."))
    if LossReport.objects.get(pk=report.pk).confirmed_on:
        raise ActionRefused(_("This is confirmed: take the exit back instead."))
    return withdraw(report, Permission.EXIT_RECORD, reason=reason, by=by, verb="loss.withdrawn")


@transaction.atomic
def settle_exit(
    leaving: Exit,
    *,
    what: str,
    reason: str,
    by: User,
    back_on: datetime.date | None = None,
    joins: str = "",
) -> Exit:
    """Records what happened after an exit (AfterExit): the person came back on a day, the exit was a mistake, or the
    return was.

    A mistake puts the person back into the family that the exit took them from, unless they are in a family now. A
    person who came back joins it again from the day of return if `joins` says so; otherwise this is due until somebody
    takes them in. If the day of return is corrected, or nobody returned, the membership from that day changes too."""
    leaving = lock_for(leaving, Permission.EXIT_RECORD, by=by)
    if not leaving.is_standing:
        raise ActionRefused(_("This exit was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    was = leaving.back_on
    say_after(leaving, what, back_on=back_on, reason=reason.strip(), by=by)
    if was and what != AfterExit.MISTAKE:
        let_family_follow(leaving, was=was, reason=reason.strip(), by=by)
    if what == AfterExit.MISTAKE:
        restore_membership(leaving, by=by)
    elif back_on and (what, joins) == (AfterExit.BACK, Joining.SAME_FAMILY):
        join_again(leaving, on=back_on, by=by)
    return leaving
