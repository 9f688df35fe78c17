"""Recording summonses, interpreters, and outcomes of interviews."""

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
from casework.corrections.actions import put_right
from casework.corrections.steps import save_correction
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.keys import issue_key

# A summons is rarely for a later day.
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
    """Adds the interview of a summons. The caller has locked the claim and checked the permission.

    An earlier interview without an outcome becomes "summoned again", which is all that is known about it."""
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
    """Refuses a summons notified on the same day to the same day, hour and place: somebody recorded one paper twice."""
    last = application.interviews.unsaid().last()
    paper = noticed_on, on, at_time, place.strip()
    if last and (last.noticed_on, last.on, last.at_time, last.place) == paper:
        raise ActionRefused(
            _("This summons is on file: the same day, hour and place."), field="interview_on"
        )


def ask_about_far_day(
    noticed_on: datetime.date, on: datetime.date | None, *, is_sure: bool
) -> None:
    """Asks about a summons to a day so far ahead that the year may be wrong: the date would be in no list for a year."""
    if on and on > noticed_on + FAR_SUMMONS and not is_sure:
        question = _(
            "The interview would be on %(day)s, more than half a year later. Is the year right?"
        )
        raise DaysInDoubt(question % {"day": short_date(on)}, field="is_sure")


def set_day_of_interview(
    application: AsylumApplication, *, on: datetime.date, is_sure: bool
) -> None:
    """The actual day of the interview replaces the planned one.

    A recorded absence is not overwritten: if the person came after all, the interview is corrected.
    """
    last = application.interviews.set_days().last()
    if last and last.outcome in ABSENT:
        said = {"day": short_date(last.on)}
        if on == last.on:
            words = _(
                "On file the person did not come on %(day)s: put that right with the interview."
            )
            raise ActionRefused(words % said, field="on")
        if not is_sure:
            words = _("On file the person did not come on %(day)s. Was the interview held later?")
            raise DaysInDoubt(words % said, field="is_sure")
    question = _("The summons names %(day)s. Was the interview held before that day?")
    ask_about_days(application.interview_on, on, question, is_sure=is_sure)
    application.interview_on = on


def record_attendance(application: AsylumApplication, *, on: datetime.date, by: User) -> None:
    """The claim moved to "interviewed" on that day: the person attended. The caller has locked the claim and checked
    the permission.

    Creates an interview if no summons is pending, because the last one was missed."""
    attended = {"outcome": InterviewOutcome.ATTENDED, "on": on}
    is_on_file = application.interviews.unsaid().update(**attended)
    if not is_on_file and not application.interviews.filter(**attended).exists():
        application.interviews.create(key_id=application.key_id, recorded_by=by, **attended)


def undo_summons(application: AsylumApplication, summons: ApplicationStatusChange) -> None:
    """Undoes a mistaken summons: the interview before it is pending again. The caller has locked the claim and checked
    the permission."""
    application.interviews.filter(summons=summons).update(outcome=InterviewOutcome.MISTAKEN)
    before = _last_set(application)
    if before and before.outcome == InterviewOutcome.AGAIN:
        before.outcome = ""
        before.save(update_fields=["outcome"])
    application.interview_on = before.on if before else None


def undo_attendance(application: AsylumApplication) -> None:
    """Undoes a mistaken attendance: the interview is pending on its planned day again.

    An interview that this step created becomes a mistake."""
    held = _last_set(application)
    day = application.interview_on
    begun = application.interviews.filter(summons=None, outcome=InterviewOutcome.ATTENDED)
    if day and begun.filter(on=day).update(outcome=InterviewOutcome.MISTAKEN):
        application.interview_on = held.on if held else None
        return
    if held and held.outcome == InterviewOutcome.ATTENDED:
        term = application.deadlines.filter(begun_by=held.summons_id).first()
        # A recorded absence with its reason counts again.
        held.outcome = InterviewOutcome.MISSED if held.reason else ""
        held.on = term.due_on if term else held.on
        held.save(update_fields=["outcome", "on"])
        application.interview_on = held.on


def _last_set(application: AsylumApplication) -> ClaimInterview | None:
    """The interview of the last valid summons."""
    stand = application.status_changes.standing()
    rows = application.interviews.filter(summons__in=stand.values("pk"))
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
    """Records who interprets and whether the person attended. An absence needs a reason.

    So does an interpreter who served, or may have served, in the person's unit. `told` holds `at_time` and `place` if
    they are given; their earlier values stay readable."""
    row = _locked(interview, by=by)
    _refuse_where_nobody_came(row, outcome)
    outcome = outcome or _where_nothing_is_said(row)
    if any((getattr(row, name) or None) != (value or None) for name, value in facts.items()):
        # Late or changed details from the authority are no typing error, and need no reason.
        put_right(row, facts, reason="", by=by, recorded_at=timezone.now())
    _refuse_against_the_claim(row, outcome)
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
    _say(row, outcome, reason.strip(), by=by)
    row.interpreter = interpreter
    row.interpreter_because = interpreter_because.strip() if interpreter else ""
    row.save()
    claim = row.application
    recount_terms(claim)
    details = {"outcome": str(outcome)}
    record("interview.recorded", by=by, about=claim, case=claim.case, details=details)
    return row


def _refuse_where_nobody_came(row: ClaimInterview, outcome: str) -> None:
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


def _where_nothing_is_said(row: ClaimInterview) -> str:
    """No outcome; for an interview that a later summons replaced, "summoned again"."""
    later = row.application.interviews.exclude(outcome=InterviewOutcome.MISTAKEN)
    is_replaced = later.filter(recorded_at__gt=row.recorded_at).exists()
    return InterviewOutcome.AGAIN if is_replaced else ""


def _say(row: ClaimInterview, outcome: str, reason: str, *, by: User) -> None:
    """Sets the outcome without saving. An earlier attendance or absence with its reason stays readable."""
    was = _said(row.outcome, row.reason)
    now = _said(outcome, reason)
    if row.outcome in ATTENDANCE_OUTCOMES and was != now:
        save_correction(
            row, ["outcome"], f"{was} → {now}", individual=row.individual, because="", by=by
        )
    row.outcome = outcome
    if outcome != InterviewOutcome.ATTENDED:
        # If an attendance is undone, the earlier absence counts again with its reason.
        row.reason = reason if outcome in ABSENT else ""


def _said(outcome: str, reason: str) -> str:
    words = InterviewOutcome(outcome).label if outcome else pgettext("interview", "Not said yet")
    return f"{words}: {reason}" if outcome in ABSENT else str(words)


def _refuse_against_the_claim(row: ClaimInterview, outcome: str) -> None:
    """Raises ActionRefused if the claim moved on because the person attended: undo that step first, or a decision would
    depend on it."""
    if row.outcome != InterviewOutcome.ATTENDED or outcome == InterviewOutcome.ATTENDED:
        return
    held = row.application.status_changes.standing().with_day()
    if held.filter(status=ApplicationStatus.INTERVIEWED, day=row.on).exists():
        raise ActionRefused(
            _(
                "The claim went on as interviewed that day: take that step back first, with “Correct the step” on the page "
                "of the application."
            ),
            field="outcome",
        )


def shares_unit(individual: Individual, interpreter: Interpreter) -> bool:
    """Whether the interpreter is a former member on file who served, or may have served, in the person's unit."""
    if interpreter.individual_id is None:
        return False
    records = ServiceRecord.objects.current()
    return interpreter.individual_id == individual.pk or may_share_unit(
        records.filter(individual=individual), records.filter(individual=interpreter.individual_id)
    )


@transaction.atomic
def add_interpreter(*, by: User, **facts: Any) -> Interpreter:
    """Adds an interpreter of the user's office, with who vetted them and when."""
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
