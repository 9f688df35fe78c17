"""The sections of a person's page in order, the latest events on the summary, and the events of a case."""

from typing import Any

from django.db.models import Case as Choice
from django.db.models import Exists, F, JSONField, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Cast, JSONArray, TruncDate
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.contact.slots import ContactSection
from casework.corrections.models import Correction
from casework.families.timeline import annotations_of_undone_join, event_of_reopening
from casework.handovers import timeline as handovers
from casework.identity.slots import ExposureSection, IdentitySection, OnwardSection, PapersSection
from casework.merges.models import Merge
from casework.needs.slots import NeedsSection
from casework.register.choices import CaseStatus, EndReason, EntryMode
from casework.register.models.arrival import Arrival
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange, LegalReferral
from casework.service.slots import SanctionsSection, ServiceSection
from casework.slips import slots as slips
from casework.slots.arrived import who_came, with_people
from casework.slots.lines import days_of
from casework.slots.logged import with_log
from casework.slots.sections import Section
from casework.slots.stream import stream
from casework.slots.timeline import Event, Happening, Question, TimelineSource, before, sources_for
from pages.dates import short_date

SHOWN = 5
# How many more events are read, so that an action of several people is shown with all of them.
LOOKED_AT = 40


class TimelinePanel:
    """The latest events, and a link to the timeline."""

    slug, title = "timeline", gettext_lazy("Timeline")
    permission = Permission.CASE_READ
    template = "casework/file/timeline_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        brief = [source for source in sources_for(case, user) if source.is_brief]
        return {
            "days": days_of(
                stream(brief, Question(case, user, limit=SHOWN, further=LOOKED_AT)), SHOWN
            ),
            "may_read_history": can(user, Permission.CASE_HISTORY_READ, about=case),
        }


timeline_panel = TimelinePanel()

SECTIONS: list[Section] = [
    IdentitySection(),
    ContactSection(),
    NeedsSection(),
    ServiceSection(),
    SanctionsSection(),
    PapersSection(),
    ExposureSection(),
    OnwardSection(),
]


def _statuses(case: Case, user: User) -> Any:
    """The first one is placed on the day from which the case counts now, which changes when the arrival is
    corrected."""
    changes = CaseStatusChange.objects.filter(case=case)
    changes = changes.annotate(before=before(CaseStatusChange, "case"))
    opening = When(before__isnull=True, then="case__opened_on")
    merges = Merge.objects.filter(case=OuterRef("case"), by=OuterRef("by"), at__lte=OuterRef("at"))
    closed = When(reason=EndReason.DUPLICATE, then=Exists(merges))
    there = Case.objects.visible_to(user).exclude(pk=OuterRef("case"))
    there = there.filter(
        members__is_latest=True,
        members__individual__merged_from__memberships__case=OuterRef("case"),
    )
    found = When(reason=EndReason.DUPLICATE, then=Subquery(there.values("number")[:1]))
    return changes.annotate(
        day=Choice(opening, default="on"),
        was_merged=Choice(closed, default=False),
        goes_on_in=Choice(found, default=Value("")),
        **annotations_of_undone_join(user),
    )


def _status(change: Any) -> Event:
    if change.before is None:
        # A case counts from its arrival, which may have been logged days later.
        sentence = _("The case counts from this day; %(who)s opened it")
        return Event(change.day, _("Case opened"), sentence=sentence)
    if change.status == CaseStatus.OPEN:
        return event_of_reopening(change)
    if change.was_merged:
        return Event(
            change.on,
            _("The records were merged"),
            sentence=_("%(who)s merged the records, and the case closed"),
            goes_on_in=change.goes_on_in or "",
        )
    words = {"reason": EndReason(change.reason).label}
    return Event(
        change.on,
        _("Case closed: %(reason)s") % words,
        sentence=_("%(who)s closed the case: %(reason)s"),
        words=words,
    )


def _teams(case: Case, user: User) -> Any:
    changes = CaseTeamChange.objects.filter(case=case).select_related("team")
    return changes.annotate(before=before(CaseTeamChange, "case", "team__name")).exclude(
        before=None
    )


def _team(change: Any) -> Event:
    return Event(
        change.on,
        _("Moved to another team"),
        old=change.before,
        new=change.team.name,
        sentence=_("%(who)s moved the case from %(old)s to %(new)s"),
    )


def _referred(referral: LegalReferral) -> Event:
    return Event(
        referral.made_on,
        _("Referred: %(service)s") % {"service": _("Legal aid")},
        sentence=_("%(who)s referred the case to legal aid"),
    )


def _referral_ended(referral: LegalReferral) -> Event:
    service = {"service": _("Legal aid")}
    return Event(
        referral.ended_on or referral.made_on,
        _("Referral ended: %(service)s") % service,
        sentence=_("The referral to legal aid ended"),
    )


# The arrival for which the case was opened; a later one is placed where it was recorded.
ARRIVING = Q(on=F("case__opened_on"))


def _arrivals(case: Case, user: User) -> Any:
    rows = Arrival.objects.filter(case=case).select_related("crossing", "first_contact_by")
    return with_people(rows, case, user)


def _whom(row: Any) -> tuple[dict[str, str], bool]:
    """Whom a line about an arrival names, unless it is the whole family; and whether those are several."""
    names = who_came(row)
    return ({"whom": get_text_list(names, _("and"))} if names else {}), len(names) > 1


def _arrived(arrival: Any) -> Event:
    mode = "" if arrival.entry_mode == EntryMode.UNKNOWN else arrival.get_entry_mode_display()
    hour = f"{arrival.at_time:%H:%M}" if arrival.at_time else ""
    how = ", ".join(filter(None, [mode, str(arrival.crossing or ""), hour]))
    whom, are_several = _whom(arrival)
    if are_several:
        said = _("%(whom)s arrived together: %(how)s") if how else _("%(whom)s arrived together")
    else:
        said = _("%(whom)s arrived: %(how)s") if how else _("%(whom)s arrived")
    act = _("%(whom)s arrived") % {"whom": ", ".join(arrival.came)} if whom else _("Arrived")
    text = f"{act}: {how}" if how else act
    return Event(arrival.on, text, sentence=said, words={"how": how, **whom})


def _met(arrival: Any) -> Event:
    """Who met them first; the event has the hour."""
    who = str(arrival.first_contact_by or _("somebody who is not known"))
    whom, _are_several = _whom(arrival)
    return Event(
        arrival.first_contact_at or arrival.on,
        _("First contact: %(who)s") % {"who": who},
        sentence=_("%(first)s met %(whom)s first"),
        words={"first": who, **whom},
    )


def _corrections(case: Case, user: User) -> Any:
    of_it = Arrival.objects.filter(case=case).values("pk")
    rows = Correction.objects.filter(about_type=Arrival._meta.label_lower, about_id__in=of_it)
    return with_people(rows, case, user, arrival="about_id")


def _corrected(correction: Any) -> Event:
    whom, _are_several = _whom(correction)
    return Event(
        correction.at,
        _("The arrival was corrected"),
        told="\n".join(filter(None, (correction.changes, correction.because))),
        sentence=_("%(who)s corrected the arrival of %(whom)s"),
        words=whom,
    )


def _assignments(case: Case, user: User) -> Any:
    """Adds `was_held` and `was_with` to the assignments.

    `was_held` is set for an assignment that counts for no day but lasted hours, until the case moved or another
    colleague took it; only computed for those. `was_with` is the colleague, other than the assigning one, who looked
    after the case before."""
    # `displaced` lists each row that it ended by its key and former end.
    of_it = JSONArray(JSONArray(OuterRef("pk")))
    newer = CaseAssignment.objects.filter(
        case=OuterRef("case"),
        displaced__contains=of_it,
        starts_on=OuterRef("starts_on"),
        assigned_at__date__gte=OuterRef("starts_on"),
    )
    moved = CaseTeamChange.objects.filter(
        case=OuterRef("case"), at__gt=OuterRef("assigned_at"), at__date=OuterRef("starts_on")
    )
    for_hours = When(ends_on=F("starts_on"), then=Exists(newer) | Exists(moved))
    rows = CaseAssignment.objects.filter(starts_on__lte=user.today(), case=case)
    before = CaseAssignment.objects.alias(ended=Cast(OuterRef("displaced"), JSONField())).filter(
        case=OuterRef("case"),
        ended__contains=JSONArray(JSONArray("pk")),
        starts_on__lte=OuterRef("starts_on"),
    )
    again = CaseAssignment.objects.filter(
        case=OuterRef("case"),
        caseworker=OuterRef("caseworker"),
        starts_on=OuterRef("starts_on"),
        assigned_at__gt=OuterRef("assigned_at"),
    )
    others = before.exclude(caseworker=OuterRef("assigned_by"))
    holder = others.order_by("-starts_on", "-assigned_at").values("caseworker__full_name")[:1]
    return rows.select_related("caseworker").annotate(
        was_held=Choice(for_hours, default=False),
        was_with=Subquery(holder),
        holds_again=Exists(again.exclude(ends_on=F("starts_on"))),
    )


def _passed_on(*, is_own: bool, is_over: bool) -> str:
    """The case came from a colleague who looked after it."""
    if is_own and is_over:
        return _("%(who)s took the case over from %(old)s and looked after it until %(until)s")
    if is_own:
        return _("%(who)s took the case over from %(old)s")
    if is_over:
        return _(
            "%(who)s passed the case from %(old)s to %(new)s, who looked after it until %(until)s"
        )
    return _("%(who)s passed the case from %(old)s to %(new)s")


def _taken_up(*, is_own: bool, is_over: bool) -> str:
    """The case had no carer, or its carer gave it away."""
    if is_own and is_over:
        return _("%(who)s looked after the case until %(until)s")
    if is_own:
        return _("%(who)s looks after the case from here on")
    if is_over:
        return _("%(who)s gave the case to %(new)s, who looked after it until %(until)s")
    return _("%(who)s gave the case to %(new)s")


def _assigned(assignment: Any) -> Event:
    is_over = assignment.ends_on == assignment.starts_on
    is_own = assignment.caseworker_id == assignment.assigned_by_id
    old = assignment.was_with or ""
    if is_over and not assignment.was_held:
        # It may have lasted for hours: the file does not say how long, only that it counts for no day.
        sentence = _("%(who)s gave the case to %(new)s; later that was undone or changed")
    elif old:
        sentence = _passed_on(is_own=is_own, is_over=is_over)
    else:
        sentence = _taken_up(is_own=is_own, is_over=is_over)
    until = short_date(assignment.starts_on)
    if assignment.holds_again:
        until = _("%(day)s, and again from that day on") % {"day": until}
    return Event(
        assignment.starts_on,
        _("Looked after by"),
        old=old,
        new=str(assignment.caseworker),
        sentence=sentence,
        words={"until": until},
    )


def _plans(case: Case, user: User) -> Any:
    """Assignments from a day after their recording: what was agreed is in the file before its day comes."""
    return CaseAssignment.objects.filter(case=case, starts_on__gt=TruncDate("assigned_at"))


def _planned(assignment: Any) -> Event:
    is_over = assignment.ends_on == assignment.starts_on
    return Event(
        assignment.assigned_at,
        _("Looked after by"),
        new=str(assignment.caseworker),
        sentence=(
            _(
                "%(who)s planned the case for %(new)s from %(until)s on; later that was undone or changed"
            )
            if is_over
            else _("%(who)s planned the case for %(new)s from %(until)s on")
        ),
        words={"until": short_date(assignment.starts_on)},
    )


case_timeline = TimelineSource(
    "case",
    gettext_lazy("Case"),
    Permission.CASE_READ,
    (
        Happening(_arrivals, "on", _arrived, by="logged_by", opens=ARRIVING),
        Happening(
            _statuses,
            "day",
            _status,
            by="by",
            opens=Q(before=None),
            reads=(
                *("status", "reason", "on", "before", "was_merged", "goes_on_in"),
                *("is_join_undone", "joined"),
            ),
            is_act=True,
        ),
        Happening(_teams, "on", _team, by="by", reads=("before", "team__name"), is_act=True),
        Happening(
            lambda case, user: with_log(LegalReferral.objects.filter(case=case), "referral.made"),
            "made_on",
            _referred,
            by="made_by",
            written=F("logged_at"),
            reads=(),
            is_act=True,
        ),
        Happening(
            lambda case, user: with_log(
                LegalReferral.objects.filter(case=case), "referral.taken_back"
            ),
            "ended_on",
            _referral_ended,
            written=F("logged_at"),
            reads=(),
            is_act=True,
        ),
        Happening(_corrections, "at", _corrected, by="by", hang_on=Arrival),
        *slips.slip_happenings,
        *handovers.handover_happenings,
        Happening(_arrivals, "first_contact_at", _met),
        Happening(
            lambda case, user: _arrivals(case, user).filter(
                first_contact_by__isnull=False, first_contact_at=None
            ),
            "on",
            _met,
        ),
        Happening(
            _plans,
            "assigned_at",
            _planned,
            by="assigned_by",
            reads=("caseworker__full_name", "starts_on", "ends_on"),
        ),
        Happening(
            _assignments,
            "starts_on",
            _assigned,
            by="assigned_by",
            reads=(
                "caseworker__full_name",
                "caseworker_id",
                "assigned_by_id",
                "ends_on",
                "was_held",
                "was_with",
                "holds_again",
            ),
            is_act=True,
        ),
    ),
)

VERBS: dict[str, str | Promise] = {
    "card.read": gettext_lazy("opened the reduced card"),
    "head.read": gettext_lazy("saw the head of the file"),
    "history.read": gettext_lazy("looked at who opened the file"),
    "timeline.read": gettext_lazy("read the timeline"),
}
