"""Serialises the facts recorded once for everybody in a sheet, as they are sealed with the sheet."""

import datetime
from typing import Any

from casework.consents.start import LawfulStart
from imports.models import ImportBatch
from reference.models import HouseText


def kept(start: LawfulStart) -> dict[str, Any]:
    """The notice is stored by its key, the day as `2019-03-22`."""
    said: dict[str, Any] = {
        name: fact for name, fact in vars(start).items() if isinstance(fact, str) and fact
    }
    if start.notice_text:
        said["notice_text"] = start.notice_text.pk
    if start.said_on:
        said["said_on"] = start.said_on.isoformat()
    return said


def start_of(batch: ImportBatch) -> LawfulStart:
    """An empty start if nothing was recorded."""
    said = dict(batch.start or {})
    key, on = said.pop("notice_text", None), said.pop("said_on", None)
    text = HouseText.objects.filter(pk=key).first() if key else None
    day = datetime.date.fromisoformat(on) if on else None
    return LawfulStart(**said, notice_text=text, said_on=day)
