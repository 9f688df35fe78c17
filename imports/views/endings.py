"""What an import put on file, and taking it back."""

import uuid

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission
from imports.actions.undo import undo_import, why_not_undone
from imports.filters import ImportedFamilyFilter
from imports.forms import ImportActForm
from imports.models import ImportedFamily
from imports.views.imports import batch_of, families_to_undo, nudge
from pages.lists import list_page


@needs(Permission.IMPORT_RUN)
def import_families(request: StaffRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The result for each family: the case that was opened, and the row where it stands."""
    batch = batch_of(request, batch_id)
    return list_page(
        request,
        ImportedFamily.objects.visible_to(request.user).filter(batch=batch),
        filterset=ImportedFamilyFilter,
        template="imports/import_families.html",
        list_title=_("Families on file"),
        batch=batch,
        undoable_since=timezone.now() - batch.UNDO_WITHIN,
    )


def _what_stays(families: int) -> str:
    """What becomes of the rest of the sheet."""
    if not families:
        return _("Rows that wait are dropped, and the sheet is destroyed.")
    return ngettext(
        "%(count)s family is on file for more than a day and stays. What is taken back waits again.",
        "%(count)s families are on file for more than a day and stay. What is taken back waits again.",
        families,
    ) % {"count": families}


@needs(Permission.IMPORT_RUN)
def import_undo(request: StaffRequest, batch_id: uuid.UUID) -> HttpResponse:
    """Asks, then leaves the files as they were before the import."""
    batch = batch_of(request, batch_id)
    if not batch.may_be_undone(timezone.now()):
        raise Http404
    form = ImportActForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.does(undo_import, batch, by=request.user):
        messages.success(request, _("The import was undone."))
        if form.result.is_under_way:
            transaction.on_commit(lambda: nudge(form.result))
        return redirect("import-detail", batch.pk)
    in_the_way = why_not_undone(batch) if not form.is_bound else []
    stands, goes = batch.families.on_file().count(), families_to_undo(batch)
    return render(
        request,
        "imports/import_undo.html",
        {
            "batch": batch,
            "form": form,
            "in_the_way": in_the_way,
            "title": _("Undo this import"),
            "sentences": [
                ngettext(
                    "%(count)s family is taken off file, with everybody in it.",
                    "%(count)s families are taken off file, with everybody in them.",
                    goes,
                )
                % {"count": goes},
                _what_stays(stands - goes),
                _("The numbers that were given are not given again."),
            ],
            "submit": _("Undo this import"),
            "danger": True,
            "cancel_url": reverse("import-detail", args=[batch.pk]),
        },
    )
