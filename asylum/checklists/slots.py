"""Marks on checklists in extracts, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from asylum.checklists.models import ChecklistMark
from casework.slots.extract import ExtractPart, rows_about

checklist_mark_extract = ExtractPart(
    ChecklistMark,
    _("Papers of a claim"),
    first=["paper"],
    rows=rows_about(ChecklistMark, "application__individual"),
    permission=P.APPLICATION_CHANGE,
    author="by",
)


VERBS: dict[str, str | Promise] = {
    "paper.marked": _("said how a paper of a checklist stands"),
}
