"""Closes, reopens, moves, restricts and refers cases; closing a case also records who left."""

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record, save_and_record
from accounts.models import Team, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from casework.cases.querysets import closing_reasons
from casework.cases.rules import needs_second_person
from casework.claims.sight import end_restriction, restrict_to
from casework.corrections.exits import record_after_exit
from casework.register.actions import changed_by, refuse_closed, refuse_stale
from casework.register.choices import (
    CASE_MOVES,
    EXIT_BY_END_REASON,
    AfterExit,
    CaseStatus,
    EndReason,
)
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange, LegalReferral
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.rules import missing_for_return
from casework.slots.obstacles import closure_blockers
from casework.slots.passing import pass_on_unseen_work
from pages.refusals import ActionRefused

# A legal referral is taken back at most this number of days later: legal officers may work with an older one.
DAYS_TO_TAKE_BACK = 1
TIME_TO_UNDO_CLOSING = datetime.timedelta(hours=24)
WHO_UNDOES_A_CLOSING = _(
    "Only who closed the case takes that back, within 24 hours. Ask for it to be reopened."
)


class CaseCannotClose(ActionRefused):
    """The case cannot close, because something in it is still open."""


class MoveNotAllowed(ActionRefused):
    """The case cannot move from its status to this one."""


def _save_changes(case: Case, *fields: str, by: User | None) -> None:
    case.save(update_fields=[*fields, *changed_by(case, by)])


def move_status(
    case: Case, status: str, *, on: datetime.date, by: User, reason: str = ""
) -> CaseStatusChange:
    """Moves the status along CASE_MOVES and adds a dated row. Raises MoveNotAllowed."""
    if status not in CASE_MOVES[case.status]:
        refuse_move(case, CaseStatus(status), case.status_changes, kind=MoveNotAllowed)
    case.status = status
    case.end_reason = reason
    case.closed_on = on if status == CaseStatus.CLOSED else None
    _save_changes(case, "status", "end_reason", "closed_on", by=by)
    return CaseStatusChange.objects.create(case=case, status=status, reason=reason, on=on, by=by)


@transaction.atomic
def close_case(case: Case, *, reason: EndReason | str, by: User, **facts: Any) -> Case:
    """Closes the case with a reason and returns it; `facts` are the other arguments of `end_case`.

    Raises ActionRefused also for a reason that is not one of `closing_reasons`.
    """
    case = lock_for(case, Permission.CASE_CLOSE, by=by)
    if case.is_open and reason not in closing_reasons(case):
        raise ActionRefused(
            _("Somebody is in this case: it is joined with another on the page of the family.")
            if case.members.non_empty().filter(left_on=None).exists()
            else _("Nobody is in this case any more: the reason says where its people are."),
            field="reason",
        )
    return end_case(case, reason=reason, by=by, **facts)


@transaction.atomic
def end_case(
    case: Case,
    *,
    reason: EndReason | str,
    on: datetime.date,
    by: User,
    version: int | None = None,
    **departure: str,
) -> Case:
    """Ends the case and returns it. Raises CaseCannotClose with a sentence for everything still open.

    A reason in EXIT_BY_END_REASON adds an exit for each current member; `departure` are the fields of `Departure`
    without its type. The caller has checked that the reason fits the people.
    """
    case = lock_for(case, Permission.CASE_CLOSE, by=by)
    refuse_stale(case, version=version, by=by)
    refuse_future(on, by=by)
    if on < case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="on")
    if case.is_open and (blockers := closure_blockers(case)):
        raise CaseCannotClose(*blockers)
    closing = move_status(case, CaseStatus.CLOSED, on=on, by=by, reason=EndReason(reason))
    if exit_type := EXIT_BY_END_REASON.get(reason):
        add_exits_of_members(closing, Departure(exit_type, **departure), by=by)
    record("case.closed", by=by, about=case, details={"reason": case.end_reason})
    return case


def closing_to_undo(case: Case, user: User) -> CaseStatusChange | None:
    """Returns the last closing if this user recorded it within a day and may undo it; else None."""
    if case.is_open:
        return None
    last = CaseStatusChange.objects.filter(case=case).order_by("-at", "-pk").first()
    is_fresh = last is not None and timezone.now() - last.at <= TIME_TO_UNDO_CLOSING
    return last if last and is_fresh and last.by_id == user.pk else None


@transaction.atomic
def undo_closing(case: Case, *, by: User) -> Case:
    """Reopens the case and marks the exits that its closing added as mistakes.

    Raises ActionRefused for others than the user who closed it, and later than a day: use `reopen_case`.
    """
    case = lock_for(case, Permission.CASE_CLOSE, by=by)
    if case.is_open:
        raise ActionRefused(_("This was taken back already."))
    if closing_to_undo(case, by) is None:
        raise ActionRefused(WHO_UNDOES_A_CLOSING)
    for person_exit in exits_by_closing(case):
        record_after_exit(
            person_exit,
            AfterExit.MISTAKE,
            back_on=None,
            reason=gettext("The case was reopened."),
            by=by,
        )
    move_status(case, CaseStatus.OPEN, on=by.today(), by=by)
    record("case.closing_undone", by=by, about=case)
    return case


@transaction.atomic
def reopen_case(
    case: Case,
    *,
    by: User,
    on: datetime.date | None = None,
    what: str = "",
    back_on: datetime.date | None = None,
) -> Case:
    """Reopens a closed case, today unless another day is given.

    `what` is an AfterExit: what became of the people who left by the closing and are away. `back_on` is the day if they
    came back.
    """
    case = lock_for(case, Permission.CASE_REOPEN, by=by)
    on = on or by.today()
    refuse_future(on, by=by)
    if case.closed_on and on < case.closed_on:
        raise ActionRefused(_("The case was closed after this day."), field="on")
    exits = exits_by_closing(case)
    if exits and not what:
        raise ActionRefused(_("Say whether they had left."), field="what")
    for person_exit in exits:
        record_after_exit(
            person_exit, what, back_on=back_on, reason=gettext("The case was reopened."), by=by
        )
    move_status(case, CaseStatus.OPEN, on=on, by=by)
    record("case.reopened", by=by, about=case)
    return case


@transaction.atomic
def move_case(case: Case, *, team: Team, by: User, on: datetime.date | None = None) -> Case:
    """Moves the case to another team of the same office. If its caseworker cannot see it there, the assignment ends."""
    case = lock_for(case, Permission.CASE_MOVE, by=by)
    if team.office_id != case.office_id:
        raise ActionRefused(_("A case moves between teams of one office."), field="team")
    if team.pk == case.team_id:
        raise ActionRefused(_("The case is with this team already."), field="team")
    old_team, case.team = case.team, team
    _save_changes(case, "team", by=by)
    CaseTeamChange.objects.create(case=case, team=team, on=on or by.today(), by=by)
    record("case.moved", by=by, about=case, details={"from": old_team.name, "to": team.name})
    for row in case.assignments.on_or_after(by.today()).select_related("caseworker"):
        if not Case.objects.visible_to(row.caseworker, Permission.CASE_CHANGE).contains(case):
            row.ends_on = max(row.starts_on, by.today())
            row.save(update_fields=["ends_on"])
            record("case.unassigned", by=by, about=case)
    pass_on_unseen_work(by=by, day=by.today(), case=case)
    return case


@transaction.atomic
def restrict_case(
    case: Case, *, people: Sequence[User], by: User, until: datetime.date | None = None
) -> Case:
    """Restricts the case to the named people and those who may restrict; nobody else can see that it exists.

    From `until` on, the named people no longer see the case. A new list replaces the old one.
    """
    case = lock_for(case, Permission.CASE_RESTRICT, by=by)
    if until and until <= by.today():
        raise ActionRefused(_("This day must lie in the future."), field="until")
    readers = {user.pk: user for user in people if user.pk != by.pk}
    strangers = [user for user in readers.values() if user.office_id != case.office_id]
    if strangers:
        raise ActionRefused(_("Name people of the case's office."), field="people")
    return restrict_to(case, list(readers.values()), by=by, until=until)


@transaction.atomic
def lift_restriction(case: Case, *, by: User) -> Case:
    """Lets the team and the office see the case again."""
    case = lock_for(case, Permission.CASE_RESTRICT, by=by)
    if not case.is_restricted:
        raise ActionRefused(_("The case is not restricted."))
    return end_restriction(case, by=by)


class ReturnNotAsked(ActionRefused):
    """The facts of a return lack an answer about the person's will or the risk."""


@dataclass(frozen=True)
class Departure:
    """How somebody left and where to, as far as known."""

    type: str
    destination_country: str = ""
    destination: str = ""
    is_voluntary: str = ""
    asked_by: str = ""
    risk_note: str = ""


def write_exit(
    individual: Individual,
    departure: Departure,
    *,
    case: Case,
    on: datetime.date,
    by: User,
    closing: CaseStatusChange | None = None,
) -> Exit:
    """Inserts the exit and its audit event. The caller has checked permission and day.

    Raises ActionRefused if the person is away on that day already, and ReturnNotAsked."""
    if individual.exits.standing().filter(Q(back_on=None) | Q(back_on__gt=on)).exists():
        raise ActionRefused(_("This person was away on these days already."), field="on")
    missing = missing_for_return(
        departure.type, departure.is_voluntary, departure.asked_by, departure.risk_note
    )
    if missing:
        raise ReturnNotAsked(at=missing)
    facts = {name: words.strip() for name, words in asdict(departure).items()}
    person_exit = Exit.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        on=on,
        is_destination_known=bool(facts["destination_country"]),
        recorded_by=by,
        closing=closing,
        **facts | {"destination_country": facts["destination_country"].upper()},
    )
    record("exit.recorded", by=by, about=person_exit, details={"type": departure.type})
    return person_exit


def add_exits_of_members(
    closing: CaseStatusChange, departure: Departure, *, by: User
) -> list[Exit]:
    """Adds an exit for each current member of a case that is being closed, and returns the exits.

    The people stay members, so that the file keeps their names. Raises ActionRefused for a departure that a second person
    confirms, and for somebody who joined later.
    """
    case = closing.case
    require(by, Permission.EXIT_RECORD, about=case)
    members = list(case.members.still_here().select_related("individual"))
    if members and needs_second_person(departure.type, departure.is_voluntary):
        raise ActionRefused(
            gettext("Report each death or forced return first: a second person confirms it."),
            field="reason",
        )
    if any(member.joined_on > closing.on for member in members):
        raise ActionRefused(gettext("Somebody joined the case after this day."), field="on")
    return [
        write_exit(member.individual, departure, case=case, on=closing.on, by=by, closing=closing)
        for member in members
    ]


def exits_by_closing(case: Case) -> list[Exit]:
    """Returns the exits written when the case was closed, of people still away; without erased people."""
    exits = Exit.objects.away().filter(closing__case=case, individual__erased_on=None)
    return list(exits.select_related("individual"))


@transaction.atomic
def refer_to_legal(case: Case, *, by: User, on: datetime.date | None = None) -> LegalReferral:
    """Lets the legal officers of the case's office see and follow the case."""
    case = lock_for(case, Permission.REFERRAL_MAKE, by=by)
    refuse_closed(case)
    if case.legal_referrals.open().exists():
        raise ActionRefused(_("This case is with that service already."))
    referral = LegalReferral.objects.create(
        case=case,
        office_id=case.office_id,
        made_on=on or by.today(),
        made_by=by,
    )
    record("referral.made", by=by, about=referral)
    return referral


def may_take_back(made_on: datetime.date, today: datetime.date) -> bool:
    """Returns whether a referral made on `made_on` may be taken back: on its day and the next."""
    return (today - made_on).days <= DAYS_TO_TAKE_BACK


@transaction.atomic
def take_legal_referral_back(case: Case, *, by: User) -> LegalReferral:
    """Ends a mistaken referral, so that legal officers no longer see the case. Raises ActionRefused if it is too late."""
    case = lock_for(case, Permission.REFERRAL_MAKE, by=by)
    referral: LegalReferral | None = case.legal_referrals.open().first()
    if referral is None:
        raise ActionRefused(_("This was taken back already."))
    if not may_take_back(referral.made_on, by.today()):
        raise ActionRefused(
            _("Only on its day and the next a referral is taken back: their work may rest on it.")
        )
    referral.ended_on = by.today()
    return save_and_record(referral, "ended_on", verb="referral.taken_back", by=by)


def copy_legal_referral(case: Case, sources: Sequence[Case], *, by: User, **origin: Any) -> None:
    """Refers the case to legal aid if one of `sources` is referred: people who moved stay visible to legal officers.

    `origin` are fields of LegalReferral that say where the referral comes from. The caller has checked the permission.
    """
    referral = LegalReferral.objects.open().filter(case__in=sources).order_by("pk").first()
    if referral is None or case.legal_referrals.open().exists():
        return
    copy = LegalReferral.objects.create(
        case=case, office_id=referral.office_id, made_on=by.today(), made_by=by, **origin
    )
    record("referral.made", by=by, about=copy)
