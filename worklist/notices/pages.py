"""The page on which a user acts on the subject of a notice."""

from accounts.models import Grant, User
from accounts.permissions import Permission
from casework.documents.models import CaseDocument, DocumentUpload
from pages.context import address
from worklist.due.models import DueDecision
from worklist.sources.kinds import TASK_DUE

# Pages by kind of notice: where the user can act on it.
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


# Kinds whose page is a list.
WITHOUT_A_KEY = ("accounts.office", "accounts.grant")


def page_about(about_type: str, about_id: str, case_number: str, user: User) -> str:
    """The URL where the user acts on it: its own page, or the case's; empty if the user may open neither.

    A handed-over task leads to the task, another handed-over date to the user's list of that kind, a role to the
    colleague's account, a file to its document.
    """
    is_upload = about_type == DocumentUpload._meta.label_lower
    if is_upload and (upload := DocumentUpload.objects.filter(pk=about_id).first()):
        about_type, about_id = CaseDocument._meta.label_lower, str(upload.document_id)
    if about_type == DueDecision._meta.label_lower:
        handed = DueDecision.objects.filter(pk=about_id).first()
        if handed and handed.kind == TASK_DUE and user.holds(Permission.TASK_CHANGE):
            about_type, about_id = handed.about_type, handed.about_id
        elif handed and user.holds(Permission.TASK_READ):
            return address(f"due-list?whose=mine&kind={handed.kind}")
    if about_type == Grant._meta.label_lower and user.holds(Permission.USER_READ):
        given = Grant.objects.visible_to(user).exclude(user=user).filter(pk=about_id).first()
        if given:
            return address("user", given.user_id)
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
