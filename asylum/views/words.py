"""What a page about a claim or a paper says once something was done with it."""

from typing import Any

from django.utils.translation import gettext as _

from asylum.models import Renunciation
from pages.dates import short_date


def state_recorded(row: Any) -> str:
    """The state as it stands now; whose claim or paper it is stands before these words."""
    return _("Recorded by you: %(state)s.") % {"state": row.get_status_display()}


def paper_recorded(paper: Renunciation) -> str:
    """Who did not sign renounced nothing."""
    if paper.is_refusal:
        return _("It is on file that the person did not sign.")
    return _("The renunciation was recorded.")


def word_recorded(word: Any) -> str:
    """That a word of the authority is on file, and which one stands where it is not this one."""
    said, standing = (
        _("The word of the authority was recorded."),
        word.individual.renunciation_demands.standing().first(),
    )
    if standing == word:
        return said
    older = _("It keeps its place among the earlier ones: that of %(day)s stands.")
    return f"{said} {older % {'day': short_date(standing.on)}}"
