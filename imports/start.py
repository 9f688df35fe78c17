"""What was said once of everybody in a sheet, as it is sealed with the sheet, and back."""

from typing import Any

from casework.consents.start import LawfulStart
from imports.models import ImportBatch
from reference.models import HouseText


def kept(start: LawfulStart) -> dict[str, Any]:
    """The text stands in it by its key."""
    said = {name: fact for name, fact in vars(start).items() if isinstance(fact, str) and fact}
    text = start.notice_text
    return said | ({"notice_text": text.pk} if text else {})


def start_of(batch: ImportBatch) -> LawfulStart:
    """An empty start where nobody said anything."""
    said = dict(batch.start or {})
    key = said.pop("notice_text", None)
    text = HouseText.objects.filter(pk=key).first() if key else None
    return LawfulStart(**said, notice_text=text)
