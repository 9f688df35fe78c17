"""The sections of a person's page in order, the latest events on the summary, and the timeline of a case."""

from typing import Any

from django.db.models import Case as Choice
from django.db.models import Exists, F, OuterRef, Q, Subquery, Value, When
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
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange, LegalReferral
from casework.service.slots import SanctionsSection, ServiceSection
from casework.slips import slots as slips
from casework.slots.arrival_people import arrived_names, with_people
from casework.slots.lines import days_of
from casework.slots.log_fields import with_log
from casework.slots.sections import Section
from casework.slots.stream import stream
from casework.slots.timeline import (
    Event,
    EventSource,
    Question,
    TimelineSource,
    sources_for,
    value_before,
)

# LINES are shown on the summary. FURTHER events are read so that a line names all people of its action.
LINES, FURTHER = 5, 40


class TimelinePanel:
    """The latest events, with a link to the timeline."""

    slug, title = "timeline", gettext_lazy("Timeline")
    permission = Permission.CASE_READ
    template = "casework/file/timeline_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        brief = [source for source in sources_for(case, user) if source.is_on_summary]
        return {
            "days": days_of(
                stream(brief, Question(case, user, limit=LINES, further=FURTHER)), LINES
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


def _status_changes(case: Case, user: User) -> Any:
    """Returns status changes. `day` of the first one is `opened_on` of the case, which a corrected arrival moves."""
    changes = CaseStatusChange.objects.filter(case=case)
    changes = changes.annotate(before=value_before(CaseStatusChange, "case"))
    opening = When(before__isnull=True, then="case__opened_on")
    merges = Merge.objects.filter(case=OuterRef("case"), by=OuterRef("by"), at__lte=OuterRef("at"))
    merge_reason = When(reason=EndReason.DUPLICATE, then=Exists(merges))
    cases = Case.objects.visible_to(user).exclude(pk=OuterRef("case"))
    cases = cases.filter(
        members__is_latest=True,
        members__individual__merged_from__memberships__case=OuterRef("case"),
    )
    number = When(reason=EndReason.DUPLICATE, then=Subquery(cases.values("number")[:1]))
    return changes.annotate(
        day=Choice(opening, default="on"),
        was_merged=Choice(merge_reason, default=False),
        goes_on_in=Choice(number, default=Value("")),
        **annotations_of_undone_join(user),
    )


def _event_of_status(change: Any) -> Event:
    if change.before is None:
        # A case is open from the day of its arrival, which may have been recorded days later.
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


def _team_changes(case: Case, user: User) -> Any:
    changes = CaseTeamChange.objects.filter(case=case).select_related("team")
    return changes.annotate(before=value_before(CaseTeamChange, "case", "team__name")).exclude(
        before=None
    )


def _event_of_team(change: Any) -> Event:
    return Event(
        change.on,
        _("Moved to another team"),
        old=change.before,
        new=change.team.name,
        sentence=_("%(who)s moved the case from %(old)s to %(new)s"),
    )


def _event_of_referral(referral: LegalReferral) -> Event:
    return Event(
        referral.made_on,
        _("Referred: %(service)s") % {"service": _("Legal aid")},
        sentence=_("%(who)s referred the case to legal aid"),
    )


def _event_of_referral_end(referral: LegalReferral) -> Event:
    service = {"service": _("Legal aid")}
    return Event(
        referral.ended_on or referral.made_on,
        _("Referral ended: %(service)s") % service,
        sentence=_("The referral to legal aid ended"),
    )


# The arrival for which the case was opened comes first on its day.
IS_OPENING_ARRIVAL = Q(on=F("case__opened_on"))


def _arrivals(case: Case, user: User) -> Any:
    rows = Arrival.objects.filter(case=case).select_related("crossing", "first_contact_by")
    return with_people(rows, case, user)


def _whom_and_are_several(row: Any) -> tuple[dict[str, str], bool]:
    """Returns words for `%(whom)s`, empty for the whole family, and whether they name several people."""
    names = arrived_names(row)
    return ({"whom": get_text_list(names, _("and"))} if names else {}), len(names) > 1


def _event_of_arrival(arrival: Any) -> Event:
    mode = "" if arrival.entry_mode == EntryMode.UNKNOWN else arrival.get_entry_mode_display()
    hour = f"{arrival.at_time:%H:%M}" if arrival.at_time else ""
    facts = ", ".join(filter(None, [mode, str(arrival.crossing or ""), hour]))
    whom, are_several = _whom_and_are_several(arrival)
    if are_several:
        line = _("%(whom)s arrived together: %(how)s") if facts else _("%(whom)s arrived together")
    else:
        line = _("%(whom)s arrived: %(how)s") if facts else _("%(whom)s arrived")
    act = (
        _("%(whom)s arrived") % {"whom": ", ".join(arrival.people_numbers)}
        if whom
        else _("Arrived")
    )
    text = f"{act}: {facts}" if facts else act
    return Event(arrival.on, text, sentence=line, words={"how": facts, **whom})


def _event_of_first_contact(arrival: Any) -> Event:
    """Returns the event of the first contact, with its hour if it is known."""
    first_contact = str(arrival.first_contact_by or _("somebody who is not known"))
    whom, _are_several = _whom_and_are_several(arrival)
    return Event(
        arrival.first_contact_at or arrival.on,
        _("First contact: %(who)s") % {"who": first_contact},
        sentence=_("%(first)s met %(whom)s first"),
        words={"first": first_contact, **whom},
    )


def _corrections(case: Case, user: User) -> Any:
    arrivals = Arrival.objects.filter(case=case).values("pk")
    rows = Correction.objects.filter(about_type=Arrival._meta.label_lower, about_id__in=arrivals)
    return with_people(rows, case, user, arrival="about_id")


def _event_of_correction(correction: Any) -> Event:
    whom, _are_several = _whom_and_are_several(correction)
    return Event(
        correction.at,
        _("The arrival was corrected"),
        told="\n".join(filter(None, (correction.changes, correction.because))),
        sentence=_("%(who)s corrected the arrival of %(whom)s"),
        words=whom,
    )


case_timeline = TimelineSource(
    "case",
    gettext_lazy("Case"),
    Permission.CASE_READ,
    (
        EventSource(_arrivals, "on", _event_of_arrival, by="logged_by", opens=IS_OPENING_ARRIVAL),
        EventSource(
            _status_changes,
            "day",
            _event_of_status,
            by="by",
            opens=Q(before=None),
            fields=(
                *("status", "reason", "on", "before", "was_merged", "goes_on_in"),
                *("is_join_undone", "joined"),
            ),
            is_act=True,
        ),
        EventSource(
            _team_changes,
            "on",
            _event_of_team,
            by="by",
            fields=("before", "team__name"),
            is_act=True,
        ),
        EventSource(
            lambda case, user: with_log(LegalReferral.objects.filter(case=case), "referral.made"),
            "made_on",
            _event_of_referral,
            by="made_by",
            written=F("logged_at"),
            fields=(),
            is_act=True,
        ),
        EventSource(
            lambda case, user: with_log(
                LegalReferral.objects.filter(case=case), "referral.taken_back"
            ),
            "ended_on",
            _event_of_referral_end,
            written=F("logged_at"),
            fields=(),
            is_act=True,
        ),
        EventSource(_corrections, "at", _event_of_correction, by="by", needs_table=Arrival),
        *slips.slip_events,
        *handovers.handover_events,
        EventSource(_arrivals, "first_contact_at", _event_of_first_contact),
        EventSource(
            lambda case, user: _arrivals(case, user).filter(
                first_contact_by__isnull=False, first_contact_at=None
            ),
            "on",
            _event_of_first_contact,
        ),
        *handovers.assignment_events,
    ),
)

VERBS: dict[str, str | Promise] = {
    "card.read": gettext_lazy("opened the reduced card"),
    "head.read": gettext_lazy("saw the head of the file"),
    "history.read": gettext_lazy("looked at who opened the file"),
    "timeline.read": gettext_lazy("read the timeline"),
}
