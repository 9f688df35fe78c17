"""Pages that file, open, replace and withdraw documents of a case."""

import uuid
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.documents import actions as documents
from casework.documents.choices import Turn
from casework.documents.filters import DocumentFilter
from casework.documents.forms import (
    CropDocumentForm,
    DescribeDocumentsForm,
    FileDocumentForm,
    ReplaceDocumentForm,
    TurnDocumentForm,
    WithdrawDocumentForm,
)
from casework.documents.models import CaseDocument, DocumentUpload, DocumentVersion
from casework.documents.several import (
    files_to_describe,
    store_typed_answers,
    typed_answers_of,
    url_to_describe,
)
from casework.documents.slots import with_shown_papers
from casework.register.forms import ConfirmRowForm
from casework.register.models.case import Case
from casework.register.views import case_form_page, file_page_url, form_view_of_row, get_case_or_404
from casework.uploads.choices import FileType
from casework.uploads.forms import GONE, KeptFile
from casework.uploads.views import sealed_file_response, takes_files
from casework.uploads.waiting import MOST_WAITING
from pages.answers import sent
from pages.frames import shown_in_our_iframe, with_iframes_allowed
from pages.lists import list_page
from pages.uploads import read_accepted


def _document(
    request: StaffRequest, document_id: uuid.UUID, permission: Permission
) -> CaseDocument:
    rows = CaseDocument.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "filed_by", "withdrawn_by"
    )
    document: CaseDocument = get_object_or_404(rows.prefetch_related("uploads"), pk=document_id)
    return document


@permission_required(Permission.DOCUMENT_READ)
def document_list(request: StaffRequest) -> HttpResponse:
    """Lists the documents that the user sees."""
    rows = CaseDocument.objects.visible_to(request.user).standing()
    record_read("document.listed", by=request.user)
    return list_page(
        request,
        rows.select_related("case", "individual").prefetch_related("uploads").order_by("-filed_at"),
        filterset=DocumentFilter,
        template="casework/documents/document_list.html",
        list_title=_("Documents"),
        completed=lambda documents: with_shown_papers(documents, request.user),
        empty_text=_("No document is on file. Documents are added in the file of a case."),
    )


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    return {"case": case, "back": file_page_url(case, "papers")}


def _filed_message(filed: CaseDocument | list[CaseDocument]) -> str:
    """Returns the message that names the files and says that they are being checked."""
    rows = filed if isinstance(filed, list) else [filed]
    sentence = ngettext(
        "Received, and being checked: %(titles)s.",
        "Received, and being checked: %(titles)s.",
        len(rows),
    )
    return sentence % {"titles": "; ".join(row.title for row in rows)}


_file_one = form_view_of_row(
    Permission.DOCUMENT_CHANGE,
    get_case_or_404,
    FileDocumentForm,
    documents.file_document,
    _context_of_case,
    title=_("File documents"),
    done=_filed_message,
    template="casework/documents/document_file.html",
)


@takes_files
@permission_required(Permission.DOCUMENT_CHANGE)
def document_file(request: StaffRequest, number: str) -> HttpResponseBase:
    """Files one document. Several files are stored, sealed, and the next page describes them."""
    files = [*request.FILES.getlist("file"), *request.FILES.getlist("photo")]
    if len(files) < 2:
        return _file_one(request, number=number)
    case = get_case_or_404(request, number, Permission.DOCUMENT_CHANGE)
    if len(files) > MOST_WAITING:
        faults = [gettext("Choose at most %(n)d files at once.") % {"n": MOST_WAITING}]
        return _refused_files_page(request, case, faults)
    chosen, faults = read_accepted(files, KeptFile())
    waiting, refused = documents.store_files_to_describe(case, files=chosen, by=request.user)
    faults += refused
    if not waiting:
        return _refused_files_page(request, case, faults)
    for fault in faults:
        messages.error(request, fault)
    store_typed_answers(request.session, waiting, request.POST)
    return redirect(url_to_describe(case, [file.pk for file in waiting]))


def _refused_files_page(request: StaffRequest, case: Case, faults: list[str]) -> HttpResponse:
    """Returns the form as it was typed, after none of several files was accepted."""
    form = FileDocumentForm(request.POST, user=request.user, row=case)
    form.refuse_files(faults)
    context = {
        "form": form,
        "title": _("File documents"),
        "cancel_url": file_page_url(case, "papers"),
        "case": case,
    }
    return render(request, "casework/documents/document_file.html", context)


@takes_files
@permission_required(Permission.DOCUMENT_CHANGE)
def document_describe(request: StaffRequest, number: str) -> HttpResponse:
    """Describes several chosen files: a row of kind, person and title for each."""
    case = get_case_or_404(request, number, Permission.DOCUMENT_CHANGE)
    asked_keys = request.GET.getlist("kept")
    waiting = [file for file in files_to_describe(case, request.user) if str(file.pk) in asked_keys]
    form = DescribeDocumentsForm(
        *sent(request),
        user=request.user,
        row=case,
        waiting=waiting,
        typed_before=typed_answers_of(request.session, waiting),
    )
    is_sent_twice = form.is_bound and form.is_valid() and form.acted_before(request.user)
    if not waiting and not is_sent_twice:
        messages.error(request, str(GONE))
        return redirect("document-file", case.number)
    return case_form_page(
        request,
        form,
        documents.file_several,
        case,
        case=case,
        title=_("What are these files?"),
        done=_filed_message,
        back=file_page_url(case, "papers"),
        template="casework/documents/document_describe.html",
    )


@permission_required(Permission.DOCUMENT_READ)
def document_detail(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    """Shows a document with all its versions. While its file is being checked, htmx asks only for the state of the check."""
    document = _document(request, document_id, Permission.DOCUMENT_READ)
    if request.htmx and document.is_being_checked:
        return render(request, "casework/documents/_check.html", {"document": document})
    record_read("document.read", by=request.user, about=document, case=document.case)
    with_shown_papers([document], request.user)
    openable = DocumentVersion.objects.visible_to(request.user).filter(document=document)
    may_change = bool(can(request.user, Permission.DOCUMENT_CHANGE, document))
    page = render(
        request,
        "casework/documents/document_detail.html",
        {
            "document": document,
            "case": document.case,
            "versions": list(document.versions.select_related("filed_by")),
            "refused": document.refused_uploads,
            "may_open": openable.exists() and not document.is_erased,
            "may_change": may_change,
            "turns": Turn.choices if may_change and document.may_be_turned else [],
            "crop": CropDocumentForm(user=request.user, row=document)
            if may_change and document.may_be_cropped
            else None,
        },
    )
    if request.htmx:
        page["HX-Refresh"] = "true"
    return with_iframes_allowed(page)


@permission_required(Permission.DOCUMENT_READ)
def document_checks(request: StaffRequest, number: str) -> HttpResponse:
    """Shows how many documents are still being checked; `of` in the URL is their number when the page was opened."""
    case = get_case_or_404(request, number, Permission.DOCUMENT_READ)
    documents = CaseDocument.objects.visible_to(request.user).filter(case=case)
    checking = documents.filter(uploads__in=DocumentUpload.objects.waiting()).distinct().count()
    total = max(checking, _parse_count(request.GET.get("of", "")))
    context = {"case": case, "checking": checking, "of": total, "checked": total - checking}
    page = render(request, "casework/documents/_checks.html", context)
    if not checking:
        page["HX-Refresh"] = "true"
    return page


def _parse_count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _context(request: StaffRequest, document: CaseDocument) -> dict[str, Any]:
    record_read("document.read", by=request.user, about=document, case=document.case)
    return {
        "case": document.case,
        "back": document.get_absolute_url(),
        "sentences": [document.title],
    }


_document_form_view = partial(
    form_view_of_row, Permission.DOCUMENT_CHANGE, _document, context=_context
)

document_replace = takes_files(
    _document_form_view(
        ReplaceDocumentForm,
        documents.replace_document,
        title=_("File a newer version"),
        done=_("The new version is being checked; the older stays readable."),
    )
)

document_turn = takes_files(
    _document_form_view(
        TurnDocumentForm,
        documents.turn_document,
        title=_("Turn the picture"),
        done=_("The picture is being turned; as it was, it stays readable below."),
    )
)


def _url_to_undo_crop(document: CaseDocument) -> str:
    """Returns the URL that undoes the cropping: it uses the newest version again."""
    return reverse("document-again", args=[document.newest.pk]) if document.newest else ""


document_crop = takes_files(
    _document_form_view(
        CropDocumentForm,
        documents.crop_document,
        title=_("Crop the picture"),
        done=_("The picture is being cropped; as it was, it stays readable below."),
        undo=_url_to_undo_crop,
    )
)


def _changeable_version(
    request: StaffRequest, version_id: uuid.UUID, permission: Permission
) -> DocumentVersion:
    version = _version(request, version_id)
    _document(request, version.document_id, permission)
    return version


document_again = takes_files(
    form_view_of_row(
        Permission.DOCUMENT_CHANGE,
        _changeable_version,
        ConfirmRowForm,
        documents.use_version_again,
        lambda request, version: _context(request, version.document),
        title=_("Use this version again"),
        done=_("This version is being filed again as the newest; the others stay readable."),
    )
)

document_withdraw = _document_form_view(
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


@permission_required(Permission.DOCUMENT_READ)
def document_download(request: StaffRequest, version_id: uuid.UUID) -> FileResponse:
    """Returns the file as an attachment, with a name of numbers and a day."""
    version = _version(request, version_id)
    return _file_response(request, version, "document.downloaded", version.file_name)


@permission_required(Permission.DOCUMENT_READ)
def document_preview(request: StaffRequest, version_id: uuid.UUID) -> FileResponse:
    """Returns the small picture of an image, for the page that shows it."""
    version = _version(request, version_id)
    if not version.preview_name:
        raise Http404
    return _file_response(
        request, version, "document.previewed", version.preview_name, "image/jpeg"
    )


@permission_required(Permission.DOCUMENT_READ)
def document_view(request: StaffRequest, version_id: uuid.UUID) -> FileResponse:
    """Returns a picture or a PDF for the page of its document; no other page may frame it.

    The browser's own viewer shows a PDF, in a process that reaches neither page nor session. Active content was removed
    from the file when it was filed, and the content type is fixed, never guessed. The iframe has no `sandbox`, because
    browsers start no PDF viewer in a sandbox.
    """
    version = _version(request, version_id)
    if not version.is_shown_in_page:
        raise Http404
    answer = _file_response(request, version, "document.viewed", version.file_name)
    return shown_in_our_iframe(answer) if version.type == FileType.PDF else answer


def _file_response(
    request: StaffRequest, version: DocumentVersion, verb: str, stored: str, content_type: str = ""
) -> FileResponse:
    """Records in the audit log that the user opened the file, and returns it; it is decrypted while it is sent."""
    document = version.document
    record_read(
        verb,
        by=request.user,
        about=document,
        case=document.case,
        details={"version": version.number},
    )
    return sealed_file_response(version, stored, version.download_name, content_type)
