"""URLs of the audit log."""

from django.urls import path

from casework.audit import views

urlpatterns = [
    path("audit/", views.audit, name="audit"),
    path("audit/file/", views.audit_file, name="audit-file"),
    path("audit/office/", views.office_audit, name="audit-office"),
    path("audit/office/file/", views.office_audit_file, name="audit-office-file"),
    path("audit/accounts/", views.account_audit, name="audit-accounts"),
    path("audit/accounts/file/", views.account_audit_file, name="audit-accounts-file"),
]
