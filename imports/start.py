"""Serialises the facts recorded once for everybody in a sheet, as they are sealed with the sheet."""

import datetime
from typing import Any

from casework.consents.start import LawfulStart
from imports.models import ImportBatch
from reference.models import HouseText

TEXTS = ("notice_text", "ground_text")


def kept(start: LawfulStart) -> dict[str, Any]:
    """A text is stored by its key, the day as `2019-03-22`."""
    said: dict[str, Any] = {
        name: fact for name, fact in vars(start).items() if isinstance(fact, str) and fact
    }
    said |= {name: text.pk for name in TEXTS if (text := getattr(start, name))}
    if start.said_on:
        said["said_on"] = start.said_on.isoformat()
    return said


def start_of(batch: ImportBatch) -> LawfulStart:
    """An empty start if nothing was recorded."""
    said = dict(batch.start or {})
    on = said.pop("said_on", None)
    keys = {name: said.pop(name) for name in TEXTS if name in said}
    texts: dict[str, Any] = {
        name: HouseText.objects.filter(pk=key).first() for name, key in keys.items()
    }
    day = datetime.date.fromisoformat(on) if on else None
    return LawfulStart(**said, **texts, said_on=day)
