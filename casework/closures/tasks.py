"""A case with open tasks stays open."""

from django.utils.translation import ngettext

from casework.models import Case, CaseTask


def open_tasks(case: Case) -> list[str]:
    """One sentence while something is still to be done."""
    number = CaseTask.objects.filter(case=case).open().count()
    if not number:
        return []
    return [
        ngettext(
            "%(number)d task or appointment is still open. Settle it first.",
            "%(number)d tasks or appointments are still open. Settle them first.",
            number,
        )
        % {"number": number}
    ]
