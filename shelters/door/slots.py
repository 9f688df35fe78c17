"""What the door adds elsewhere: the extract of a person, counts on Today, words of the audit log."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.due import WaitingCount
from accounts.models import User
from accounts.permissions import Permission as P
from casework.slots.extract import ExtractPart
from shelters.door.models import RollAnswer
from shelters.door.querysets import absent_too_long
from shelters.models import Placement

_IS_ELSEWHERE = _("The stay itself stands among the stays.")

roll_answer_extract = ExtractPart(
    RollAnswer,
    _("Roll-calls"),
    words=["remark"],
    left_out={"placement": _IS_ELSEWHERE},
    permission=P.PLACEMENT_READ,
)


def absent_people(user: User) -> Any:
    """Stays of people absent longer than the rule of a site that the user runs asks for."""
    today = user.today()
    stays = Placement.objects.visible_to(user, P.PLACEMENT_CHANGE).sleeping_on(today)
    return absent_too_long(stays.filter(checked_in_at__isnull=False))


people_absent = WaitingCount(
    slug="people-absent",
    permission=P.PLACEMENT_CHANGE,
    rows=lambda user: absent_people(user).values("pk"),
    words=lambda number: ngettext(
        "person absent from the roll-call too long",
        "people absent from the roll-call too long",
        number,
    ),
    page="absence-list",
    asks=_("Ask where they are"),
    is_trouble=True,
)
counts = (people_absent,)

VERBS: dict[str, str | Promise] = {
    "absence.listed": _("looked at who is absent from the roll-call"),
    "door_rule.set": _("set the rules of a door"),
    "roll.corrected": _("corrected an answer of a roll-call"),
    "roll.read": _("opened the roll-call of a night"),
    "roll.slip_read": _("looked for the people of a slip at the door"),
    "roll.taken": _("took the roll-call of a night"),
    "site.door_list_read": _("opened the list for the door of a site"),
}
