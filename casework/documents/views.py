"""Documents of a file: filing, opening, replacing, withdrawing; what pages about papers share."""

import uuid

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.documents import actions as documents
from casework.documents.choices import CONTENT_TYPES
from casework.documents.filters import DocumentFilter
from casework.documents.forms import FileDocumentForm, ReplaceDocumentForm, WithdrawDocumentForm
from casework.documents.models import CaseDocument, DocumentVersion
from casework.register.models.case import Case
from casework.register.views import answer_in_case
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
        empty_text=_("No document is on file. Documents are added in the file of a case."),
    )


@needs(Permission.DOCUMENT_CHANGE)
def document_file(request: StaffRequest, number: str) -> HttpResponse:
    """Puts a new document into the file."""
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.DOCUMENT_CHANGE), number=number
    )
    form = FileDocumentForm(
        request.POST or None, request.FILES or None, case=case, user=request.user
    )
    return answer_in_case(
        request,
        form,
        documents.file_document,
        case,
        case=case,
        title=_("File a document"),
        done=_("The document is on file."),
        back=papers_of(case, ""),
        onward=CaseDocument.get_absolute_url,
    )


@needs(Permission.DOCUMENT_READ)
def document_detail(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    """One document: what it is, a small picture of an image, all versions."""
    document = _document(request, document_id, Permission.DOCUMENT_READ)
    record_read("document.read", by=request.user, about=document, case=document.case)
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


@needs(Permission.DOCUMENT_CHANGE)
def document_replace(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    document = _document(request, document_id, Permission.DOCUMENT_CHANGE)
    record_read("document.read", by=request.user, about=document, case=document.case)
    return answer_in_case(
        request,
        ReplaceDocumentForm(request.POST or None, request.FILES or None),
        documents.replace_document,
        document,
        case=document.case,
        title=_("File a newer version"),
        done=_("The new version is on file; the older stays readable."),
        back=document.get_absolute_url(),
        sentences=[document.title],
    )


@needs(Permission.DOCUMENT_CHANGE)
def document_withdraw(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    document = _document(request, document_id, Permission.DOCUMENT_CHANGE)
    record_read("document.read", by=request.user, about=document, case=document.case)
    return answer_in_case(
        request,
        WithdrawDocumentForm(request.POST or None),
        documents.withdraw_document,
        document,
        case=document.case,
        title=_("Withdraw the document"),
        done=_("The document is withdrawn."),
        back=document.get_absolute_url(),
        sentences=[document.title],
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


def papers_of(case: Case | None, panel: str) -> str:
    """Where a panel of the file's papers stands."""
    if case is None:
        return reverse("case-list")
    return reverse("case-part", args=[case.number, "papers"]) + f"#{panel}"
