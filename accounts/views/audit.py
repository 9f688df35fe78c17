"""The audit log: all of it for the auditor, the office's for its supervisor, account events for the administrator."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.filters import AuditFilter
from accounts.models import AuditEvent
from accounts.permissions import Permission
from pages.lists import list_page


def _page(request: StaffRequest, permission: Permission, heading: str) -> HttpResponse:
    record_read("audit.read", by=request.user)
    rows = AuditEvent.objects.visible_to(request.user, permission).select_related("actor", "office")
    return list_page(
        request, rows, filterset=AuditFilter, template="accounts/audit.html", list_title=heading
    )


@needs(Permission.AUDIT_READ)
def audit(request: StaffRequest) -> HttpResponse:
    return _page(request, Permission.AUDIT_READ, _("Audit log"))


@needs(Permission.AUDIT_OFFICE_READ)
def office_audit(request: StaffRequest) -> HttpResponse:
    return _page(request, Permission.AUDIT_OFFICE_READ, _("Audit log of the office"))


@needs(Permission.USER_CHANGE)
def account_audit(request: StaffRequest) -> HttpResponse:
    return _page(request, Permission.USER_CHANGE, _("Account events"))
