"""The page on which a user acts on the subject of a notice."""

from accounts.models import Grant, User
from accounts.permissions import Permission
from casework.documents.models import CaseDocument, DocumentUpload
from pages.context import address
from worklist.due.models import DueDecision
from worklist.sources.kinds import TASK_DUE

# By label of the model: the page of a row, and the permission that opens it.
PAGES = {
    "aid.agreement": ("agreement-detail", Permission.AGREEMENT_READ),
    "aid.commitment": ("commitment-detail", Permission.AID_READ),
    "asylum.permit": ("permit-detail", Permission.PERMIT_READ),
    "asylum.standingreview": ("standing-review-resolve", Permission.EVIDENCE_CHANGE),
    "asylum.measure": ("measure-review", Permission.EVIDENCE_CHANGE),
    "asylum.observation": ("observation-review", Permission.EVIDENCE_CHANGE),
    "asylum.claiminterview": ("claim-interview", Permission.APPLICATION_CHANGE),
    "asylum.termmove": ("term-move-list", Permission.APPLICATION_READ),
    "asylum.renunciation": ("renunciation-detail", Permission.RENUNCIATION_READ),
    "casework.arrival": ("arrival-slip", Permission.INDIVIDUAL_READ),
    "casework.sealedaccount": ("account-read", Permission.COMPARTMENT_READ),
    "casework.casedocument": ("document-detail", Permission.DOCUMENT_READ),
    "casework.casetask": ("task-detail", Permission.TASK_CHANGE),
    "casework.consent": ("consent-detail", Permission.CONSENT_READ),
    "casework.lossreport": ("loss-detail", Permission.EXIT_RECORD),
    "casework.referral": ("referral-detail", Permission.REFERRAL_READ),
    "partners.partnerrequest": ("request-answer", Permission.PARTNER_CHANGE),
    "casework.detention": ("detention-review", Permission.HOME_CHANGE),
    "shelters.bed": ("surge-place-review", Permission.BED_CHANGE),
    "shelters.site": ("site-detail", Permission.SITE_READ),
    "accounts.office": ("due-list?whose=nobody&when=overdue", Permission.CASE_MOVE),
    "accounts.grant": ("account", Permission.ACCOUNT_CHANGE),
    "reporting.fundertable": ("report-detail", Permission.REPORT_PREPARE),
    "shelters.placement": ("placement-detail", Permission.PLACEMENT_READ),
}
# Labels of models whose page takes no key.
WITHOUT_A_KEY = ("accounts.office", "accounts.grant")


def page_about(about_type: str, about_id: str, case_number: str, user: User) -> str:
    """The URL of the page about a row: its own page, else the page of its case; empty if the user may open neither.

    A decision about a task leads to the task, a decision about another date to the user's own dates of that kind, a role to
    the account of the colleague, an uploaded file to its document.
    """
    is_upload = about_type == DocumentUpload._meta.label_lower
    if is_upload and (upload := DocumentUpload.objects.filter(pk=about_id).first()):
        about_type, about_id = CaseDocument._meta.label_lower, str(upload.document_id)
    if about_type == DueDecision._meta.label_lower:
        decision = DueDecision.objects.filter(pk=about_id).first()
        if decision and decision.kind == TASK_DUE and user.holds(Permission.TASK_CHANGE):
            about_type, about_id = decision.about_type, decision.about_id
        elif decision and user.holds(Permission.TASK_READ):
            return address(f"due-list?whose=mine&kind={decision.kind}")
    if about_type == Grant._meta.label_lower and user.holds(Permission.USER_READ):
        grant = Grant.objects.visible_to(user).exclude(user=user).filter(pk=about_id).first()
        if grant:
            return address("user", grant.user_id)
    name, permission = PAGES.get(about_type, ("", None))
    keys = (about_id,) if about_type not in WITHOUT_A_KEY else ()
    if permission and user.holds(permission) and (url := address(name, *keys)):
        return url
    if about_type == User._meta.label_lower and user.holds(Permission.TASK_READ):
        return address("due-list?when=7")
    if case_number and user.holds(Permission.CASE_READ):
        return address("case-detail", case_number)
    if case_number and user.holds(Permission.CASE_CARD):
        return address("case-card", case_number)
    return ""
