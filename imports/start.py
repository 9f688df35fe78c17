"""Converts notice and legal basis of a sheet to JSON and back."""

import datetime
from typing import Any

from casework.consents.start import LawfulStart
from imports.models import ImportBatch
from reference.models import HouseText


def start_as_json(start: LawfulStart) -> dict[str, Any]:
    """The start as JSON: the notice by its key, the day as `2019-03-22`."""
    values: dict[str, Any] = {
        name: fact for name, fact in vars(start).items() if isinstance(fact, str) and fact
    }
    if start.notice_text:
        values["notice_text"] = start.notice_text.pk
    if start.said_on:
        values["said_on"] = start.said_on.isoformat()
    return values


def start_of(batch: ImportBatch) -> LawfulStart:
    """The start recorded for a sheet; empty if nothing was recorded."""
    values = dict(batch.start or {})
    key, on = values.pop("notice_text", None), values.pop("said_on", None)
    text = HouseText.objects.filter(pk=key).first() if key else None
    day = datetime.date.fromisoformat(on) if on else None
    return LawfulStart(**values, notice_text=text, said_on=day)
