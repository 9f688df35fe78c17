"""Messages after an action on a claim or a paper."""

from typing import Any

from django.utils.translation import gettext as _

from asylum.models import Renunciation
from pages.dates import short_date


def state_recorded(row: Any) -> str:
    """The current state; the caller adds the person before it."""
    return _("Recorded by you: %(state)s.") % {"state": row.get_status_display()}


def paper_recorded(paper: Renunciation) -> str:
    """A refusal to sign is not called a renunciation."""
    if paper.is_refusal:
        return _("It is on file that the person did not sign.")
    return _("The renunciation was recorded.")


def word_recorded(word: Any) -> str:
    """The statement was recorded; if a later one counts, says which."""
    said, standing = (
        _("The word of the authority was recorded."),
        word.individual.renunciation_demands.standing().first(),
    )
    if standing == word:
        return said
    older = _("It keeps its place among the earlier ones: that of %(day)s stands.")
    return f"{said} {older % {'day': short_date(standing.on)}}"
