"""Due items of exits: missing children, deaths and forced returns to confirm, people who came back and have no case."""

import datetime
from typing import Any

from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from accounts.due import DueAction
from accounts.permissions import Permission as P
from casework.children.slots import TELL_THE_AUTHORITY
from casework.exits.children_alone import exits_not_of_children_alone, missing_children
from casework.exits.models import LossReport
from casework.exits.returns import children_without_case, others_without_case
from casework.register.models.exit import Exit
from casework.slots.due import PersonDueSource

# The number of days for which a reported or confirmed loss is listed for everybody responsible.
LISTED_FOR_DAYS = 14


def loss_in_words(report: LossReport) -> str:
    words = {"what": report.get_kind_display(), "number": report.individual.number}
    if report.is_open:
        return gettext("Reported, not confirmed: %(what)s, %(number)s") % words
    return gettext("Confirmed: %(what)s, %(number)s") % words


def _loss_beside_name(report: LossReport) -> str:
    """Returns the words for a line that names the person. They never state an unconfirmed report as a fact."""
    words = {"what": report.get_kind_display()}
    if report.is_open:
        return gettext("Reported, not confirmed: %(what)s") % words
    return gettext("Confirmed: %(what)s") % words


def _loss_to_confirm_in_words(report: LossReport) -> str:
    """Returns the words for an unconfirmed report; "" for others: the source `known_losses` tells of confirmations."""
    return loss_in_words(report) if report.is_open else ""


def _loss_source(
    kind: str, title: Promise, permission: P, rows_on: Any, say: Any = loss_in_words, **more: Any
) -> PersonDueSource:
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=permission,
        about=LossReport,
        date="since",
        case="case_id",
        rows_on=lambda today: rows_on().annotate(since=Coalesce("confirmed_on", "reported_on")),
        say=say,
        tells=True,
        is_urgent=True,
        what=_loss_beside_name,
        shown_in_panel="losses",
        **more,
    )


# For colleagues who may confirm, until one of them does.
losses_to_confirm = _loss_source(
    "loss_to_confirm",
    gettext_lazy("Death or forced return to confirm"),
    P.EXIT_RECORD,
    lambda: LossReport.objects.to_confirm(),
    _loss_to_confirm_in_words,
    actions=(DueAction(gettext_lazy("Check the report"), "loss-detail", P.EXIT_RECORD),),
)
# For everybody responsible for the person: the team, legal aid, and the staff of the site.
known_losses = _loss_source(
    "loss_known",
    gettext_lazy("Death or forced return"),
    P.CASE_CARD,
    lambda: LossReport.objects.not_outdated(),
    shown_afterwards=datetime.timedelta(days=LISTED_FOR_DAYS),
    actions=(DueAction(gettext_lazy("See the report"), "loss-detail", P.EXIT_RECORD),),
)


def _exit_source(
    kind: str, title: Promise, rows_on: Any, *, words: Promise, what: Promise, **more: Any
) -> PersonDueSource:
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=P.CASE_CARD,
        about=Exit,
        case="case_id",
        rows_on=rows_on,
        say=lambda person_exit: words % {"number": person_exit.individual.number},
        what=lambda _person_exit: str(what),
        shown_in_panel="exits",
        **more,
    )


# Listed until the authority is told that the child is missing; the task to look for the child is separate.
children_missing = _exit_source(
    "child_missing",
    gettext_lazy("Missing child"),
    missing_children,
    date="on",
    words=gettext_lazy("A child is missing: look for it and tell the authority: %(number)s"),
    what=gettext_lazy("a child is missing: look for it and tell the authority"),
    asks_first=exits_not_of_children_alone,
    actions=(
        *TELL_THE_AUTHORITY,
        DueAction(gettext_lazy("See the exit"), "exit-detail", P.EXIT_RECORD),
    ),
)
# Listed until the person belongs to a family again, because otherwise nobody finds them a bed or food.
_RETURN_FACTS: dict[str, Any] = {
    "date": "back_on",
    "words": gettext_lazy("Came back and is in no case: %(number)s"),
    "what": gettext_lazy("came back and is in no case"),
    "actions": (DueAction(gettext_lazy("Take them in"), "exit-detail", P.EXIT_RECORD),),
}
children_back = _exit_source(
    "child_back",
    gettext_lazy("Child who came back, in no case"),
    children_without_case,
    **_RETURN_FACTS,
)
people_back = _exit_source(
    "person_back", gettext_lazy("Came back, in no case"), others_without_case, **_RETURN_FACTS
)
exit_sources = (children_missing, losses_to_confirm, known_losses, children_back, people_back)
