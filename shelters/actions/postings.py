"""Assign coordinators to sites."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from shelters.models import Posting, Site
from shelters.querysets.sight import office_ids


@transaction.atomic
def post(
    user: User,
    *,
    site: Site,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    by: User,
) -> Posting:
    """Opens a site's residents to a coordinator of its office."""
    require(by, Permission.SITE_CHANGE, about=site)
    if site.office_id not in office_ids(user, Permission.PLACEMENT_CHANGE, posted=True):
        raise ActionRefused(
            _("%(who)s is no shelter coordinator at this office.") % {"who": user}, field="user"
        )
    posting = Posting(user=user, site=site, starts_on=starts_on, ends_on=ends_on, granted_by=by)
    posting.full_clean()
    return add_and_record(posting, "posting.granted", by=by, details={"site": str(site.pk)})


@transaction.atomic
def end_posting(posting: Posting, *, on: datetime.date, by: User) -> Posting:
    """Closes the site's residents to the coordinator from that day on."""
    posting = lock_for(posting, Permission.SITE_CHANGE, by=by)
    posting.ends_on = on
    posting.full_clean()
    details = {"on": on.isoformat()}
    return save_and_record(posting, "ends_on", verb="posting.ended", by=by, details=details)
