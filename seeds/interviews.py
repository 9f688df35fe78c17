"""Interpreters, outcomes of interviews, and an appeal whose term was extended."""

import datetime

from asylum.claims.actions import move_application
from asylum.interviews.actions import add_interpreter, record_interview
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from asylum.terms.actions import extend_deadline
from seeds.staff import Staff

INTERPRETERS = [
    ("Iris Pushaina Epieyú", "Wayuunaiki", "Defensoría del Pueblo"),
    ("Marcos Caribán", "Pumé y castellano", "ACNUR"),
]


def record_interviews(staff: Staff, today: datetime.date) -> None:
    """Records an interpreter for one summoned claim, a missed interview for another, and an extended term."""
    first, _second = (
        add_interpreter(
            name=name,
            languages=languages,
            vetted_by=checked_by,
            vetted_on=today - datetime.timedelta(days=40),
            by=staff.lucia,
        )
        for name, languages, checked_by in INTERPRETERS
    )
    unsaid = list(ClaimInterview.objects.unsaid().order_by("on", "recorded_at"))
    for interview in unsaid[:1]:
        record_interview(interview, interpreter=first, by=staff.lucia)
    for interview in unsaid[1:2]:
        _record_missed_interview(interview, staff, today)
    terms = LegalDeadline.objects.running().filter(kind=DeadlineKind.APPEAL)
    for term in terms.order_by("due_on")[:1]:
        extend_deadline(
            term,
            is_on=term.due_on + datetime.timedelta(days=5),
            granted_on=max(term.starts_on, today - datetime.timedelta(days=1)),
            paper="Auto 118 de la Cancillería",
            by=staff.lucia,
        )


def _record_missed_interview(interview: ClaimInterview, staff: Staff, today: datetime.date) -> None:
    """A missed interview of yesterday, with a new summons."""
    claim = interview.application
    ClaimInterview.objects.filter(pk=interview.pk).update(on=max(claim.status_on, today))
    interview.refresh_from_db()
    record_interview(
        interview,
        outcome=InterviewOutcome.MISSED,
        reason="Estaba hospitalizado; la constancia está en la ficha.",
        by=staff.lucia,
    )
    move_application(
        claim,
        to=ApplicationStatus.SUMMONED,
        on=today,
        interview_on=today + datetime.timedelta(days=6),
        by=staff.lucia,
    )
