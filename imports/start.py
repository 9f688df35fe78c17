"""Converts notice and legal basis of a sheet to JSON and back."""

import datetime
from typing import Any

from casework.consents.start import LawfulStart
from imports.models import ImportBatch
from reference.models import HouseText

TEXTS = ("notice_text", "ground_text")


def start_as_json(start: LawfulStart) -> dict[str, Any]:
    """The notice and legal basis as JSON: a text by its primary key, the day as `2019-03-22`."""
    values: dict[str, Any] = {
        name: fact for name, fact in vars(start).items() if isinstance(fact, str) and fact
    }
    values |= {name: text.pk for name in TEXTS if (text := getattr(start, name))}
    if start.said_on:
        values["said_on"] = start.said_on.isoformat()
    return values


def start_of(batch: ImportBatch) -> LawfulStart:
    """The notice and legal basis recorded for a sheet; empty if nothing was recorded."""
    values = dict(batch.start or {})
    on = values.pop("said_on", None)
    keys = {name: values.pop(name) for name in TEXTS if name in values}
    texts: dict[str, Any] = {
        name: HouseText.objects.filter(pk=key).first() for name, key in keys.items()
    }
    day = datetime.date.fromisoformat(on) if on else None
    return LawfulStart(**values, **texts, said_on=day)
