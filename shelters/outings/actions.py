"""Recording who goes out and comes back, and correcting the times."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import correction_action, refuse_mistake
from casework.register.actions import lock_row, record_about_person, save_new_row
from pages.refusals import ActionRefused
from shelters.choices import HERE
from shelters.door.models import DoorRule
from shelters.models import Placement, Site
from shelters.outings.models import Outing


@transaction.atomic
def go_out(placement: Placement, *, by: User) -> Outing:
    """Records that somebody goes out now. Raises ActionRefused for somebody who is not here, or is out already."""
    placement = lock_for(placement, Permission.PLACEMENT_CHANGE, by=by)
    individual = lock_for(placement.individual, Permission.PLACEMENT_CHANGE, by=by)
    if placement.status_on(by.today()) not in HERE:
        raise ActionRefused(_("This person does not stay here now."))
    if _is_out(placement):
        raise ActionRefused(_("This person is out already."))
    now = _this_minute()
    outing = save_new_row(
        Outing,
        individual,
        by=by,
        placement=placement,
        out_at=now,
        due_back_at=due_back(placement.site, now),
    )
    record_about_person("outing.begun", outing, by=by)
    return outing


@transaction.atomic
def come_back(outing: Outing, *, by: User) -> Outing:
    """Records that somebody is back now. Raises ActionRefused if that is on file already."""
    outing = lock_row(outing, Permission.PLACEMENT_CHANGE, by=by)
    refuse_mistake(outing)
    if outing.back_at:
        raise ActionRefused(_("This person is back already."))
    outing.back_at, outing.back_recorded_by = _this_minute(), by
    outing.save(update_fields=["back_at", "back_recorded_by"])
    record_about_person("outing.ended", outing, by=by)
    return outing


def due_back(site: Site, out_at: datetime.datetime) -> datetime.datetime | None:
    """Until when somebody who goes out then may stay out, by the newest rule of the site; None without a rule."""
    rule = DoorRule.objects.filter(site=site).first()
    if rule is None or rule.longest_out_minutes is None:
        return None
    return out_at + datetime.timedelta(minutes=rule.longest_out_minutes)


def _is_out(placement: Placement, *, but: Outing | None = None) -> bool:
    rows = Outing.objects.standing().filter(placement=placement, back_at=None)
    return rows.exclude(pk=but.pk if but else None).exists()


def _this_minute() -> datetime.datetime:
    """Now, to the minute: a form shows minutes, and what it sends unchanged must be equal."""
    return timezone.now().replace(second=0, microsecond=0)


def _check_times(outing: Outing, *, by: User) -> None:
    now = timezone.now()
    for name in ("out_at", "back_at"):
        moment = getattr(outing, name)
        if moment and moment > now:
            raise ActionRefused(_("This moment lies in the future."), field=name)
    if outing.back_at and outing.back_at < outing.out_at:
        raise ActionRefused(_("The return is before the way out."), field="back_at")
    if not outing.back_at and not outing.is_mistake and _is_out(outing.placement, but=outing):
        raise ActionRefused(_("This person is out already."), field="back_at")
    outing.back_recorded_by = (outing.back_recorded_by or by) if outing.back_at else None
    was = Outing.objects.get(pk=outing.pk)
    if was.due_back_at:
        # The time that the rule allowed stays as long as it was.
        outing.due_back_at = outing.out_at + (was.due_back_at - was.out_at)


correct_outing = correction_action(
    Permission.PLACEMENT_CHANGE, verb="outing.corrected", then=_check_times
)
