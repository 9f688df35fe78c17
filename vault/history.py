"""Stores the history of rows: a database trigger writes a row for every insert and update."""

from collections.abc import Iterable
from typing import Any

import pghistory
from django.db import models


def track_history(*, exclude: Iterable[str] = ()) -> Any:
    """Class decorator that stores every version of a row. Sealed columns stay ciphertext.

    `exclude` names derived fields, which are left out. The application's role may only read the history and insert into
    it: the context is a field of the history row, because pghistory's own context table needs updates."""
    return pghistory.track(
        append_only=True,
        exclude=list(exclude) or None,
        obj_field=pghistory.ObjForeignKey(
            db_constraint=False, on_delete=models.DO_NOTHING, related_name="as_known"
        ),
        context_field=pghistory.ContextJSONField(),
        context_id_field=None,  # type: ignore[arg-type]  # pghistory documents None
    )
