"""Asylum in a case's timeline: applications, permits, and states of renunciations.

Leaves out statements, remarks and numbers of papers, because caseworkers read the timeline."""

from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from asylum.choices import (
    DATED_BY_THE_FORM,
    ApplicationStatus,
    DeadlineKind,
    RenunciationStatus,
    Signature,
)
from asylum.individual_reviews import slots as individual_reviews
from asylum.interviews import slots as interviews
from asylum.models import (
    ApplicationStatusChange,
    AsylumApplication,
    FlightAccount,
    LegalDeadline,
    Permit,
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.rules.terms import SETTLED_BY_HAND
from asylum.terms import slots as terms
from casework.corrections.models import Correction
from casework.corrections.slots import steps_put_right
from casework.register.models.case import Case
from casework.slots.log_fields import LOG_FIELDS, author_in_log, with_log
from casework.slots.timeline import (
    Event,
    Happening,
    TimelineSource,
    of_members,
    value_before,
)
from pages.dates import hour_in_words, short_date


def _claims(case: Case, user: User) -> Any:
    return AsylumApplication.objects.visible_to(user).told_in(case, user.today())


def _application_moves(case: Case, user: User) -> Any:
    moves = ApplicationStatusChange.objects.standing().told()
    moves = moves.filter(application__in=_claims(case, user))
    moves = moves.with_day().annotate(
        before=value_before(ApplicationStatusChange, "application"), **_hearing_set_by("pk")
    )
    # For a repeated summons the interviews show both days.
    return moves.exclude(before=ApplicationStatus.SUMMONED, status=ApplicationStatus.SUMMONED)


def _hearing_set_by(step: str) -> dict[str, Any]:
    """Day and hour of the interview that a summons set; `step` refers to the summons."""
    set_by = LegalDeadline.objects.filter(begun_by=OuterRef(step), kind=DeadlineKind.INTERVIEW)
    return {
        "heard_on": Subquery(set_by.values("due_on")[:1]),
        "heard_at": Subquery(set_by.values("at_time")[:1]),
    }


def _with_hearing(state: Any, step: Any) -> str:
    if not step.heard_on:
        return str(state)
    heard = short_date(step.heard_on), hour_in_words(step.heard_at)
    return f"{state} ({', '.join(filter(None, heard))})"


def _application(move: Any) -> Event:
    # A draft has an entry of its own, so lodging does not mention it again.
    is_new = not move.before or move.status == ApplicationStatus.LODGED
    old = "" if is_new else ApplicationStatus(move.before).label
    new = _with_hearing(move.get_status_display(), move)
    said = _("The asylum application of %(whom)s went from %(old)s to %(new)s")
    return Event(
        move.day,
        _("Asylum application"),
        old=old,
        new=new,
        sentence=said if old else _("Asylum application of %(whom)s: %(new)s"),
    )


# The days in the form of an application, in the words of a correction.
DAYS = {
    "entered_on": gettext_lazy("day of entry"),
    "lodged_on": gettext_lazy("day of lodging"),
    "interview_on": gettext_lazy("day of the interview"),
    "resolved_on": gettext_lazy("day on which the decision was taken"),
}


def _days_put_right(case: Case, user: User) -> Any:
    """Corrections of days in the form: the other lines show each day as it is now."""
    rows = Correction.objects.filter(
        about_type=AsylumApplication._meta.label_lower,
        about_id__in=_claims(case, user).order_by().values("pk"),
    )
    names_a_day = Q()
    for name in DAYS:
        names_a_day |= Q(fields__contains=[name])
    return rows.filter(names_a_day)


def _day_put_right(correction: Any) -> Event:
    return Event(
        correction.at,
        _("Days of an asylum application corrected"),
        new=", ".join(str(words) for name, words in DAYS.items() if name in correction.fields),
        sentence=_("%(who)s corrected the asylum application of %(whom)s: %(new)s"),
    )


def _terms(case: Case, user: User) -> Any:
    claims = AsylumApplication.objects.told_in(case, user.today())
    rows = LegalDeadline.objects.visible_to(user).filter(application__in=claims)
    # A term that ended unmet on its first day was started by a mistake, or ended with the claim: it never ran.
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


def _term_ended(term: Any) -> Event:
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


def _told_of_flight(account: FlightAccount) -> Event:
    return Event(
        account.told_on,
        _("Told how the flight was"),
        sentence=_("%(whom)s told how the flight was"),
    )


flight = TimelineSource(
    "flight",
    gettext_lazy("Flight"),
    Permission.FLIGHT_READ,
    (
        Happening(
            of_members(FlightAccount, Permission.FLIGHT_READ),
            "told_on",
            _told_of_flight,
            by="recorded_by",
            person="individual",
            reads=(),
        ),
    ),
    is_brief=False,
)


def _permits(case: Case, user: User) -> Any:
    return Permit.objects.visible_to(user).told_in(case, user.today()).filter(mistaken_on=None)


def _issued(permit: Permit) -> Event:
    if permit.previous_id:
        return Event(
            permit.issued_on,
            _("Permit renewed"),
            new=permit.get_type_display(),
            sentence=_("%(whom)s renewed a permit: %(new)s"),
            many=_("%(whom)s renewed permits: %(new)s"),
        )
    return Event(
        permit.issued_on,
        _("Permit issued"),
        new=permit.get_type_display(),
        sentence=_("%(whom)s got a permit: %(new)s"),
        many=_("%(whom)s got permits: %(new)s"),
    )


def _cancelled(permit: Any) -> Event:
    return Event(
        permit.cancelled_on or permit.issued_on,
        _("Permit cancelled"),
        by=author_in_log(permit),
        old=permit.get_type_display(),
        sentence=_("The permit of %(whom)s was cancelled: %(old)s"),
    )


def _papers(case: Case, user: User) -> Any:
    return Renunciation.objects.visible_to(user).told_in(case, user.today())


def _mistakes(case: Case, user: User) -> Any:
    rows = Permit.objects.visible_to(user).told_in(case, user.today()).exclude(mistaken_on=None)
    return with_log(rows, "permit.retracted")


def _taken_back(permit: Any) -> Event:
    return Event(
        permit.mistaken_on,
        _("Permit recorded by mistake"),
        by=author_in_log(permit),
        old=permit.get_type_display(),
        sentence=_("A permit of %(whom)s had been recorded by mistake: %(old)s"),
    )


def _renunciation_moves(case: Case, user: User) -> Any:
    moves = RenunciationStatusChange.objects.standing()
    moves = moves.filter(renunciation__in=_papers(case, user))
    return moves.with_day().annotate(
        before=value_before(RenunciationStatusChange, "renunciation"),
        signature=F("renunciation__signature"),
        named=Coalesce(NullIf(F("authority__short_name"), Value("")), F("authority__name")),
    )


def _stood(move: Any, status: str) -> str:
    """The recorded paper of somebody who refused is shown as a refusal."""
    is_refusal = move.signature == Signature.REFUSED and status == RenunciationStatus.RECORDED
    return str(Signature.REFUSED.label if is_refusal else RenunciationStatus(status).label)


def _renunciation(move: Any) -> Event:
    old = _stood(move, move.before) if move.before else ""
    said = _("The renunciation of %(whom)s went from %(old)s to %(new)s")
    return Event(
        move.day,
        _("Renunciation"),
        old=old,
        new=_stood(move, move.status),
        told=_("Authority: %(name)s") % {"name": move.named} if move.named else "",
        sentence=said if old else _("Renunciation of %(whom)s: %(new)s"),
    )


def _demands(case: Case, user: User) -> Any:
    return RenunciationDemand.objects.standing().visible_to(user).told_in(case, user.today())


def _demand(demand: RenunciationDemand) -> Event:
    asks, asks_not = _("The authority asks"), _("The authority does not ask")
    return Event(
        demand.on,
        _("Renunciation"),
        new=asks if demand.is_asked else asks_not,
        sentence=_("Renunciation of %(whom)s: %(new)s"),
    )


applications = TimelineSource(
    "applications",
    gettext_lazy("Asylum applications"),
    Permission.APPLICATION_READ,
    (
        Happening(
            _application_moves,
            "day",
            _application,
            by="by",
            person="application__individual",
            reads=("before", "status", "heard_on", "heard_at"),
        ),
        steps_put_right(
            ApplicationStatusChange,
            gettext_lazy("Asylum application"),
            # The day of lodging is corrected in the form.
            lambda case, user: ApplicationStatusChange.objects.filter(
                application__in=_claims(case, user)
            ).exclude(status__in=DATED_BY_THE_FORM),
            lambda step: _with_hearing(ApplicationStatus(step.status).label, step),
            **_hearing_set_by("about_id"),
        ),
        Happening(
            _days_put_right,
            "at",
            _day_put_right,
            by="by",
            person="individual",
            reads=("fields",),
            needs_table=AsylumApplication,
        ),
        Happening(
            _terms,
            "ended_on",
            _term_ended,
            person="application__individual",
            reads=("kind", "was_met", "due_on", "claim"),
        ),
        terms.happened,
        terms.handed,
        interviews.happened,
        interviews.summoned_again,
        interviews.corrected,
    ),
)
permits = TimelineSource(
    "permits",
    gettext_lazy("Permits"),
    Permission.PERMIT_READ,
    (
        Happening(
            _permits,
            "issued_on",
            _issued,
            by="recorded_by",
            person="individual",
            reads=("type", "previous_id"),
        ),
        Happening(
            lambda case, user: with_log(_permits(case, user), "permit.cancelled"),
            "cancelled_on",
            _cancelled,
            person="individual",
            written=F("logged_at"),
            reads=("type", *LOG_FIELDS),
        ),
        Happening(
            _mistakes,
            "mistaken_on",
            _taken_back,
            person="individual",
            written=F("logged_at"),
            reads=("type", *LOG_FIELDS),
        ),
        individual_reviews.happened,
    ),
)
renunciations = TimelineSource(
    "renunciations",
    gettext_lazy("Renunciation of military activity"),
    Permission.RENUNCIATION_READ,
    (
        Happening(
            _renunciation_moves,
            "on",
            _renunciation,
            by="by",
            person="renunciation__individual",
            reads=("before", "day", "status", "signature", "named"),
        ),
        steps_put_right(
            RenunciationStatusChange,
            gettext_lazy("Renunciation"),
            lambda case, user: RenunciationStatusChange.objects.filter(
                renunciation__in=_papers(case, user)
            ),
            lambda step: RenunciationStatus(step.status).label,
        ),
        Happening(
            _demands, "on", _demand, by="recorded_by", person="individual", reads=("is_asked",)
        ),
    ),
)
