"""What an import put on file, and taking it back."""

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
from imports.views.imports import hand_over, of_batch, rows_address
from pages.answers import answer
from pages.lists import list_page


@of_batch
def import_families(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """The result for each family: its case, by name if it is visible, and the row with its position."""
    user = request.user
    in_sight = Case.objects.visible_to(user, Permission.INDIVIDUAL_READ).with_people(user.today())
    record_read("import.read", by=user, about=batch)
    return list_page(
        request,
        ImportedFamily.objects.visible_to(request.user)
        .filter(batch=batch)
        .prefetch_related(Prefetch("case", in_sight)),
        filterset=ImportedFamilyFilter,
        template="imports/import_families.html",
        list_title=_("Families on file"),
        batch=batch,
        undoable_since=timezone.now() - batch.UNDO_WITHIN,
        stays={number for number, _reason in refusals_of(batch)},
    )


def _what_stays(families: int) -> str:
    """What happens to the rest of the sheet if `families` are on file for more than a day, or have later work."""
    if not families:
        return _("Rows that wait are dropped, and the sheet is destroyed.")
    return ngettext(
        "%(count)s family stays on file. What is taken back waits again.",
        "%(count)s families stay on file. What is taken back waits again.",
        families,
    ) % {"count": families}


def _what_was_done(batch: ImportBatch) -> str:
    if batch.is_undone:
        return _("The import was undone.")
    return _("What nobody had built on was taken back; the rest stays on file.")


@of_batch
def import_undo(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Asks, then restores the files to their state before the import."""
    if not batch.may_be_undone(timezone.now()):
        raise Http404
    form = ImportActForm(request.POST if request.method == "POST" else None)
    refusals = refusals_of(batch)
    stands, goes = batch.families.on_file().count(), families_to_undo(batch, refusals)
    return answer(
        request,
        form,
        undo_import,
        batch,
        title=_("Undo this import"),
        done=_what_was_done,
        back=rows_address(batch),
        onward=_after_undo,
        template="imports/import_undo.html",
        batch=batch,
        in_the_way=in_sentences(refusals) if not form.is_bound else [],
        goes=goes,
        sentences=[
            ngettext(
                "%(count)s family is taken off file, with everybody in it.",
                "%(count)s families are taken off file, with everybody in them.",
                goes,
            )
            % {"count": goes},
            _what_stays(stands - goes),
            _("The numbers that were given are not given again."),
        ],
        submit=_("Undo this import"),
        danger=True,
    )


def _after_undo(batch: ImportBatch) -> str:
    hand_over(batch)
    return rows_address(batch)
