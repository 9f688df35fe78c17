"""What referrals add to the file, the timeline, extracts, the API and due items; obstacles to closing and merging."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.consents.models import Consent
from casework.corrections.slots import event_source_of_corrected_steps
from casework.referrals.choices import OutsideService, ReferralStatus
from casework.referrals.models import Referral, ReferralStep
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import is_emptied, people_today
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import ExtractPart, not_mistaken, rows_about
from casework.slots.holdings import rows_on_file
from casework.slots.obstacles import FollowUp, Obstacle, doubled_rows, obstacle_in_panel
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, EventSource, TimelineSource
from pages.addresses import fast_reverse
from pages.dates import short_date
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import Rows

referrals_resource = Resource(
    "referrals",
    Referral,
    P.REFERRAL_READ,
    "referral",
    (
        *OF_CASE,
        "service",
        "organisation",
        "urgency",
        "status",
        "status_on",
        "sent_on",
        "due_on",
        "is_consent_overridden",
    ),
    ("service", "organisation", "urgency", "status"),
    "status_on",
    case="case",
)


def open_referrals(case: Case) -> list[Obstacle]:
    """Returns an obstacle to closing while a referral is a draft, sent or accepted; one for all of them."""
    number = Referral.objects.filter(case=case).open().count()
    if not number:
        return []
    sentence = ngettext(
        "%(number)d referral to a service outside is still open. Record what came of it first.",
        "%(number)d referrals to services outside are still open. Record what came of them first.",
        number,
    )
    return obstacle_in_panel(case, "papers", "referrals", sentence % {"number": number})


# Sent and accepted referrals, on their due day. The item does not name the recipient.
referrals_due = due.Source(
    kind="referral_due",
    title=gettext_lazy("Referral to follow up"),
    permission=P.REFERRAL_MAKE,
    about=Referral,
    date="due_on",
    case="case_id",
    office="case__office_id",
    related=("individual",),
    rows_on=lambda today: Referral.objects.open().filter(due_on__isnull=False),
    say=lambda referral: (
        _("Referral to follow up: %(number)s") % {"number": referral.individual.number}
    ),
    person="individual_id",
    actions=(due.DueAction(gettext_lazy("Follow up"), "referral-detail", P.REFERRAL_READ),),
    shown_in_panel="dates",
)

referral_extract = ExtractPart(
    Referral,
    gettext_lazy("Referrals to other organisations"),
    ["reason", "override_reason"],
    permission=P.REFERRAL_READ,
    author="written_by",
)


referral_step_extract = ExtractPart(
    ReferralStep,
    gettext_lazy("How referrals went on"),
    ["remark"],
    first=["on"],
    rows=not_mistaken(rows_about(ReferralStep, "referral__individual")),
    permission=P.REFERRAL_READ,
    author="by",
)


def double_referrals(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if both records have an open referral to the same service."""
    for referral in doubled_rows(Referral.objects.open(), survivor, merged, "service"):
        yield Obstacle(
            _("Both records are referred to the same service: settle or revoke one of them first."),
            referral.get_absolute_url(),
        )


class ReferralFollower:
    """Moves referrals to the person's new case, because users see them with the case."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        number = Referral.objects.filter(individual__in=people, case=leaving).count()
        if not number:
            return []
        words = ngettext(
            "%(number)d referral to a service outside goes along.",
            "%(number)d referrals to services outside go along.",
            number,
        )
        return [words % {"number": number}]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        Referral.objects.filter(individual__in=people).update(case=case)


follow = ReferralFollower()


def _drafts() -> Any:
    drafts = Referral.objects.filter(case=PLACEHOLDER).drafts().order_by("written_at", "pk")
    return drafts.values(
        "pk", "service", "organisation__name", "organisation__short_name", "individual"
    )


class ReferralsPanel:
    slug, title = "referrals", gettext_lazy("Referrals to services outside")
    permission = P.REFERRAL_READ
    page = "papers"
    template = "casework/referrals/outside_referrals_panel.html"
    folded_without = ("referrals",)
    glances_at = Referral

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys(case.pk, _drafts)

    def glance(self, case: Case, user: User, drafts: Rows) -> list[Fact]:
        """Returns a fact for the drafts to each pair of service and organisation, because a draft reaches nobody."""
        may_send = bool(drafts and can(user, P.REFERRAL_MAKE, about=case))
        by_recipient: dict[tuple[str, str], list[Any]] = {}
        for row in drafts:
            organisation = row["organisation__short_name"] or row["organisation__name"]
            by_recipient.setdefault((row["service"], organisation), []).append(row)
        names = {str(each.pk): each.display_name for each in people_today(case, user)}
        return [
            Fact(
                _("Referral not sent: %(service)s, %(organisation)s")
                % {"service": OutsideService(service).label, "organisation": organisation},
                Harm.LACKING,
                "warn",
                fast_reverse("referral-detail", rows[0]["pk"]),
                who=tuple(names[row["individual"]] for row in rows if row["individual"] in names),
                act=_("Record that it was sent"),
                act_url=fast_reverse("referral-send", rows[0]["pk"]) if may_send else "",
            )
            for (service, organisation), rows in by_recipient.items()
        ]

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = Referral.objects.filter(case=case).select_related("individual", "organisation")
        return {
            "referrals": [(row, row.is_overdue(user.today())) for row in rows_on_file(case, rows)],
            "may_change": case.is_open
            and not is_emptied(case, user)
            and can(user, P.REFERRAL_MAKE, about=case),
        }


referrals_panel = ReferralsPanel()


def shared(consent: Consent, user: User) -> list[FollowUp]:
    """Returns sent referrals that needed this consent, whatever their outcome."""
    sent = Referral.objects.visible_to(user).filter(individual=consent.individual)
    return [
        FollowUp(
            _("Referral to %(organisation)s, sent on %(day)s: %(state)s")
            % {
                "organisation": referral.organisation.name,
                "day": short_date(referral.sent_on),
                "state": referral.get_status_display(),
            },
            referral.get_absolute_url(),
        )
        for referral in sent.exclude(sent_on=None).select_related("organisation")
        if referral.sent_on and consent.purpose in referral.purposes
    ]


def _every_step(case: Case, user: User) -> Any:
    return ReferralStep.objects.visible_to(user).filter(referral__case=case)


def _steps(case: Case, user: User) -> Any:
    steps = _every_step(case, user).standing()
    return steps.with_day().select_related("referral__organisation")


def _step_event(step: Any) -> Event:
    """Returns the event of a step, on its corrected day if it was corrected."""
    values = {"service": step.referral.get_service_display()}
    return Event(
        step.day,
        _("Referral: %(service)s") % values,
        new=step.get_status_display(),
        told=str(step.referral.organisation),
        sentence=_("Referral of %(whom)s (%(service)s): %(new)s"),
        words=values,
    )


referrals_timeline = TimelineSource(
    "referrals",
    gettext_lazy("Referrals"),
    P.REFERRAL_READ,
    (
        EventSource(
            _steps,
            "day",
            _step_event,
            by="by",
            person="referral__individual",
            fields=(
                "status",
                "referral__service",
                "referral__organisation__name",
                "referral__organisation__short_name",
            ),
        ),
        event_source_of_corrected_steps(
            ReferralStep,
            gettext_lazy("Referral"),
            _every_step,
            lambda step: ReferralStatus(step.status).label,
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "referral.accepted": gettext_lazy("recorded that a referral was accepted"),
    "referral.completed": gettext_lazy("recorded that a referral was completed"),
    "referral.corrected": gettext_lazy("corrected a referral"),
    "referral.step_corrected": gettext_lazy("corrected a step of a referral"),
    "referral.drafted": gettext_lazy("wrote a referral"),
    "referral.listed": gettext_lazy("looked at the list of referrals"),
    "referral.read": gettext_lazy("opened a referral"),
    "referral.refused": gettext_lazy("recorded that a referral was declined"),
    "referral.revoked": gettext_lazy("took a referral back"),
    "referral.sent": gettext_lazy("sent a referral"),
}
