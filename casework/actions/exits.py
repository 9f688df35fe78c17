"""Recording that somebody left, and taking it back when it was not so or they are here again."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.family import end_membership
from casework.actions.refusals import refuse_future
from casework.models import Exit, Individual
from casework.querysets.individual import case_of
from casework.rules.exits import missing_for_return
from pages.refusals import ActionRefused


class ReturnNotAsked(ActionRefused):
    """A return without a word on the person's will or the risk (F38)."""


@transaction.atomic
def record_exit(
    individual: Individual,
    *,
    type: str,
    on: datetime.date,
    by: User,
    destination_country: str = "",
    destination: str = "",
    is_voluntary: str = "",
    asked_by: str = "",
    risk_note: str = "",
) -> Exit:
    """Says that the person left. Who leaves others behind belongs to the case no longer from that day on;

    the last one stays its member, so that the file keeps its name until it is closed.
    """
    individual = Individual.objects.lock(individual)
    require(by, Permission.EXIT_RECORD, about=individual)
    refuse_future(on, by=by)
    if missing := missing_for_return(type, is_voluntary, asked_by, risk_note):
        raise ReturnNotAsked(*missing.values(), field=next(iter(missing)))
    if individual.exits.standing().exists():
        raise ActionRefused(_("This person has left already."))
    case = case_of(individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    member = case.members.filter(individual=individual).order_by("-joined_on").first()
    if on < member.joined_on:
        raise ActionRefused(_("This person joined the case later."), field="on")
    leaving = Exit.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        type=type,
        on=on,
        destination_country=destination_country.upper(),
        is_destination_known=bool(destination_country),
        destination=destination.strip(),
        is_voluntary=is_voluntary,
        asked_by=asked_by.strip(),
        risk_note=risk_note.strip(),
        recorded_by=by,
    )
    others = case.members.filter(left_on=None).exclude(individual=individual)
    if member.left_on is None and others.exists():
        end_membership(member, left_on=on, by=by)
    record("exit.recorded", by=by, about=leaving, details={"type": type})
    return leaving


@transaction.atomic
def annul_exit(leaving: Exit, *, reason: str, by: User) -> Exit:
    """Takes an exit back: it was a mistake, or the person is here again. A new membership is a step of its own."""
    leaving = Exit.objects.select_for_update(of=("self",)).get(pk=leaving.pk)
    require(by, Permission.EXIT_RECORD, about=leaving)
    if not leaving.is_standing:
        raise ActionRefused(_("This exit was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    leaving.annulled_on, leaving.annulled_by = by.today(), by
    leaving.annulment_reason = reason.strip()
    leaving.save(update_fields=["annulled_on", "annulled_by", "annulment_reason"])
    record("exit.annulled", by=by, about=leaving)
    return leaving
