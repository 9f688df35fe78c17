"""Drafts of the quick-log: each for its author alone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.drafts import discard_draft, save_draft
from casework.forms.arrival import ArrivalGrid
from casework.forms.draft import DraftForm, typed_again
from casework.models import ArrivalDraft
from casework.views.arrivals import grid_page


@needs(Permission.CASE_LOG)
@require_POST
def draft_save(request: HttpRequest) -> HttpResponse:
    """What the script sends every ten seconds; answers with a sentence for the page."""
    form = DraftForm(request.POST)
    if not (form.is_valid() and form.people and form.does(save_draft, by=request.user)):
        return HttpResponse(status=204)
    draft = form.result
    if draft is None:
        return HttpResponse(status=204)
    at = time_format(timezone.localtime(draft.saved_at), "H:i")
    return HttpResponse(_("Draft saved at %(time)s.") % {"time": at}, content_type="text/plain")


@needs(Permission.CASE_LOG)
def draft_continue(request: HttpRequest, draft_id: str) -> HttpResponse:
    """The quick-log as it was left."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    record_read("draft.read", by=request.user, about=draft)
    grid = ArrivalGrid(request.user, typed_again(draft.typed))
    return grid_page(request, grid, is_draft=True)


@needs(Permission.CASE_LOG)
def draft_discard(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Removes the draft; whoever merely looks goes back to it."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    if request.method != "POST":
        return redirect("draft-continue", draft.pk)
    discard_draft(draft, by=request.user)
    messages.success(request, _("The draft is discarded."))
    return redirect("arrival-log")
