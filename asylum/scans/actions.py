"""Files the image of a paper as a document of the person, with a link to the paper."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import NotAllowed, can
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.papers.models.scan import PaperScan
from casework.documents.actions import SentFile, file_sent_file, withdraw_document
from casework.documents.choices import DocumentKind
from casework.documents.models import CaseDocument
from casework.register.querysets.individual import case_of
from pages.dates import short_date
from pages.refusals import ActionRefused

Paper = Permit | Renunciation | RenunciationStatusChange


def right_to_add(paper: Paper, user: User) -> Permission | None:
    """Returns the permission by which `user` may file an image of this paper; None without one.

    Colleagues who add documents or change permits may add the image of a permit. Only colleagues who change
    renunciations read them, and only they add and read their images.
    """
    whole = _whole(paper)
    case = case_of(whole.individual, user.today())
    own = Permission.PERMIT_CHANGE if isinstance(whole, Permit) else Permission.RENUNCIATION_CHANGE
    if case is None or is_mistaken(paper):
        return None
    if isinstance(whole, Permit) and can(user, Permission.DOCUMENT_CHANGE, about=case):
        return Permission.DOCUMENT_CHANGE
    return own if can(user, own, about=whole) and can(user, own, about=case) else None


def is_mistaken(paper: Paper) -> bool:
    """Returns whether the paper is marked as a mistake."""
    whole = _whole(paper)
    if isinstance(whole, Permit):
        return whole.mistaken_on is not None
    return whole.status == RenunciationStatus.MISTAKEN


def add_scan(paper: Paper, *, name: str, content: bytes, by: User) -> CaseDocument:
    """Files the image of a paper on file and returns the document. The task that asked for the image is done once a
    worker has checked the file.

    Raises FileRefused for a file that cannot be stored, NotAllowed without the permission, and ActionRefused for a paper
    recorded by mistake.
    """
    if is_mistaken(paper):
        raise ActionRefused(_("This paper was recorded by mistake: record the right one first."))
    return file_scan(paper, SentFile(name, content), by=by)


@transaction.atomic
def file_scan(paper: Paper, scan: SentFile, *, by: User) -> CaseDocument:
    """Files the image of a paper that the same action records, and returns the document. Raises as `add_scan`."""
    whole = _whole(paper)
    permission, case = right_to_add(paper, by), case_of(whole.individual, by.today())
    if permission is None or case is None:
        raise NotAllowed(_("You add nothing to this paper."))
    document = file_sent_file(
        case,
        scan,
        title=title_of(paper),
        kind=DocumentKind.PERMIT if isinstance(whole, Permit) else DocumentKind.LEGAL,
        individual=whole.individual,
        by=by,
        permission=permission,
        is_reserved=isinstance(whole, Renunciation),
    )
    PaperScan.objects.create(
        document=document,
        permit=whole if isinstance(whole, Permit) else None,
        renunciation=whole if isinstance(whole, Renunciation) else None,
        step=paper if isinstance(paper, RenunciationStatusChange) else None,
    )
    details = {"document": document.number}
    record("paper.scanned", by=by, about=whole, case=case, details=details)
    return document


def title_of(paper: Paper) -> str:
    """Returns the title of the image in the list of documents: kind and day, without a number of the paper."""
    if isinstance(paper, Permit):
        return _title_with_day(str(paper.get_type_display()), paper.issued_on)
    if isinstance(paper, Renunciation):
        return _title_with_day(_("Renunciation"), paper.signed_on)
    return _title_with_day(f"{_('Renunciation')}, {paper.status_tag[0]}", paper.on)


def _title_with_day(what: str, day: datetime.date) -> str:
    return _("%(what)s of %(day)s") % {"what": what, "day": short_date(day)}


@transaction.atomic
def withdraw_scan(scan: PaperScan, *, reason: str, by: User) -> CaseDocument:
    """Withdraws the document because it does not show this paper or this person, and returns it."""
    paper = scan.paper
    permission = right_to_add(paper, by)
    if permission is None:
        raise NotAllowed(_("You add nothing to this paper."))
    document = withdraw_document(scan.document, reason=reason, by=by, permission=permission)
    details = {"document": document.number}
    record("paper.scan_withdrawn", by=by, about=_whole(paper), case=document.case, details=details)
    return document


def withdraw_scans_of(paper: Paper, *, by: User, permission: Permission) -> None:
    """Withdraws the images of a paper that was a mistake. Skips documents that `by` may not change."""
    reason = _("The paper that it shows was recorded by mistake.")
    documents = CaseDocument.objects.visible_to(by, permission).standing()
    for document in documents.filter(scan_of__in=paper.scans.all()).order_by("pk"):
        withdraw_document(document, reason=reason, by=by, permission=permission)


def _whole(paper: Paper) -> Permit | Renunciation:
    return paper.renunciation if isinstance(paper, RenunciationStatusChange) else paper
