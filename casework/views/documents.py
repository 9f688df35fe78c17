"""Documents of a file: filing, opening, replacing, withdrawing."""

import uuid

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions import documents
from casework.choices.documents import CONTENT_TYPES
from casework.filters_papers import DocumentFilter
from casework.forms.documents import FileDocumentForm, ReplaceDocumentForm, WithdrawDocumentForm
from casework.models import Case, CaseDocument, DocumentVersion
from casework.views.papers import ask
from pages.lists import list_page
from vault.files import open_file


def _document(request: HttpRequest, document_id: uuid.UUID, permission: Permission) -> CaseDocument:
    rows = CaseDocument.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "filed_by", "withdrawn_by"
    )
    return get_object_or_404(rows, pk=document_id)


@needs(Permission.DOCUMENT_READ)
def document_list(request: HttpRequest) -> HttpResponse:
    """Documents in sight."""
    rows = CaseDocument.objects.visible_to(request.user).standing()
    record_read("document.listed", by=request.user)
    return list_page(
        request,
        rows.select_related("case", "individual").order_by("-filed_at"),
        filterset=DocumentFilter,
        template="casework/document_list.html",
        list_title=_("Documents"),
        empty_text=_("No document is on file. Documents are added in the file of a case."),
    )


@needs(Permission.DOCUMENT_CHANGE)
def document_file(request: HttpRequest, number: str) -> HttpResponse:
    """Puts a new document into the file."""
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.DOCUMENT_CHANGE), number=number
    )
    form = FileDocumentForm(
        request.POST or None, request.FILES or None, case=case, user=request.user
    )
    return ask(
        request,
        form,
        documents.file_document,
        case,
        case=case,
        title=_("File a document"),
        done=_("The document is on file."),
    )


@needs(Permission.DOCUMENT_READ)
def document_detail(request: HttpRequest, document_id: uuid.UUID) -> HttpResponse:
    """One document: what it is, a small picture of an image, all versions."""
    document = _document(request, document_id, Permission.DOCUMENT_READ)
    record_read("document.read", by=request.user, about=document, case=document.case)
    openable = DocumentVersion.objects.visible_to(request.user).filter(document=document)
    return render(
        request,
        "casework/document_detail.html",
        {
            "document": document,
            "case": document.case,
            "versions": list(document.versions.select_related("filed_by")),
            "may_open": openable.exists() and not document.is_erased,
            "may_change": bool(can(request.user, Permission.DOCUMENT_CHANGE, document)),
        },
    )


@needs(Permission.DOCUMENT_CHANGE)
def document_replace(request: HttpRequest, document_id: uuid.UUID) -> HttpResponse:
    document = _document(request, document_id, Permission.DOCUMENT_CHANGE)
    record_read("document.read", by=request.user, about=document, case=document.case)
    return ask(
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
def document_withdraw(request: HttpRequest, document_id: uuid.UUID) -> HttpResponse:
    document = _document(request, document_id, Permission.DOCUMENT_CHANGE)
    record_read("document.read", by=request.user, about=document, case=document.case)
    return ask(
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


def _version(request: HttpRequest, version_id: uuid.UUID) -> DocumentVersion:
    rows = DocumentVersion.objects.visible_to(request.user).select_related("document__case")
    version: DocumentVersion = get_object_or_404(rows, pk=version_id)
    if version.is_erased:
        raise Http404
    return version


@needs(Permission.DOCUMENT_READ)
def document_download(request: HttpRequest, version_id: uuid.UUID) -> FileResponse:
    """The file itself, always as attachment, under a name of numbers and a day."""
    version = _version(request, version_id)
    return _served(request, version, "document.downloaded", version.file_name)


@needs(Permission.DOCUMENT_READ)
def document_preview(request: HttpRequest, version_id: uuid.UUID) -> FileResponse:
    """The small picture of an image, for the page that shows it."""
    version = _version(request, version_id)
    if not version.preview_name:
        raise Http404
    return _served(request, version, "document.previewed", version.preview_name, "image/jpeg")


def _served(
    request: HttpRequest, version: DocumentVersion, verb: str, stored: str, content_type: str = ""
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
