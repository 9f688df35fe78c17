"""Documents of a file: filing, opening, replacing, withdrawing."""

import uuid
from functools import partial
from typing import Any

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.documents import actions as documents
from casework.documents.choices import CONTENT_TYPES
from casework.documents.filters import DocumentFilter
from casework.documents.forms import FileDocumentForm, ReplaceDocumentForm, WithdrawDocumentForm
from casework.documents.models import CaseDocument, DocumentVersion
from casework.documents.slots import with_papers
from casework.register.models.case import Case
from casework.register.views import act_page, case_in_sight, part_of
from pages.lists import list_page
from vault.files import open_file


def _document(
    request: StaffRequest, document_id: uuid.UUID, permission: Permission
) -> CaseDocument:
    rows = CaseDocument.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "filed_by", "withdrawn_by"
    )
    document: CaseDocument = get_object_or_404(rows, pk=document_id)
    return document


@needs(Permission.DOCUMENT_READ)
def document_list(request: StaffRequest) -> HttpResponse:
    """Documents in sight."""
    rows = CaseDocument.objects.visible_to(request.user).standing()
    record_read("document.listed", by=request.user)
    return list_page(
        request,
        rows.select_related("case", "individual").order_by("-filed_at"),
        filterset=DocumentFilter,
        template="casework/documents/document_list.html",
        list_title=_("Documents"),
        completed=lambda documents: with_papers(documents, request.user),
        empty_text=_("No document is on file. Documents are added in the file of a case."),
    )


def _frame_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    return {"case": case, "back": part_of(case, "papers")}


document_file = act_page(
    Permission.DOCUMENT_CHANGE,
    case_in_sight,
    FileDocumentForm,
    documents.file_document,
    _frame_of_case,
    title=_("File a document"),
    done=_("The document is on file."),
    onward=CaseDocument.get_absolute_url,
)


@needs(Permission.DOCUMENT_READ)
def document_detail(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    """One document: what it is, a small picture of an image, all versions."""
    document = _document(request, document_id, Permission.DOCUMENT_READ)
    record_read("document.read", by=request.user, about=document, case=document.case)
    with_papers([document], request.user)
    openable = DocumentVersion.objects.visible_to(request.user).filter(document=document)
    return render(
        request,
        "casework/documents/document_detail.html",
        {
            "document": document,
            "case": document.case,
            "versions": list(document.versions.select_related("filed_by")),
            "may_open": openable.exists() and not document.is_erased,
            "may_change": bool(can(request.user, Permission.DOCUMENT_CHANGE, document)),
        },
    )


def _frame(request: StaffRequest, document: CaseDocument) -> dict[str, Any]:
    record_read("document.read", by=request.user, about=document, case=document.case)
    return {
        "case": document.case,
        "back": document.get_absolute_url(),
        "sentences": [document.title],
    }


_page = partial(act_page, Permission.DOCUMENT_CHANGE, _document, frame=_frame)

document_replace = _page(
    ReplaceDocumentForm,
    documents.replace_document,
    title=_("File a newer version"),
    done=_("The new version is on file; the older stays readable."),
)

document_withdraw = _page(
    WithdrawDocumentForm,
    documents.withdraw_document,
    title=_("Withdraw the document"),
    done=_("The document is withdrawn."),
)


def _version(request: StaffRequest, version_id: uuid.UUID) -> DocumentVersion:
    rows = DocumentVersion.objects.visible_to(request.user).select_related("document__case")
    version: DocumentVersion = get_object_or_404(rows, pk=version_id)
    if version.is_erased:
        raise Http404
    return version


@needs(Permission.DOCUMENT_READ)
def document_download(request: StaffRequest, version_id: uuid.UUID) -> FileResponse:
    """The file itself, always as attachment, under a name of numbers and a day."""
    version = _version(request, version_id)
    return _served(request, version, "document.downloaded", version.file_name)


@needs(Permission.DOCUMENT_READ)
def document_preview(request: StaffRequest, version_id: uuid.UUID) -> FileResponse:
    """The small picture of an image, for the page that shows it."""
    version = _version(request, version_id)
    if not version.preview_name:
        raise Http404
    return _served(request, version, "document.previewed", version.preview_name, "image/jpeg")


def _served(
    request: StaffRequest, version: DocumentVersion, verb: str, stored: str, content_type: str = ""
) -> FileResponse:
    """A sealed file, opened while it is sent; the look is on record before the first byte leaves."""
    document = version.document
    record_read(
        verb,
        by=request.user,
        about=document,
        case=document.case,
        details={"version": version.number},
    )
    answer = FileResponse(
        open_file(stored, key_id=version.key_id, row_id=version.pk),
        as_attachment=True,
        filename=version.outer_name,
        content_type=content_type or CONTENT_TYPES[version.type],
    )
    answer["Cache-Control"] = "no-store"
    return answer
