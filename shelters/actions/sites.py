"""Open, change and close sites."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import NotAllowed, lock_for, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from pages.dates import short_date
from pages.phones import require_phone_or_line
from pages.refusals import ChangedMeanwhile
from shelters.actions.beds import refuse_who_may_not_sleep_here
from shelters.actions.undo_places import facts_before
from shelters.contracts.actions import record_notice
from shelters.contracts.choices import NoticeBy, NoticeReason
from shelters.models import Placement, Site, SiteAddress
from shelters.refusals import StillInUse
from vault.keys import issue_key

CHANGEABLE = (
    "name",
    "kind",
    "accommodation_type",
    "municipality",
    "organisation",
    "code_name",
    "for_whom",
    "night_guard",
    "house_rules",
    "cleaning_nights",
    "opened_on",
    "usable_area_m2",
)


@transaction.atomic
def open_site(*, office: Office, by: User, **fields: Any) -> Site:
    """Opens a site of an office; `fields` are those of CHANGEABLE."""
    require(by, Permission.SITE_CHANGE)
    if office.pk not in by.office_ids(Permission.SITE_CHANGE):
        raise NotAllowed(_("You do not look after this office's sites."), field="office")
    site = Site(office=office, **_changeable(fields))
    site.full_clean()
    return add_and_record(site, "site.opened", by=by)


@transaction.atomic
def change_site(site: Site, *, version: int | None = None, by: User, **fields: Any) -> Site:
    """Changes the site. Raises ChangedMeanwhile if it is no longer the `version` that the user saw."""
    site = lock_for(site, Permission.SITE_CHANGE, by=by)
    if version is not None and version != site.version:
        raise ChangedMeanwhile(
            _("Somebody else changed this site meanwhile. Look at it again and repeat your change.")
        )
    different = [
        name for name, value in _changeable(fields).items() if getattr(site, name) != value
    ]
    was = facts_before(site, different)
    for name in different:
        setattr(site, name, fields[name])
    site.version += 1
    site.full_clean()
    details = {"fields": different, "was": was, "now": facts_before(site, different)}
    site = save_and_record(site, *different, "version", verb="site.changed", by=by, details=details)
    if "for_whom" in different:
        refuse_who_may_not_sleep_here(Placement.objects.filter(site=site), by=by)
    return site


@transaction.atomic
def set_address(site: Site, *, address: str, contact: str, phone: str, by: User) -> SiteAddress:
    """Says where the site is and whom to call there, in place of what was said before."""
    site = lock_for(site, Permission.PLACEMENT_CHANGE, by=by)
    require_phone_or_line(phone)
    row = SiteAddress.objects.filter(site=site).first() or SiteAddress(
        site=site, key_id=issue_key()
    )
    row.address, row.contact, row.phone = address.strip(), contact.strip(), phone.strip()
    row.changed_by = by
    row.save()
    record("site.address_changed", by=by, about=site)
    return row


@transaction.atomic
def close_site(site: Site, *, on: datetime.date, why: NoticeReason | str = "", by: User) -> Site:
    """Closes the site from that night on.

    With people inside it takes a notice to leave by that night, or `why`, which is recorded as a notice of the office.
    Their stays go on and stand on Today until they have moved. Raises StillInUse without either.
    """
    site = lock_for(site, Permission.SITE_CHANGE, by=by)
    staying = Placement.objects.filter(site=site).overlapping(on, None).count()
    is_announced = site.must_leave_on is not None and site.must_leave_on <= on
    if staying and not is_announced:
        if not why:
            raise _still_in_use(staying, on)
        record_notice(
            site,
            received_on=min(on, by.today()),
            leaves_on=on,
            given_by=NoticeBy.OFFICE,
            cause=why,
            by=by,
        )
        site = lock_for(site, Permission.SITE_CHANGE, by=by)
    site.closed_on = on
    site.version += 1
    site.full_clean()
    details = {"on": on.isoformat(), "people": staying}
    return save_and_record(site, "closed_on", "version", verb="site.closed", by=by, details=details)


def _still_in_use(staying: int, on: datetime.date) -> StillInUse:
    sentence = ngettext(
        "%(count)s person has a place here on or after %(day)s. Move them first, or say why it closes all the same.",
        "%(count)s people have a place here on or after %(day)s. Move them first, or say why it closes all the same.",
        staying,
    )
    return StillInUse(sentence % {"count": staying, "day": short_date(on)}, field="why")


def _changeable(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in CHANGEABLE}
