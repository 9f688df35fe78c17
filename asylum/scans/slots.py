"""Images of papers, for the pages of papers and of documents."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.papers.models.scan import PaperScan
from asylum.rule_tasks.actions import settle_tasks_of_rule
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import is_mistaken, right_to_add, title_of
from casework.documents.actions import keep_checked, refuse_checked
from casework.documents.models import CaseDocument, DocumentUpload
from casework.register.models.case import Case
from casework.slots.obstacles import FollowUp
from casework.uploads.queue import UploadHandler
from casework.uploads.rules.formats import CleanFile
from pages.questions import PLACEHOLDER, cached_rows


def scans_for_page(paper: Permit | Renunciation, user: User) -> dict[str, object]:
    """Returns context for the page of a paper: the images that the user may open, and the link to add one."""
    rows = PaperScan.objects.visible_to(user).standing().filter(**{_link(paper): paper})
    scans = rows.select_related("document", "step").prefetch_related(
        "document__versions", "document__uploads"
    )
    may_add = right_to_add(paper, user) is not None
    page = "permit-scan" if isinstance(paper, Permit) else "renunciation-scan"
    return {
        "scans": list(scans.order_by("document__filed_at")),
        "may_add_scan": may_add,
        "scan_url": reverse(page, args=[paper.pk]) if may_add else "",
    }


def _link(paper: Permit | Renunciation) -> str:
    return "permit" if isinstance(paper, Permit) else "renunciation"


def papers_of(documents: list[CaseDocument], user: User) -> Mapping[uuid.UUID, FollowUp]:
    """Returns links to the papers that the documents show, by document; without papers that the user may not see."""
    keys = [each.pk for each in documents]
    scans = cached_rows(_scans, user, values={PLACEHOLDER: keys}) if keys else []
    return {scan.document_id: _paper_link(scan) for scan in scans}


def _scans(user: User) -> Any:
    of_permits = Q(permit__in=Permit.objects.visible_to(user))
    of_renunciations = Q(renunciation__in=Renunciation.objects.visible_to(user))
    scans = PaperScan.objects.filter(of_permits | of_renunciations, document__in=[PLACEHOLDER])
    return scans.select_related("permit", "renunciation", "step__renunciation")


def visible_with_the_paper(user: User) -> Q:
    """Returns a condition for documents: an image of a renunciation is visible only to users who may change renunciations."""
    shows_renunciation = PaperScan.objects.filter(
        document=OuterRef("pk"), renunciation__isnull=False
    )
    readers = visible_keys(Case.objects, user, Permission.RENUNCIATION_CHANGE)
    return ~Exists(shows_renunciation) | Q(case__in=readers)


def _paper_link(scan: PaperScan) -> FollowUp:
    paper, whole = scan.paper, scan.permit or scan.renunciation
    title = title_of(paper)
    if is_mistaken(paper):
        title = _("%(paper)s (recorded by mistake)") % {"paper": title}
    return FollowUp(title, whole.get_absolute_url() if whole else "")


def _store_checked(upload: DocumentUpload, cleaned: CleanFile) -> None:
    """Stores the checked file, and settles the task that asked for the image of a verification."""
    document = keep_checked(upload, cleaned)
    step = RenunciationStatusChange.objects.filter(scans__document=document).first()
    if step and step.status == RenunciationStatus.VERIFIED:
        settle_tasks_of_rule(
            step.renunciation.individual, RuleTask.SCAN_FOLLOWS, by=document.filed_by
        )


document_handler = UploadHandler(DocumentUpload, _store_checked, refuse_checked)


VERBS: dict[str, str | Promise] = {
    "paper.scan_withdrawn": gettext_lazy("withdrew the image of a paper"),
    "paper.scanned": gettext_lazy("put the image of a paper on file"),
}
