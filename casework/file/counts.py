"""How many rows of each kind a file has, for tabs, lines and empty kinds; and what its actions depend on.

All in one statement, together with the facts of the head."""

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
from casework.cases.offers import Running, rows_of_offers, running_of
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
from pages.addresses import path_to
from pages.together import Answers


@dataclass(frozen=True)
class Kind:
    """Rows of one kind: whose they are, labels for some and for none, and the page that records one."""

    page: str
    panel: str
    permission: P
    table: type[Model]
    rows: Callable[[Case, User], Any]
    some: Any
    none: str | Promise
    verb: str | Promise
    new: str
    change: P


KINDS = (
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
        # A draft has gone nowhere yet: it is a fact of its own (`casework.referrals.slots`).
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
class Counted:
    """One kind in one file; `url` is the page to record one, if the user may, else its part of the file."""

    kind: Kind
    number: int
    url: str
    may_record: bool

    @property
    def words(self) -> str:
        return str(self.kind.some % {"number": self.number}) if self.number else str(self.kind.none)


@dataclass(frozen=True)
class Holdings:
    """The number of each kind that the user may see; and what the case's actions depend on."""

    counted: list[Counted]
    running: Running
    last_arrival: str


def counts_of_holdings(case: Case, user: User) -> dict[str, Any]:
    """The querysets to count."""
    return {
        kind.panel: kind.rows(case, user).order_by().values("pk")
        for kind in _seen(case, user)
        if holds(case, kind.table)
    }


def rows_of_holdings(case: Case, user: User) -> dict[str, Any]:
    """The rows on which the actions depend."""
    rows = rows_of_offers(case, user)
    if holds(case, Arrival):
        rows["arrivals"] = Arrival.objects.filter(case=case).values("pk")[:1]
    return rows


def holdings_of(case: Case, user: User, found: Answers) -> Holdings:
    """From the results of both."""
    return Holdings(
        [_counted(kind, found.counts.get(kind.panel, 0), case, user) for kind in _seen(case, user)],
        running_of(found.rows, user.today()),
        next((row["pk"] for row in found.rows.get("arrivals", ())), ""),
    )


def _seen(case: Case, user: User) -> list[Kind]:
    return [kind for kind in KINDS if can(user, kind.permission, about=case)]


def _counted(kind: Kind, number: int, case: Case, user: User) -> Counted:
    # Once everybody has left, open matters can be settled, and nothing new is started.
    is_lived_in = case.is_open and case.people_today
    may_record = bool(kind.new and is_lived_in and can(user, kind.change, about=case))
    part = f"{path_to('case-part', case.number, kind.page)}#{kind.panel}"
    url = path_to(kind.new, case.number) if may_record else part
    return Counted(kind, number, url, may_record)
