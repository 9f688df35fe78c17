"""Records summonses, interpreters, and outcomes of interviews."""

import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.interviews.rules import may_share_unit
from asylum.pathways.choices import ApplicationStatus
from asylum.people.actions import DaysInDoubt, ask_about_days
from asylum.procedure.choices import ABSENT, ATTENDANCE_OUTCOMES, InterviewOutcome
from asylum.procedure.counting import recount_terms
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.interview import ClaimInterview, Interpreter
from casework.corrections.actions import apply_correction
from casework.corrections.steps import save_correction
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.keys import issue_key

# A summons rarely names a day that is further ahead, so its year may be wrong.
FAR_SUMMONS = datetime.timedelta(days=183)


def add_interview_of_summons(
    summons: ApplicationStatusChange,
    *,
    noticed_on: datetime.date,
    on: datetime.date,
    by: User,
    at_time: datetime.time | None = None,
    place: str = "",
) -> ClaimInterview:
    """Adds the interview of a summons and returns it. The caller has locked the claim and checked the permission.

    An earlier interview without an outcome becomes "summoned again", which is all that is known about it.
    """
    application = summons.application
    application.interviews.unsaid().update(outcome=InterviewOutcome.AGAIN)
    return ClaimInterview.objects.create(
        key_id=application.key_id,
        application=application,
        summons=summons,
        noticed_on=noticed_on,
        on=on,
        at_time=at_time,
        place=place.strip(),
        recorded_by=by,
    )


def refuse_repeated_summons(
    application: AsylumApplication,
    *,
    noticed_on: datetime.date,
    on: datetime.date | None,
    at_time: datetime.time | None,
    place: str,
) -> None:
    """Raises ActionRefused for a summons that is on file, with the same days, hour and place."""
    last = application.interviews.unsaid().last()
    paper = noticed_on, on, at_time, place.strip()
    if last and (last.noticed_on, last.on, last.at_time, last.place) == paper:
        raise ActionRefused(
            _("This summons is on file: the same day, hour and place."), field="interview_on"
        )


def ask_about_far_day(
    noticed_on: datetime.date, on: datetime.date | None, *, is_sure: bool
) -> None:
    """Raises DaysInDoubt for a day far ahead, unless the user `is_sure`: its year may be wrong."""
    if on and on > noticed_on + FAR_SUMMONS and not is_sure:
        question = _(
            "The interview would be on %(day)s, more than half a year later. Is the year right?"
        )
        raise DaysInDoubt(question % {"day": short_date(on)}, field="is_sure")


def set_day_of_interview(
    application: AsylumApplication, *, on: datetime.date, is_sure: bool
) -> None:
    """Sets the day on which the interview was held; the caller saves the claim.

    Raises ActionRefused if an absence is recorded on that day, which the page of the interview corrects. Raises
    DaysInDoubt for unlikely days, unless the user `is_sure`.
    """
    last = application.interviews.set_days().last()
    if last and last.outcome in ABSENT:
        words = {"day": short_date(last.on)}
        if on == last.on:
            sentence = _(
                "On file the person did not come on %(day)s: put that right with the interview."
            )
            raise ActionRefused(sentence % words, field="on")
        if not is_sure:
            question = _(
                "On file the person did not come on %(day)s. Was the interview held later?"
            )
            raise DaysInDoubt(question % words, field="is_sure")
    question = _("The summons names %(day)s. Was the interview held before that day?")
    ask_about_days(application.interview_on, on, question, is_sure=is_sure)
    application.interview_on = on


def record_attendance(application: AsylumApplication, *, on: datetime.date, by: User) -> None:
    """Records that the person attended on that day, because the claim moves to "interviewed".

    Adds an interview if no summons is pending. The caller has locked the claim and checked the permission.
    """
    facts = {"outcome": InterviewOutcome.ATTENDED, "on": on}
    is_on_file = application.interviews.unsaid().update(**facts)
    if not is_on_file and not application.interviews.filter(**facts).exists():
        application.interviews.create(key_id=application.key_id, recorded_by=by, **facts)


def undo_summons(application: AsylumApplication, summons: ApplicationStatusChange) -> None:
    """Undoes a mistaken summons: the interview before it is pending again.

    The caller has locked the claim and checked the permission, and saves the claim.
    """
    application.interviews.filter(summons=summons).update(outcome=InterviewOutcome.MISTAKEN)
    before = _interview_of_last_summons(application)
    if before and before.outcome == InterviewOutcome.AGAIN:
        before.outcome = ""
        before.save(update_fields=["outcome"])
    application.interview_on = before.on if before else None


def undo_attendance(application: AsylumApplication) -> None:
    """Undoes a mistaken attendance: the interview is pending on its planned day again. The caller saves the claim.

    An interview that the mistaken step added becomes a mistake.
    """
    interview = _interview_of_last_summons(application)
    day = application.interview_on
    added = application.interviews.filter(summons=None, outcome=InterviewOutcome.ATTENDED)
    if day and added.filter(on=day).update(outcome=InterviewOutcome.MISTAKEN):
        application.interview_on = interview.on if interview else None
        return
    if interview and interview.outcome == InterviewOutcome.ATTENDED:
        term = application.deadlines.filter(begun_by=interview.summons_id).first()
        # A recorded absence with its reason counts again.
        interview.outcome = InterviewOutcome.MISSED if interview.reason else ""
        interview.on = term.due_on if term else interview.on
        interview.save(update_fields=["outcome", "on"])
        application.interview_on = interview.on


def _interview_of_last_summons(application: AsylumApplication) -> ClaimInterview | None:
    """Returns the interview of the last valid summons; None without one."""
    steps = application.status_changes.standing()
    rows = application.interviews.filter(summons__in=steps.values("pk"))
    last: ClaimInterview | None = rows.order_by("summons__at").last()
    return last


def _locked(interview: ClaimInterview, *, by: User) -> ClaimInterview:
    row: ClaimInterview = ClaimInterview.objects.select_for_update().get(pk=interview.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row.application)
    return row


@transaction.atomic
def record_interview(
    interview: ClaimInterview,
    *,
    by: User,
    outcome: str = "",
    reason: str = "",
    interpreter: Interpreter | None = None,
    interpreter_because: str = "",
    **facts: Any,
) -> ClaimInterview:
    """Records who interprets and whether the person attended, and returns the interview.

    `facts` are `at_time` and `place`; their earlier values stay readable. Raises ActionRefused for an absence without a
    reason, and without `interpreter_because` for an interpreter who may have served in the person's unit.
    """
    row = _locked(interview, by=by)
    _refuse_outcome(row, outcome)
    outcome = outcome or _default_outcome(row)
    if any((getattr(row, name) or None) != (value or None) for name, value in facts.items()):
        # The authority may give or change these facts later, which is no typing error and needs no reason.
        apply_correction(row, facts, reason="", by=by, recorded_at=timezone.now())
    _refuse_undoing_attendance(row, outcome)
    if outcome in ATTENDANCE_OUTCOMES:
        refuse_future(row.on, by=by, field="outcome")
    if outcome in ABSENT and not reason.strip():
        raise ActionRefused(_("Say why the person was not there."), field="reason")
    if interpreter is not None:
        if not Interpreter.objects.visible_to(by).contains(interpreter):
            raise ActionRefused(_("This interpreter is of another office."), field="interpreter")
        because = interpreter_because.strip()
        if not because and shares_unit(row.application.individual, interpreter):
            raise ActionRefused(
                _(
                    "This interpreter served, or may have served, in the unit of the person. "
                    "Choose another one, or say why this one all the same."
                ),
                field="interpreter_because",
            )
    _set_outcome(row, outcome, reason.strip(), by=by)
    row.interpreter = interpreter
    row.interpreter_because = interpreter_because.strip() if interpreter else ""
    row.save()
    claim = row.application
    recount_terms(claim)
    details = {"outcome": str(outcome)}
    record("interview.recorded", by=by, about=claim, case=claim.case, details=details)
    return row


def _refuse_outcome(row: ClaimInterview, outcome: str) -> None:
    """Raises ActionRefused for an interview that nobody could attend, or that a newer summons replaced."""
    if row.is_mistake:
        raise ActionRefused(
            _("This summons was recorded by mistake: nobody came to it, and nobody missed it.")
        )
    if row.outcome == InterviewOutcome.AGAIN and outcome == InterviewOutcome.ATTENDED:
        raise ActionRefused(
            _(
                "The person was summoned again after this interview. If they came to it, take the newer summons back first."
            ),
            field="outcome",
        )


def _default_outcome(row: ClaimInterview) -> str:
    """Returns the outcome of an interview about which nothing is recorded: empty, or "summoned again" if replaced."""
    later = row.application.interviews.exclude(outcome=InterviewOutcome.MISTAKEN)
    is_replaced = later.filter(recorded_at__gt=row.recorded_at).exists()
    return InterviewOutcome.AGAIN if is_replaced else ""


def _set_outcome(row: ClaimInterview, outcome: str, reason: str, *, by: User) -> None:
    """Sets the outcome; the caller saves the row. Records a correction of an earlier attendance or absence."""
    old = _outcome_in_words(row.outcome, row.reason)
    new = _outcome_in_words(outcome, reason)
    if row.outcome in ATTENDANCE_OUTCOMES and old != new:
        save_correction(
            row, ["outcome"], f"{old} → {new}", individual=row.individual, because="", by=by
        )
    row.outcome = outcome
    if outcome != InterviewOutcome.ATTENDED:
        # An attendance leaves the reason of an earlier absence, which counts again if the attendance is undone.
        row.reason = reason if outcome in ABSENT else ""


def _outcome_in_words(outcome: str, reason: str) -> str:
    words = InterviewOutcome(outcome).label if outcome else pgettext("interview", "Not said yet")
    return f"{words}: {reason}" if outcome in ABSENT else str(words)


def _refuse_undoing_attendance(row: ClaimInterview, outcome: str) -> None:
    """Raises ActionRefused if a step of the claim says that the person attended: that step must be undone first."""
    if row.outcome != InterviewOutcome.ATTENDED or outcome == InterviewOutcome.ATTENDED:
        return
    steps = row.application.status_changes.standing().with_day()
    if steps.filter(status=ApplicationStatus.INTERVIEWED, day=row.on).exists():
        raise ActionRefused(
            _(
                "The claim went on as interviewed that day: take that step back first, with “Correct the step” on the page "
                "of the application."
            ),
            field="outcome",
        )


def shares_unit(individual: Individual, interpreter: Interpreter) -> bool:
    """Returns whether the interpreter is a person on file who served, or may have served, in the person's unit."""
    if interpreter.individual_id is None:
        return False
    records = ServiceRecord.objects.current()
    return interpreter.individual_id == individual.pk or may_share_unit(
        records.filter(individual=individual), records.filter(individual=interpreter.individual_id)
    )


@transaction.atomic
def add_interpreter(*, by: User, **facts: Any) -> Interpreter:
    """Adds an interpreter to the user's office, with who vetted them and when; returns the row."""
    require(by, Permission.APPLICATION_CHANGE)
    facts = _checked(facts, by=by)
    if by.office is None:
        raise ActionRefused(_("Your account belongs to no office."))
    row = Interpreter.objects.create(key_id=issue_key(), office=by.office, recorded_by=by, **facts)
    record("interpreter.added", by=by, about=row)
    return row


@transaction.atomic
def change_interpreter(interpreter: Interpreter, *, by: User, **facts: Any) -> Interpreter:
    """Corrects an interpreter, or sets since when they are no longer offered."""
    require(by, Permission.APPLICATION_CHANGE, about=interpreter)
    row: Interpreter = Interpreter.objects.select_for_update().get(pk=interpreter.pk)
    for name, value in _checked(facts, by=by).items():
        setattr(row, name, value)
    row.save()
    record("interpreter.changed", by=by, about=row)
    return row


def _checked(facts: dict[str, Any], *, by: User) -> dict[str, Any]:
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    refuse_future(facts["vetted_on"], by=by, field="vetted_on")
    person = facts.get("individual")
    if person and not Individual.objects.visible_to(by).contains(person):
        raise ActionRefused(_("No person with this number is in your sight."), field="individual")
    return facts
