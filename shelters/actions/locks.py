"""Locks rows in one order, so that two acts on the same families or rooms cannot deadlock."""

import uuid
from collections.abc import Iterable
from typing import Any, TypeVar

from casework.register.models.case import Case
from pages.questions import PLACEHOLDER, cached_rows
from shelters.models import Room

Locked = TypeVar("Locked", Case, Room)


def lock_in_order(model: type[Locked], keys: Iterable[uuid.UUID]) -> list[Locked]:
    """These rows, locked until commit. An act does this before it locks stays."""
    return cached_rows(_to_lock, model, values={PLACEHOLDER: set(keys)})


def _to_lock(model: Any) -> Any:
    rows = model.objects.select_for_update(no_key=True, of=("self",))
    return rows.filter(pk__in=[PLACEHOLDER]).order_by("pk")
