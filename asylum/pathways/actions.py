"""Correcting or confirming the source of a row of a pathway. Moves and terms come from the tables."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.pathways.models import Sourced
from pages.refusals import ActionRefused
from reference.actions import correct_row, fresh_row


@transaction.atomic
def correct_pathway(
    row: Sourced, *, verified_by: str, verified_on: datetime.date | None, by: User, **facts: Any
) -> Sourced:
    """`facts` are the norm, the source and its confidence of a stage, a paper or a kind of permit.

    Raises ActionRefused without who verified it and when, because an unconfirmed row is the table's."""
    fresh = fresh_row(row, by=by)
    if not verified_by.strip() or verified_on is None:
        raise ActionRefused(_("Say who verified it, and when."), field="verified_on")
    said = {name: each.strip() for name, each in facts.items()}
    said |= {"verified_by": verified_by.strip(), "verified_on": verified_on}
    return correct_row(fresh, "pathway.corrected", by=by, **said)
