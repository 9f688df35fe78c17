"""Applications in a case's timeline, without statements and remarks, because caseworkers read the timeline."""

from typing import Any

from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from asylum.interviews import slots as interviews
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.rules import SETTLED_BY_HAND
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms import slots as terms
from casework.corrections.models import Correction
from casework.corrections.slots import event_source_of_corrected_steps
from casework.register.models.case import Case
from casework.slots.timeline import Event, EventSource, TimelineSource, value_before
from pages.dates import hour_in_words, short_date


def _claims(case: Case, user: User) -> Any:
    return AsylumApplication.objects.visible_to(user).in_timeline_of(case, user.today())


def _application_moves(case: Case, user: User) -> Any:
    moves = ApplicationStatusChange.objects.standing().without_same_day_draft()
    moves = moves.filter(application__in=_claims(case, user))
    moves = moves.with_day().annotate(
        before=value_before(ApplicationStatusChange, "application"),
        **_annotations_of_interview("pk"),
    )
    # A repeated summons is shown by the interviews, with both days.
    return moves.exclude(before=ApplicationStatus.SUMMONED, status=ApplicationStatus.SUMMONED)


def _annotations_of_interview(step: str) -> dict[str, Any]:
    """Returns annotations: day and hour of the interview that a summons set; `step` is the lookup path to the summons."""
    terms_of_step = LegalDeadline.objects.filter(
        begun_by=OuterRef(step), kind=DeadlineKind.INTERVIEW
    )
    return {
        "heard_on": Subquery(terms_of_step.values("due_on")[:1]),
        "heard_at": Subquery(terms_of_step.values("at_time")[:1]),
    }


def _state_with_interview(state: Any, step: Any) -> str:
    if not step.heard_on:
        return str(state)
    interview = short_date(step.heard_on), hour_in_words(step.heard_at)
    return f"{state} ({', '.join(filter(None, interview))})"


def _move_event(move: Any) -> Event:
    # A draft has an event of its own, so the event of lodging does not mention it.
    is_new = not move.before or move.status == ApplicationStatus.LODGED
    old = "" if is_new else ApplicationStatus(move.before).label
    new = _state_with_interview(move.get_status_display(), move)
    sentence = _("The asylum application of %(whom)s went from %(old)s to %(new)s")
    return Event(
        move.day,
        _("Asylum application"),
        old=old,
        new=new,
        sentence=sentence if old else _("Asylum application of %(whom)s: %(new)s"),
    )


# Names of the days in the form of an application, for corrections.
NAMES_OF_DAYS = {
    "entered_on": gettext_lazy("day of entry"),
    "lodged_on": gettext_lazy("day of lodging"),
    "interview_on": gettext_lazy("day of the interview"),
    "resolved_on": gettext_lazy("day on which the decision was taken"),
}


def _corrections_of_days(case: Case, user: User) -> Any:
    """Returns corrections of days in the form. All other events show the day as it is now."""
    rows = Correction.objects.filter(
        about_type=AsylumApplication._meta.label_lower,
        about_id__in=_claims(case, user).order_by().values("pk"),
    )
    names_a_day = Q()
    for name in NAMES_OF_DAYS:
        names_a_day |= Q(fields__contains=[name])
    return rows.filter(names_a_day)


def _corrected_days_event(correction: Any) -> Event:
    return Event(
        correction.at,
        _("Days of an asylum application corrected"),
        new=", ".join(
            str(words) for name, words in NAMES_OF_DAYS.items() if name in correction.fields
        ),
        sentence=_("%(who)s corrected the asylum application of %(whom)s: %(new)s"),
    )


def _terms(case: Case, user: User) -> Any:
    claims = AsylumApplication.objects.in_timeline_of(case, user.today())
    rows = LegalDeadline.objects.visible_to(user).filter(application__in=claims)
    # A term that ended unmet on its first day never ran: a mistake started it, or the claim ended that day.
    rows = rows.exclude(ended_on=F("starts_on"), was_met=False)
    return rows.annotate(claim=F("application__status"))


def _how_met(term: Any) -> str:
    if term.claim == ApplicationStatus.MISTAKEN and term.was_met:
        if term.kind == DeadlineKind.FILE:
            return _("met by an application that was recorded by mistake: it ran again")
        return _("met, of an application that was recorded by mistake")
    if late := term.days_late:
        words = ngettext(
            "met late, %(days)d day after its last day",
            "met late, %(days)d days after its last day",
            late,
        )
        return words % {"days": late}
    if term.was_met:
        return _("met")
    if not term.is_missed:
        return _("no longer runs")
    return _("nobody said that it was met") if term.kind in SETTLED_BY_HAND else _("not met")


def _ended_term_event(term: Any) -> Event:
    met = _how_met(term)
    return Event(
        term.ended_on or term.due_on,
        _("Legal term ended: %(kind)s") % {"kind": term.get_kind_display()},
        new=met if term.was_met is not None else "",
        sentence=_("A term of %(whom)s ended: %(kind)s, %(new)s")
        if term.was_met is not None
        else _("A term of %(whom)s ended: %(kind)s"),
        words={"kind": term.get_kind_display()},
    )


applications = TimelineSource(
    "applications",
    gettext_lazy("Asylum applications"),
    Permission.APPLICATION_READ,
    (
        EventSource(
            _application_moves,
            "day",
            _move_event,
            by="by",
            person="application__individual",
            fields=("before", "status", "heard_on", "heard_at"),
        ),
        event_source_of_corrected_steps(
            ApplicationStatusChange,
            gettext_lazy("Asylum application"),
            # The day of lodging is corrected in the form.
            lambda case, user: ApplicationStatusChange.objects.filter(
                application__in=_claims(case, user)
            ).exclude(status__in=DATED_BY_THE_FORM),
            lambda step: _state_with_interview(ApplicationStatus(step.status).label, step),
            **_annotations_of_interview("about_id"),
        ),
        EventSource(
            _corrections_of_days,
            "at",
            _corrected_days_event,
            by="by",
            person="individual",
            fields=("fields",),
            needs_table=AsylumApplication,
        ),
        EventSource(
            _terms,
            "ended_on",
            _ended_term_event,
            person="application__individual",
            fields=("kind", "was_met", "due_on", "claim"),
        ),
        terms.extension_event_source,
        terms.handover_event_source,
        interviews.outcome_event_source,
        interviews.summoned_again,
        interviews.corrected,
    ),
)
