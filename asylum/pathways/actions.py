"""Corrects or confirms the source of a row of a pathway. The rest of a row comes from the tables."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.pathways.models import Sourced
from pages.refusals import ActionRefused
from reference.actions import correct_row, locked_row


@transaction.atomic
def correct_pathway(
    row: Sourced, *, verified_by: str, verified_on: datetime.date | None, by: User, **facts: Any
) -> Sourced:
    """Corrects the norm, the source and its confidence (`facts`) of a row of a pathway, and returns the row.

    Raises ActionRefused without who verified the source and when: loading the tables overwrites an unconfirmed row.
    """
    fresh = locked_row(row, by=by)
    if not verified_by.strip() or verified_on is None:
        raise ActionRefused(_("Say who verified it, and when."), field="verified_on")
    values = {name: each.strip() for name, each in facts.items()}
    values |= {"verified_by": verified_by.strip(), "verified_on": verified_on}
    return correct_row(fresh, "pathway.corrected", by=by, **values)
