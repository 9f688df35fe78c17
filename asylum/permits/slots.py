"""Permits in what falls due, the timeline, extracts and the search, and in the checks before a person leaves."""

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.individual_reviews import slots as individual_reviews
from asylum.papers.models.permit import Permit
from asylum.people.querysets import with_case_followed
from asylum.people.search import tokens_of
from asylum.permits.actions import NUMBER
from asylum.permits.querysets import stay_papers_to_end
from casework.register.models.case import Case
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.slots.due import PersonDueSource
from casework.slots.extract import WHY_NO_SEARCH_HASHES, ExtractPart
from casework.slots.log_fields import LOG_FIELDS, author_in_log, with_log
from casework.slots.obstacles import FollowUp
from casework.slots.timeline import Event, EventSource, TimelineSource


def _permits(case: Case, user: User) -> Any:
    return (
        Permit.objects.visible_to(user).in_timeline_of(case, user.today()).filter(mistaken_on=None)
    )


def _issue_event(permit: Permit) -> Event:
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


def _cancellation_event(permit: Any) -> Event:
    return Event(
        permit.cancelled_on or permit.issued_on,
        _("Permit cancelled"),
        by=author_in_log(permit),
        old=permit.get_type_display(),
        sentence=_("The permit of %(whom)s was cancelled: %(old)s"),
    )


def _mistakes(case: Case, user: User) -> Any:
    rows = (
        Permit.objects.visible_to(user).in_timeline_of(case, user.today()).exclude(mistaken_on=None)
    )
    return with_log(rows, "permit.retracted")


def _mistake_event(permit: Any) -> Event:
    return Event(
        permit.mistaken_on,
        _("Permit recorded by mistake"),
        by=author_in_log(permit),
        old=permit.get_type_display(),
        sentence=_("A permit of %(whom)s had been recorded by mistake: %(old)s"),
    )


timeline_source = TimelineSource(
    "permits",
    gettext_lazy("Permits"),
    Permission.PERMIT_READ,
    (
        EventSource(
            _permits,
            "issued_on",
            _issue_event,
            by="recorded_by",
            person="individual",
            fields=("type", "previous_id"),
        ),
        EventSource(
            lambda case, user: with_log(_permits(case, user), "permit.cancelled"),
            "cancelled_on",
            _cancellation_event,
            person="individual",
            written=F("logged_at"),
            fields=("type", *LOG_FIELDS),
        ),
        EventSource(
            _mistakes,
            "mistaken_on",
            _mistake_event,
            person="individual",
            written=F("logged_at"),
            fields=("type", *LOG_FIELDS),
        ),
        individual_reviews.review_events,
    ),
)


def _expiry_in_words(permit: Permit) -> str:
    words = _("%(type)s of %(number)s expires") % {
        "type": permit.get_type_display(),
        "number": permit.individual.number,
    }
    return f"{words} ({permit.doubt})" if permit.doubt else words


permits_expiring = PersonDueSource(
    kind="permit_expires",
    title=gettext_lazy("Permit expires"),
    permission=Permission.PERMIT_READ,
    about=Permit,
    date="valid_until_on",
    related=("individual", "rule"),
    rows_on=lambda today: with_case_followed(Permit.objects.to_renew()),
    say=_expiry_in_words,
    what=lambda permit: _("%(type)s expires") % {"type": permit.get_type_display()},
    warns="rule__warn_days",
    actions=(
        due.DueAction(gettext_lazy("Renew"), "permit-renew", Permission.PERMIT_CHANGE),
        due.DueAction(gettext_lazy("See the permit"), "permit-detail", Permission.PERMIT_READ),
    ),
    shown_in_panel="permits",
)
# A stay paper expires even if no legal officer has recorded it as a permit.
stay_papers_expiring = PersonDueSource(
    kind="stay_paper_expires",
    title=gettext_lazy("Stay paper expires"),
    permission=Permission.PERMIT_READ,
    about=IdentityDocument,
    date="valid_until",
    rows_on=lambda today: with_case_followed(stay_papers_to_end(today)),
    say=lambda paper: _("Stay paper of %(number)s expires") % {"number": paper.individual.number},
    actions=(
        due.DueAction(
            gettext_lazy("Replace"),
            "paper-replace",
            Permission.INDIVIDUAL_CHANGE,
            due.KeyOf.PERSON_AND_ROW,
        ),
    ),
    shown_in_panel="permits",
)


def _doubt_in_words(permit: Permit) -> str:
    return _("%(type)s of a claim that ended: ask whether it still holds") % {
        "type": permit.get_type_display()
    }


# An item stays due until the permit is cancelled, or somebody records that the authority confirmed it.
permits_in_doubt = PersonDueSource(
    kind="permit_in_doubt",
    title=gettext_lazy("Permit of a claim that ended"),
    permission=Permission.PERMIT_CHANGE,
    about=Permit,
    date="claim_ended_on",
    rows_on=lambda today: with_case_followed(Permit.objects.in_doubt(today)),
    say=lambda permit: f"{_doubt_in_words(permit)}: {permit.individual.number}",
    what=_doubt_in_words,
    overdue=due.WARN,
    actions=(
        due.DueAction(gettext_lazy("Ask and record"), "permit-detail", Permission.PERMIT_CHANGE),
    ),
    shown_in_panel="dates",
)
papers_expiring = (permits_expiring, permits_in_doubt, stay_papers_expiring)


def permits_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """Returns a line for each permit of the person that still counts as valid."""
    current = Permit.objects.visible_to(user).current().filter(individual=individual)
    return [
        FollowUp(
            _("%(paper)s still counts as valid.") % {"paper": permit.get_type_display()},
            reverse("permit-detail", args=[permit.pk]),
        )
        for permit in current
    ]


permit_extract = ExtractPart(
    Permit,
    gettext_lazy("Permits"),
    ["number", "authority", "mistaken_because"],
    {"number_token": WHY_NO_SEARCH_HASHES},
    permission=Permission.PERMIT_READ,
)


def by_permit(typed: str, user: User) -> QuerySet[Permit, UUID] | None:
    """Returns keys of people with a permit of exactly this number; None if the text is no number."""
    if not (tokens := tokens_of(typed, NUMBER)) or not user.holds(Permission.PERMIT_READ):
        return None
    permits = Permit.objects.visible_to(user).filter(number_token__in=tokens, mistaken_on=None)
    return permits.values_list("individual", flat=True)


VERBS: dict[str, str | Promise] = {
    "permit.cancelled": gettext_lazy("cancelled a permit"),
    "permit.confirmation_retracted": gettext_lazy("took back that a permit still holds"),
    "permit.confirmed": gettext_lazy("recorded that a permit still holds after its claim ended"),
    "permit.corrected": gettext_lazy("corrected a permit"),
    "permit.listed": gettext_lazy("looked at the list of permits"),
    "permit.missing_listed": gettext_lazy("looked at who holds no valid paper"),
    "permit.read": gettext_lazy("opened a permit"),
    "permit.recorded": gettext_lazy("recorded a permit"),
    "permit.retracted": gettext_lazy("took back a permit that was recorded by mistake"),
    "permit.renewed": gettext_lazy("renewed a permit"),
    "work_right.listed": gettext_lazy("looked at papers without the right to work"),
}
