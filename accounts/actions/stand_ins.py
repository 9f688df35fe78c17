"""Naming a deputy for a user who is away, and ending that."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import StandIn, User
from accounts.permissions import Permission
from accounts.querysets import in_care_of
from pages.refusals import ActionRefused


class StandInRefused(ActionRefused):
    """This deputy cannot be named or ended; the sentence says why."""


def _refuse_other_accounts(user: User, by: User) -> None:
    if not User.objects.filter(in_care_of(by), pk=user.pk).exists():
        raise StandInRefused(_("You do not say this for others."))


@transaction.atomic
def name_stand_in(
    *,
    deputy: User,
    starts_on: datetime.date,
    ends_on: datetime.date,
    by: User,
    user: User | None = None,
) -> StandIn:
    """The deputy gets the notices of `user`, or of `by`, from `starts_on` until the day before `ends_on`."""
    user = User.objects.lock(user or by)
    require(by, Permission.ACCOUNT_CHANGE)
    _refuse_other_accounts(user, by)
    if ends_on <= max(starts_on, user.today()):
        raise StandInRefused(
            _("The day back comes after the first day away, and after today."), field="ends_on"
        )
    if deputy == user or not deputy.is_active or deputy.office_id != user.office_id:
        raise StandInRefused(_("A colleague of the same office stands in."), field="deputy")
    rows = StandIn.objects.filter(user=user, ended_at=None)
    if rows.filter(starts_on__lt=ends_on, ends_on__gt=starts_on).exists():
        raise StandInRefused(
            _("Somebody stands in on some of these days already. End that first."),
            field="starts_on",
        )
    row = StandIn(user=user, deputy=deputy, starts_on=starts_on, ends_on=ends_on, named_by=by)
    return add_and_record(row, "stand_in.named", by=by)


@transaction.atomic
def end_stand_in(stand_in: StandIn, *, by: User) -> StandIn:
    """From now on the deputy gets none of these notices. Earlier ones remain."""
    stand_in = lock_for(stand_in, Permission.ACCOUNT_CHANGE, by=by)
    _refuse_other_accounts(stand_in.user, by)
    if stand_in.ended_at or stand_in.ends_on <= by.today():
        raise StandInRefused(_("That is over already."))
    stand_in.ended_at, stand_in.ended_by = timezone.now(), by
    return save_and_record(stand_in, "ended_at", "ended_by", verb="stand_in.ended", by=by)
