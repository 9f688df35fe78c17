"""Due dates of exits: a missing child, a loss to confirm, a returned person without a case."""

import datetime
from typing import Any

from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from accounts.due import Way
from accounts.permissions import Permission as P
from casework.children.slots import TELL_THE_AUTHORITY
from casework.exits.alone import not_alone, to_look_for
from casework.exits.models import LossReport
from casework.exits.returned import children_in_no_case, others_in_no_case
from casework.register.models.exit import Exit
from casework.slots.due import OfPerson

# For how long everybody responsible is told.
TOLD_FOR_DAYS = 14


def loss_in_words(report: LossReport) -> str:
    words = {"what": report.get_kind_display(), "number": report.individual.number}
    if report.is_open:
        return gettext("Reported, not confirmed: %(what)s, %(number)s") % words
    return gettext("Confirmed: %(what)s, %(number)s") % words


def _said_of_whom_is_named(report: LossReport) -> str:
    """The same beside a name: an unconfirmed report is never stated as a fact."""
    words = {"what": report.get_kind_display()}
    if report.is_open:
        return gettext("Reported, not confirmed: %(what)s") % words
    return gettext("Confirmed: %(what)s") % words


def _waits(report: LossReport) -> str:
    """Empty once it is settled: a confirmation is told once, to everybody responsible."""
    return loss_in_words(report) if report.is_open else ""


def _losses(
    kind: str, title: Promise, permission: P, rows_on: Any, say: Any = loss_in_words, **more: Any
) -> OfPerson:
    return OfPerson(
        kind=kind,
        title=title,
        permission=permission,
        about=LossReport,
        date="since",
        case="case_id",
        rows_on=lambda today: rows_on().annotate(since=Coalesce("confirmed_on", "reported_on")),
        say=say,
        tells=True,
        what=_said_of_whom_is_named,
        said_by="losses",
        **more,
    )


# For colleagues who may be the second person, until somebody is.
losses_to_confirm = _losses(
    "loss_to_confirm",
    gettext_lazy("Death or forced return to confirm"),
    P.EXIT_RECORD,
    lambda: LossReport.objects.to_confirm(),
    _waits,
    ways=(Way(gettext_lazy("Check the report"), "loss-detail", P.EXIT_RECORD),),
)
# For everybody responsible for the person: the team, legal aid, the site's staff.
losses_known = _losses(
    "loss_known",
    gettext_lazy("Death or forced return"),
    P.CASE_CARD,
    lambda: LossReport.objects.as_known(),
    shown_afterwards=datetime.timedelta(days=TOLD_FOR_DAYS),
    ways=(Way(gettext_lazy("See the report"), "loss-detail", P.EXIT_RECORD),),
)


def _of_exit(
    kind: str, title: Promise, rows_on: Any, *, words: Promise, what: Promise, **more: Any
) -> OfPerson:
    return OfPerson(
        kind=kind,
        title=title,
        permission=P.CASE_CARD,
        about=Exit,
        case="case_id",
        rows_on=rows_on,
        say=lambda leaving: words % {"number": leaving.individual.number},
        what=lambda _leaving: str(what),
        said_by="exits",
        **more,
    )


# Until the authority knows that the child is gone; the task to look for it continues separately.
children_missing = _of_exit(
    "child_missing",
    gettext_lazy("Missing child"),
    to_look_for,
    date="on",
    words=gettext_lazy("A child is missing: look for it and tell the authority: %(number)s"),
    what=gettext_lazy("a child is missing: look for it and tell the authority"),
    asks_first=not_alone,
    ways=(*TELL_THE_AUTHORITY, Way(gettext_lazy("See the exit"), "exit-detail", P.EXIT_RECORD)),
)
# Until the returned person belongs to a family again: otherwise nobody finds them a bed or food.
_BACK: dict[str, Any] = {
    "date": "back_on",
    "words": gettext_lazy("Came back and is in no case: %(number)s"),
    "what": gettext_lazy("came back and is in no case"),
    "ways": (Way(gettext_lazy("Take them in"), "exit-detail", P.EXIT_RECORD),),
}
children_back = _of_exit(
    "child_back", gettext_lazy("Child who came back, in no case"), children_in_no_case, **_BACK
)
people_back = _of_exit(
    "person_back", gettext_lazy("Came back, in no case"), others_in_no_case, **_BACK
)
falling_due = (children_missing, losses_to_confirm, losses_known, children_back, people_back)
