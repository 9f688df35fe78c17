"""Drafts of the quick-log: each for its author alone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.drafts import discard_draft, save_draft
from casework.forms.arrival import ArrivalGrid
from casework.forms.draft import DraftForm, typed_again
from casework.models import ArrivalDraft
from casework.views.arrivals import grid_page
from pages.forms import ConfirmForm


@needs(Permission.CASE_LOG)
@require_POST
def draft_save(request: HttpRequest) -> HttpResponse:
    """What the script sends every ten seconds; answers with a sentence for the page."""
    form, people = DraftForm(request.POST), ArrivalGrid(request.user, request.POST).people
    if not form.is_valid():
        return HttpResponse(status=204)
    if not people:
        return _said(_("There is no draft yet: it begins with the first person."))
    if not form.does(save_draft, people=people, by=request.user):
        return _said(" ".join([_("The draft is not saved."), *form.non_field_errors()]))
    draft = form.result
    if draft is None:
        return HttpResponse(status=204)
    at = time_format(timezone.localtime(draft.saved_at), "H:i")
    return _said(_("Draft saved at %(time)s.") % {"time": at})


def _said(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, content_type="text/plain")


@needs(Permission.CASE_LOG)
def draft_continue(request: HttpRequest, draft_id: str) -> HttpResponse:
    """The quick-log as it was left."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    record_read("draft.read", by=request.user, about=draft)
    grid = ArrivalGrid(request.user, typed_again(draft.typed))
    return grid_page(request, grid, is_draft=True)


@needs(Permission.CASE_LOG)
def draft_discard(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Asks first: with its key the draft is gone for good."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.does(discard_draft, draft, by=request.user):
        messages.success(request, _("The draft is discarded."))
        return redirect("arrival-log")
    return render(
        request,
        "pages/confirm.html",
        {
            "form": form,
            "title": _("Discard the draft"),
            "submit": _("Discard the draft"),
            "sentences": [
                ngettext(
                    "%(number)s person stands in it.",
                    "%(number)s people stand in it.",
                    draft.people,
                )
                % {"number": draft.people},
                _("What was typed there cannot be brought back."),
            ],
            "danger": True,
            "cancel_url": reverse("arrival-log"),
        },
    )
