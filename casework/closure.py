"""Why a case may not close yet: what the rooms above say, as settings list them."""

from django.conf import settings
from django.utils.module_loading import import_string

from casework.models import Case


def closure_blockers(case: Case) -> list[str]:
    """The sentences of everything that still stands open; empty when the case may close."""
    return [
        sentence
        for path in settings.CASE_CLOSURE_BLOCKERS
        for sentence in import_string(path)(case)
    ]
