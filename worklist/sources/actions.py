"""Setting on which days before a date of a kind readers are warned."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import save_and_record
from accounts.due import Source
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from worklist.sources.lookups import default_days, has_own_days
from worklist.sources.models import WarningDays


@transaction.atomic
def set_warning_days(source: Source, *, days: list[int], by: User) -> WarningDays:
    """From the next tick on, readers are warned on these `days` before each date of the kind, greatest first.

    Raises ActionRefused if the law or the kind itself says when, and if nothing changes."""
    return _set(source, days, "warning_days.set", by)


@transaction.atomic
def reset_warning_days(source: Source, *, by: User) -> WarningDays:
    """From the next tick on, the default days apply. Raises ActionRefused as `set_warning_days` does."""
    return _set(source, None, "warning_days.reset", by)


def _set(source: Source, days: list[int] | None, verb: str, by: User) -> WarningDays:
    require(by, Permission.OFFICE_CHANGE)
    if not has_own_days(source):
        raise ActionRefused(_("The days of this kind are fixed."))
    today = by.today()
    WarningDays.objects.get_or_create(kind=source.kind, defaults={"set_on": today})
    row = WarningDays.objects.select_for_update().get(kind=source.kind)
    default = list(default_days(source))
    before, after = list(row.days or default), days or default
    if before == after:
        raise ActionRefused(_("Nothing was changed."))
    row.days, row.set_on = (None if after == default else after), today
    return save_and_record(row, verb=verb, by=by, details={"before": before, "after": after})
