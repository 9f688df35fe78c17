"""How many rows of each kind a file has, and the rows on which its actions depend.

One statement reads them together with the facts of the head."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.cases.offers import OfferFacts, offer_facts_of, queries_for_offers
from casework.documents.models import CaseDocument
from casework.home.models import HomeIncident, RelativeAbroad
from casework.needs.models import SpecificNeed
from casework.plan.models import PlanGoal
from casework.referrals.models import Referral
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slots.holdings import holds
from casework.tasks.models import CaseTask
from pages.addresses import fast_reverse
from pages.together import Answers


@dataclass(frozen=True)
class Kind:
    """A kind of rows that a file may have. `page` is the page of the file (one of PAGES), `panel` a slug on it.

    `count_label` needs a `number`; `empty_label` is shown for no rows. `action_label`, `new_url_name` and
    `new_permission` describe the page that records a row; "" without one.
    """

    page: str
    panel: str
    permission: P
    table: type[Model]
    rows: Callable[[Case, User], Any]
    count_label: Any
    empty_label: str | Promise
    action_label: str | Promise
    new_url_name: str
    new_permission: P


ROW_KINDS = (
    Kind(
        "people",
        "needs",
        P.NEED_READ,
        SpecificNeed,
        lambda case, user: (
            SpecificNeed.objects.visible_to(user)
            .open_on(user.today())
            .filter(individual__in=people_today(case, user))
        ),
        ngettext_lazy("%(number)d need", "%(number)d needs", "number"),
        _("specific needs"),
        "",
        "",
        P.NEED_CHANGE,
    ),
    Kind(
        "home",
        "relatives",
        P.HOME_READ,
        RelativeAbroad,
        lambda case, user: RelativeAbroad.objects.filter(
            individual__in=people_today(case, user), ended_on=None
        ),
        ngettext_lazy("%(number)d relative at home", "%(number)d relatives at home", "number"),
        _("relatives at home"),
        _("Record a relative at home"),
        "relative-record",
        P.HOME_CHANGE,
    ),
    Kind(
        "home",
        "incidents",
        P.HOME_READ,
        HomeIncident,
        lambda case, user: HomeIncident.objects.standing().filter(
            individual__in=people_today(case, user)
        ),
        ngettext_lazy("%(number)d incident", "%(number)d incidents", "number"),
        _("incidents"),
        _("Record an incident"),
        "incident-record",
        P.HOME_CHANGE,
    ),
    Kind(
        "papers",
        "documents",
        P.DOCUMENT_READ,
        CaseDocument,
        lambda case, user: CaseDocument.objects.visible_to(user).filter(case=case),
        ngettext_lazy("%(number)d document", "%(number)d documents", "number"),
        _("documents"),
        _("File a document"),
        "document-file",
        P.DOCUMENT_CHANGE,
    ),
    Kind(
        "papers",
        "referrals",
        P.REFERRAL_READ,
        Referral,
        # A draft is no referral yet: `casework.referrals.slots` shows it as a fact.
        lambda case, user: Referral.objects.filter(case=case).open().exclude(sent_on=None),
        ngettext_lazy("%(number)d open referral", "%(number)d open referrals", "number"),
        _("open referrals"),
        _("Refer to a service"),
        "referral-write",
        P.REFERRAL_MAKE,
    ),
    Kind(
        "plan",
        "plan",
        P.PLAN_READ,
        PlanGoal,
        lambda case, user: PlanGoal.objects.filter(plan__case=case),
        ngettext_lazy("%(number)d goal", "%(number)d goals", "number"),
        _("goals"),
        "",
        "",
        P.PLAN_CHANGE,
    ),
    Kind(
        "plan",
        "tasks",
        P.TASK_CHANGE,
        CaseTask,
        lambda case, user: CaseTask.objects.filter(case=case).open(),
        ngettext_lazy("%(number)d open task", "%(number)d open tasks", "number"),
        _("open tasks"),
        _("Set a task"),
        "task-set",
        P.TASK_CHANGE,
    ),
)


@dataclass(frozen=True)
class KindCount:
    """The number of rows of one kind in one file; `url` is the page that records one, or else the panel in the file."""

    kind: Kind
    number: int
    url: str
    may_record: bool

    @property
    def words(self) -> str:
        return (
            str(self.kind.count_label % {"number": self.number})
            if self.number
            else str(self.kind.empty_label)
        )


@dataclass(frozen=True)
class Holdings:
    """Numbers of visible rows, and what the actions of the case depend on; `last_arrival` is a key or ""."""

    counts: list[KindCount]
    offer_facts: OfferFacts
    last_arrival: str


def counts_of_holdings(case: Case, user: User) -> dict[str, Any]:
    """Returns the querysets whose rows are counted, by the slug of their panel."""
    return {
        kind.panel: kind.rows(case, user).order_by().values("pk")
        for kind in _visible_kinds(case, user)
        if holds(case, kind.table)
    }


def rows_of_holdings(case: Case, user: User) -> dict[str, Any]:
    """Returns the querysets of rows on which the actions depend, by name."""
    rows = queries_for_offers(case, user)
    if holds(case, Arrival):
        rows["arrivals"] = Arrival.objects.filter(case=case).values("pk")[:1]
    return rows


def holdings_of(case: Case, user: User, answers: Answers) -> Holdings:
    """Returns the holdings from the answers to `counts_of_holdings` and `rows_of_holdings`."""
    return Holdings(
        [
            _count_of_kind(kind, answers.counts.get(kind.panel, 0), case, user)
            for kind in _visible_kinds(case, user)
        ],
        offer_facts_of(answers.rows, user.today()),
        next((row["pk"] for row in answers.rows.get("arrivals", ())), ""),
    )


def _visible_kinds(case: Case, user: User) -> list[Kind]:
    return [kind for kind in ROW_KINDS if can(user, kind.permission, about=case)]


def _count_of_kind(kind: Kind, number: int, case: Case, user: User) -> KindCount:
    # In a case without people, open matters can be settled, but nothing new is started.
    has_people = case.is_open and case.people_today
    may_record = bool(
        kind.new_url_name and has_people and can(user, kind.new_permission, about=case)
    )
    part = f"{fast_reverse('case-part', case.number, kind.page)}#{kind.panel}"
    url = fast_reverse(kind.new_url_name, case.number) if may_record else part
    return KindCount(kind, number, url, may_record)
