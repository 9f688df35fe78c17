"""The families that an import put on file, and the undo of an import."""

from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.models.case import Case
from imports.actions.undo import families_to_undo, in_sentences, refusals_of, undo_import
from imports.filters import ImportedFamilyFilter
from imports.forms import ImportActForm
from imports.models import ImportBatch, ImportedFamily
from imports.views.imports import import_page, queue_work, rows_url
from pages.answers import form_response
from pages.lists import list_page


@import_page
def import_families(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """The result for each family: its case, with the name if the case is visible, and its first row."""
    user = request.user
    visible_cases = Case.objects.visible_to(user, Permission.INDIVIDUAL_READ).with_people(
        user.today()
    )
    record_read("import.read", by=user, about=batch)
    return list_page(
        request,
        ImportedFamily.objects.visible_to(request.user)
        .filter(batch=batch)
        .prefetch_related(Prefetch("case", visible_cases)),
        filterset=ImportedFamilyFilter,
        template="imports/import_families.html",
        list_title=_("Families on file"),
        batch=batch,
        undoable_since=timezone.now() - batch.UNDO_WITHIN,
        stays={number for number, _reason in refusals_of(batch)},
    )


def _what_remains(families: int) -> str:
    """A sentence on what happens to the sheet if this number of families stays on file."""
    if not families:
        return _("Rows that wait are dropped, and the sheet is destroyed.")
    return ngettext(
        "%(count)s family stays on file. What is taken back waits again.",
        "%(count)s families stay on file. What is taken back waits again.",
        families,
    ) % {"count": families}


def _result_sentence(batch: ImportBatch) -> str:
    if batch.is_undone:
        return _("The import was undone.")
    return _("What nobody had built on was taken back; the rest stays on file.")


@import_page
def import_undo(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Undoes the import after a question."""
    if not batch.may_be_undone(timezone.now()):
        raise Http404
    form = ImportActForm(request.POST if request.method == "POST" else None)
    refusals = refusals_of(batch)
    on_file, undoable = batch.families.on_file().count(), families_to_undo(batch, refusals)
    return form_response(
        request,
        form,
        undo_import,
        batch,
        title=_("Undo this import"),
        done=_result_sentence,
        back=rows_url(batch),
        success_url=_after_undo,
        template="imports/import_undo.html",
        batch=batch,
        in_the_way=in_sentences(refusals) if not form.is_bound else [],
        goes=undoable,
        sentences=[
            ngettext(
                "%(count)s family is taken off file, with everybody in it.",
                "%(count)s families are taken off file, with everybody in them.",
                undoable,
            )
            % {"count": undoable},
            _what_remains(on_file - undoable),
            _("The numbers that were given are not given again."),
        ],
        submit=_("Undo this import"),
        danger=True,
    )


def _after_undo(batch: ImportBatch) -> str:
    queue_work(batch)
    return rows_url(batch)
