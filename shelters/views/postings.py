"""Who runs a site, from when to when."""

import uuid
from functools import partial

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from shelters.actions import postings
from shelters.forms.sites import EndDayForm, PostingForm
from shelters.models import Posting, Site
from shelters.views.sites import site_form_page


@permission_required(Permission.SITE_CHANGE)
def posting_grant(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.SITE_CHANGE)
    form = PostingForm(request.POST or None, site=site, initial={"starts_on": request.user.today()})
    action = partial(postings.post, site=site)
    return site_form_page(request, form, action, site=site, title=_("Who runs this site"))


@permission_required(Permission.SITE_CHANGE)
def posting_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    posting = get_visible_or_404(request, Posting, pk, Permission.SITE_CHANGE, "site", "user")
    return site_form_page(
        request,
        EndDayForm(request.POST or None, initial={"on": request.user.today()}),
        postings.end_posting,
        posting,
        site=posting.site,
        title=_("End the posting"),
        lead=posting.user.full_name,
    )
