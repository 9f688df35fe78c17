"""What documents add to the file, the timeline, extracts and the API; notices about refused files."""

import datetime
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Q
from django.db.models.functions import TruncDate
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.documents.models import CaseDocument, DocumentUpload, DocumentVersion
from casework.documents.several import files_to_describe, url_to_describe
from casework.register.models.case import Case
from casework.register.querysets.case import is_emptied
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import ExtractPart, rows_about_person_or_family
from casework.slots.holdings import rows_on_file
from casework.slots.obstacles import FollowUp
from casework.slots.timeline import Event, EventSource, TimelineSource
from pages.slots import Slot

shown_papers: Slot[Callable[[list[CaseDocument], User], Mapping[uuid.UUID, FollowUp]]] = Slot(
    "what paper a document is the image of, by the key of the document"
)


def with_shown_papers(documents: Iterable[CaseDocument], user: User) -> list[CaseDocument]:
    """Returns the documents; sets `shows` to the paper of which a document is the image, if the user may see that paper."""
    rows = list(documents)
    for papers_of in shown_papers:
        for key, paper in papers_of(rows, user).items():
            next(each for each in rows if each.pk == key).shows = paper
    return rows


def mark_copies(documents: Iterable[CaseDocument]) -> None:
    """Sets `copy_of` of each document to the first one of the case whose file has the same type, size and dimensions."""
    first: dict[object, CaseDocument] = {}
    for document in sorted(documents, key=lambda each: each.number):
        if (file := document.newest) and not document.is_withdrawn:
            properties = (file.type, file.size, file.extent, file.width, file.height)
            earliest = first.setdefault(properties, document)
            document.copy_of = None if earliest is document else earliest


documents_resource = Resource(
    "documents",
    CaseDocument,
    P.DOCUMENT_READ,
    "document",
    (*OF_CASE, "number", "kind", "filed_at", "withdrawn_on"),
    ("kind",),
    "filed_at",
    case="case",
)


def _of_readable_documents(user: User) -> Q:
    return Q(document__in=CaseDocument.objects.readable_by(user))


document_extracts = (
    ExtractPart(
        CaseDocument,
        _("Documents of the file"),
        first=["kind", "title", "filed_at", "withdrawn_on", "withdrawal_reason"],
        rows=rows_about_person_or_family(CaseDocument, day="filed_at__date"),
        permission=P.DOCUMENT_READ,
        author="filed_by",
        readable_by=lambda user: Q(pk__in=CaseDocument.objects.readable_by(user)),
    ),
    ExtractPart(
        DocumentVersion,
        _("Versions of documents"),
        ["remark"],
        rows=rows_about_person_or_family(
            DocumentVersion,
            day="document__filed_at__date",
            case="document__case",
            person="document__individual",
        ),
        permission=P.DOCUMENT_READ,
        readable_by=_of_readable_documents,
    ),
    ExtractPart(
        DocumentUpload,
        _("Files of documents that are checked or were refused"),
        ["name", "remark"],
        rows=rows_about_person_or_family(
            DocumentUpload,
            day="document__filed_at__date",
            case="document__case",
            person="document__individual",
        ),
        permission=P.DOCUMENT_READ,
        readable_by=_of_readable_documents,
    ),
)


# How long a user is told of a refused file.
NEWS_FOR = datetime.timedelta(days=3)


def _recently_refused(today: datetime.date) -> Any:
    refused = DocumentUpload.objects.refused().filter(document__withdrawn_on=None)
    dated = refused.annotate(sent_on=TruncDate("sent_at"))
    return dated.filter(sent_on__gte=today - NEWS_FOR)


# A worker checks a file after the page has answered, so a notice tells the sender if the file is refused.
files_refused = due.Source(
    kind="file_refused",
    title=gettext_lazy("Files of yours that were refused"),
    permission=P.DOCUMENT_READ,
    about=DocumentUpload,
    date="sent_on",
    case="document__case_id",
    office="document__case__office_id",
    related=("document__case",),
    rows_on=_recently_refused,
    say=lambda upload: (
        gettext("A file of yours was refused: %(number)s") % {"number": upload.document.case.number}
    ),
    person="document__individual_id",
    concerns="sent_by",
    is_news=True,
)


class DocumentsPanel:
    slug, title = "documents", gettext_lazy("Documents")
    permission = P.DOCUMENT_READ
    page = "papers"
    template = "casework/documents/documents_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        may_change = can(user, P.DOCUMENT_CHANGE, about=case)
        sent = files_to_describe(case, user).values("pk")
        rows = _documents(case, user).select_related("individual")
        rows = rows.prefetch_related("versions", "uploads").annotate(waiting=ArraySubquery(sent))
        documents: Any = with_shown_papers(rows_on_file(case, rows), user)
        mark_copies(documents)
        # Files to describe are fetched with the documents; without documents they need a query of their own.
        waiting = documents[0].waiting if documents else [file["pk"] for file in sent]
        return {
            "documents": documents,
            "checking": sum(document.is_being_checked for document in documents),
            "may_file": may_change and not is_emptied(case, user),
            "undescribed": len(waiting) if may_change else 0,
            "describe_address": url_to_describe(case, waiting),
        }


documents_panel = DocumentsPanel()


def _documents(case: Case, user: User) -> Any:
    return CaseDocument.objects.visible_to(user).filter(case=case)


def _filing_event(document: CaseDocument) -> Event:
    return Event(
        document.filed_at,
        gettext("Filed a document"),
        told=document.title,
        sentence=gettext("%(who)s filed a document about %(whom)s"),
    )


def _withdrawal_event(document: CaseDocument) -> Event:
    return Event(
        document.withdrawn_on or document.filed_at,
        gettext("Withdrew a document"),
        told=document.title,
        sentence=gettext("%(who)s withdrew a document about %(whom)s"),
    )


documents_timeline = TimelineSource(
    "documents",
    gettext_lazy("Documents"),
    P.DOCUMENT_READ,
    (
        EventSource(_documents, "filed_at", _filing_event, by="filed_by", person="individual"),
        EventSource(
            _documents, "withdrawn_on", _withdrawal_event, by="withdrawn_by", person="individual"
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "document.downloaded": _("downloaded a document"),
    "document.filed": _("filed a document"),
    "document.listed": _("looked at the list of documents"),
    "document.viewed": _("looked at a document on its page"),
    "document.previewed": _("looked at the picture of a document"),
    "document.read": _("opened a document"),
    "document.refused": _("sent a file that was refused when it was checked"),
    "document.cropped": _("cropped the picture of a document"),
    "document.turned": _("turned the picture of a document"),
    "document.used_again": _("used an older version of a document again"),
    "document.withdrawn": _("withdrew a document"),
    "upload.kept": _("kept a chosen file while its form is put right"),
}
