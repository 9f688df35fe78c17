"""The documents of a file."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, CaseDocument


class DocumentsPanel:
    slug, title = "documents", gettext_lazy("Documents")
    permission = Permission.DOCUMENT_READ
    page = "papers"
    template = "casework/panels/documents.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = (
            CaseDocument.objects.filter(case=case)
            .select_related("individual")
            .prefetch_related("versions")
        )
        return {
            "documents": list(rows),
            "may_change": can(user, Permission.DOCUMENT_CHANGE, about=case),
        }


documents = DocumentsPanel()
