"""What extensions of terms give to others: the timeline and the API."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.terms.models import TermExtension
from casework.register.models.case import Case
from casework.slots.api import Resource
from casework.slots.timeline import Event, Happening
from pages.dates import short_date


def _given(case: Case, user: User) -> Any:
    rows = TermExtension.objects.visible_to(user).standing()
    return rows.filter(deadline__application__case=case).select_related("deadline")


def _more_time(extension: TermExtension) -> Event:
    kind = extension.deadline.get_kind_display()
    return Event(
        extension.granted_on,
        _("Legal term extended: %(kind)s") % {"kind": kind},
        old=short_date(extension.was_on),
        new=short_date(extension.is_on),
        sentence=_("The authority gave %(whom)s more time: %(kind)s, until %(new)s"),
        words={"kind": kind},
    )


happened = Happening(
    _given,
    "granted_on",
    _more_time,
    by="recorded_by",
    person="deadline__application__individual",
)

resource = Resource(
    path="term-extensions",
    model=TermExtension,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("deadline", "was_on", "is_on", "granted_on", "mistaken_on"),
    day="granted_on",
    person="deadline__application__individual",
)
