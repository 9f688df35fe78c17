"""Writing down that somebody left: by itself, and for everybody whom a closed case lets go."""

import datetime
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, CaseStatusChange, Exit, Individual
from casework.rules.exits import missing_for_return
from pages.refusals import ActionRefused


class ReturnNotAsked(ActionRefused):
    """A return without a word on the person's will or the risk (F38)."""


@dataclass(frozen=True)
class Departure:
    """How somebody left and where to, as far as is known."""

    type: str
    destination_country: str = ""
    destination: str = ""
    is_voluntary: str = ""
    asked_by: str = ""
    risk_note: str = ""


def write_exit(
    individual: Individual,
    how: Departure,
    *,
    case: Case,
    on: datetime.date,
    by: User,
    closing: CaseStatusChange | None = None,
) -> Exit:
    """The row and its trail. Whoever calls has checked the permission, the day, and that nobody leaves twice."""
    missing = missing_for_return(how.type, how.is_voluntary, how.asked_by, how.risk_note)
    if missing:
        raise ReturnNotAsked(*missing.values(), field=next(iter(missing)))
    told = {name: words.strip() for name, words in asdict(how).items()}
    leaving = Exit.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        on=on,
        is_destination_known=bool(told["destination_country"]),
        recorded_by=by,
        closing=closing,
        **told | {"destination_country": told["destination_country"].upper()},
    )
    record("exit.recorded", by=by, about=leaving, details={"type": how.type})
    return leaving


def let_everybody_leave(closing: CaseStatusChange, how: Departure, *, by: User) -> list[Exit]:
    """An exit for each who still belongs to the case that closes. They stay its members: the file keeps its names.

    Raises ActionRefused, at the day, for somebody who joined later.
    """
    case = closing.case
    require(by, Permission.EXIT_RECORD, about=case)
    leaving = list(case.members.still_here().select_related("individual"))
    if any(member.joined_on > closing.on for member in leaving):
        raise ActionRefused(_("Somebody joined the case after this day."), field="on")
    return [
        write_exit(member.individual, how, case=case, on=closing.on, by=by, closing=closing)
        for member in leaving
    ]


def take_closing_back(case: Case, *, by: User) -> None:
    """The exits that closing the case wrote stand no longer; of who was erased nothing can be changed."""
    standing = Exit.objects.standing().filter(closing__case=case, individual__erased_on=None)
    for leaving in standing:
        take_exit_back(leaving, reason=_("The case was reopened."), by=by)


def take_exit_back(leaving: Exit, *, reason: str, by: User) -> None:
    leaving.annulled_on, leaving.annulled_by = by.today(), by
    leaving.annulment_reason = reason
    leaving.save(update_fields=["annulled_on", "annulled_by", "annulment_reason"])
    record("exit.annulled", by=by, about=leaving)
