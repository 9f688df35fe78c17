"""Interviews in what falls due, the timeline, extracts, the API and the audit log."""

from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.interviews.querysets import to_ask_about, to_excuse, to_prepare, with_set_day
from asylum.pathways.choices import ApplicationStatus
from asylum.people.querysets import with_case_followed
from asylum.procedure.choices import ABSENT, REPLACED_OUTCOMES, InterviewOutcome
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.interview import ClaimInterview, Interpreter
from casework.corrections.models import Correction
from casework.register.models.case import Case
from casework.slots.api import Resource
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.timeline import Event, EventSource
from pages.dates import short_date


def _day_and_hour(interview: ClaimInterview) -> str:
    return f"{short_date(interview.on)}, {interview.hour}"


# Common arguments of the three sources: an item is about an interview, in the case that follows the claim.
INTERVIEW_SOURCE: Any = {
    "about": ClaimInterview,
    "case": "of_case",
    "office": "application__individual__office_id",
    "related": ("application__individual",),
    "person": "application__individual_id",
    "shown_in_panel": "dates",
}
to_be_prepared = due.Source(
    kind="interview_to_prepare",
    title=gettext_lazy("Interview to prepare"),
    permission=Permission.APPLICATION_CHANGE,
    date="prepare_on",
    rows_on=lambda today: with_case_followed(to_prepare(today), person="application__individual"),
    say=lambda interview: (
        _("Interview of %(day)s to prepare: %(number)s")
        % {"day": _day_and_hour(interview), "number": interview.application.individual.number}
    ),
    **INTERVIEW_SOURCE,
    overdue=due.WARN,
    what=lambda interview: (
        _("prepare the interview of %(day)s") % {"day": _day_and_hour(interview)}
    ),
    actions=(
        due.DueAction(gettext_lazy("Prepare"), "claim-interview", Permission.APPLICATION_CHANGE),
    ),
    happens_on=lambda interview: interview.on,
)


# An item stays due until the authority summons again or excuses the absence, or the claim ends.
absences = due.Source(
    kind="interview_missed",
    title=gettext_lazy("Absence from an interview"),
    permission=Permission.APPLICATION_READ,
    date="excuse_by",
    rows_on=lambda today: with_case_followed(to_excuse(), person="application__individual"),
    say=lambda interview: (
        _("Did not come to the interview of %(day)s, to be excused: %(number)s")
        % {"day": short_date(interview.on), "number": interview.application.individual.number}
    ),
    **INTERVIEW_SOURCE,
    what=lambda interview: (
        _("excuse the absence of %(day)s, or ask for a new summons")
        % {"day": short_date(interview.on)}
    ),
    actions=(
        due.DueAction(gettext_lazy("Record"), "claim-interview", Permission.APPLICATION_CHANGE),
    ),
)


# An item stays due until a new or confirmed summons is recorded, or its day is past.
to_be_asked_about = due.Source(
    kind="interview_in_doubt",
    title=gettext_lazy("Summons of before the claim was archived"),
    permission=Permission.APPLICATION_CHANGE,
    date="ask_on",
    rows_on=lambda today: with_case_followed(to_ask_about(today), person="application__individual"),
    say=lambda interview: (
        _("Ask whether the summons to %(day)s still counts: %(number)s")
        % {"day": _day_and_hour(interview), "number": interview.application.individual.number}
    ),
    **INTERVIEW_SOURCE,
    overdue=due.WARN,
    what=lambda interview: (
        _("ask the authority whether the summons to %(day)s still counts")
        % {"day": _day_and_hour(interview)}
    ),
    actions=(
        due.DueAction(
            gettext_lazy("Ask and record"), "claim-interview", Permission.APPLICATION_CHANGE
        ),
    ),
    happens_on=lambda interview: interview.on,
)
of_interviews = (to_be_prepared, absences, to_be_asked_about)


def _interviews_in_timeline(case: Case, user: User) -> Any:
    """Returns interviews that the user sees, of the claims in the timeline of this case."""
    claims = AsylumApplication.objects.in_timeline_of(case, user.today())
    return ClaimInterview.objects.visible_to(user).filter(application__in=claims)


def _interviews_with_outcome(case: Case, user: User) -> Any:
    """Returns interviews with an attendance or absence.

    Leaves out attendances that the timeline shows as a step of the claim on the same day.
    """
    steps = ApplicationStatusChange.objects.standing().filter(
        application=OuterRef("application"),
        status=ApplicationStatus.INTERVIEWED,
        on=OuterRef("on"),
    )
    is_attended = Q(outcome=InterviewOutcome.ATTENDED) & ~Exists(steps)
    return _interviews_in_timeline(case, user).filter(is_attended | Q(outcome__in=ABSENT))


def _outcome_event(interview: ClaimInterview) -> Event:
    absences: dict[str, str] = {
        InterviewOutcome.MISSED: _("%(whom)s did not come to the interview with the authority"),
        InterviewOutcome.EXCUSED: _(
            "%(whom)s did not come to the interview with the authority, and was excused"
        ),
    }
    attendance = _("%(whom)s came to the interview with the authority")
    return Event(
        interview.on,
        _("Interview with the authority"),
        new=interview.get_outcome_display(),
        sentence=absences.get(interview.outcome, attendance),
    )


outcome_event_source = EventSource(
    _interviews_with_outcome,
    "on",
    _outcome_event,
    person="application__individual",
    fields=("outcome",),
)


def _repeated_summonses(case: Case, user: User) -> Any:
    """Returns summonses that replaced a missed interview, or one without an outcome."""
    rows = _interviews_in_timeline(case, user).exclude(summons=None)
    rows = rows.exclude(outcome=InterviewOutcome.MISTAKEN)
    replaced = ClaimInterview.objects.filter(
        application=OuterRef("application"),
        recorded_at__lt=OuterRef("recorded_at"),
        outcome__in=REPLACED_OUTCOMES,
    )
    rows = rows.filter(Exists(replaced))
    others = Prefetch("application__interviews", with_set_day(ClaimInterview.objects.all()))
    return with_set_day(rows).prefetch_related(others)


def _summons_in_words(interview: ClaimInterview) -> str:
    return ", ".join(filter(None, [interview.set_in_words, interview.place]))


def _repeated_summons_event(interview: ClaimInterview) -> Event:
    rows = interview.application.interviews.all()
    earlier = [
        each
        for each in rows
        if each.recorded_at < interview.recorded_at and each.outcome in REPLACED_OUTCOMES
    ]
    before = max(earlier, key=lambda each: each.recorded_at)
    return Event(
        interview.noticed_on or interview.on,
        _("Summoned again"),
        old=_summons_in_words(before),
        new=_summons_in_words(interview),
        sentence=_("%(whom)s was summoned anew: from %(old)s to %(new)s"),
    )


summoned_again = EventSource(
    _repeated_summonses,
    "noticed_on",
    _repeated_summons_event,
    by="recorded_by",
    person="application__individual",
)


def _corrections(case: Case, user: User) -> Any:
    """Returns corrections of interviews. The event of a summons shows its day, hour and place as they are now."""
    rows = _interviews_in_timeline(case, user)
    of_row = rows.filter(pk=OuterRef("about_id")).order_by()
    corrections = Correction.objects.filter(
        about_type=ClaimInterview._meta.label_lower, about_id__in=rows.order_by().values("pk")
    )
    return corrections.annotate(heard_on=Subquery(of_row.values("on")))


# Fields that the event of a summons shows: the event of their correction gives the old and the new value, too.
SHOWN_FIELDS = frozenset({"at_time", "noticed_on", "on", "place"})


def _correction_event(correction: Any) -> Event:
    fields: list[Any] = [ClaimInterview._meta.get_field(name) for name in correction.fields]
    words = [str(field.verbose_name) for field in fields]
    if SHOWN_FIELDS.issuperset(correction.fields):
        words = correction.changes.splitlines()
    return Event(
        correction.at,
        _("The record of an interview was corrected"),
        new=", ".join(words),
        sentence=_("%(who)s corrected the interview of %(whom)s on %(day)s: %(new)s"),
        words={"day": short_date(correction.heard_on)},
    )


corrected = EventSource(
    _corrections,
    "at",
    _correction_event,
    by="by",
    person="individual",
    needs_table=ClaimInterview,
)

resource = Resource(
    path="claim-interviews",
    model=ClaimInterview,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("application", "noticed_on", "on", "at_time", "outcome"),
    filters=("outcome",),
    day="on",
    person="application__individual",
)


claim_interview_extract = ExtractPart(
    ClaimInterview,
    gettext_lazy("Interviews with the authority"),
    ["place", "reason", "interpreter_because"],
    {"interpreter": gettext_lazy("Who interprets: that is a third person.")},
    rows=rows_about(ClaimInterview, "application__individual"),
    permission=Permission.APPLICATION_CHANGE,
)

interpreter_extract = ExtractPart(
    Interpreter,
    gettext_lazy("Work as an interpreter"),
    ["name", "languages", "vetted_by"],
    permission=Permission.APPLICATION_CHANGE,
)


VERBS: dict[str, str | Promise] = {
    "interpreter.added": gettext_lazy("recorded an interpreter"),
    "interpreter.changed": gettext_lazy("changed what is on file of an interpreter"),
    "interpreter.listed": gettext_lazy("looked at the list of interpreters"),
    "interview.recorded": gettext_lazy("recorded an interview with the authority"),
}
