"""History "as known on" a day: every insert and update leaves a row that a database trigger writes."""

from collections.abc import Iterable
from typing import Any

import pghistory
from django.db import models


def as_known(*, exclude: Iterable[str] = ()) -> Any:
    """Class decorator: keeps what was known of each row, as ciphertext where the row is sealed.

    Without the fields `exclude`, which nobody told: they are worked out from the others.

    The application's role may insert into the history and read it, nothing else. The context is a
    field of the history row, because pghistory's own context table would want to be updated.
    """
    return pghistory.track(
        append_only=True,
        exclude=list(exclude) or None,
        obj_field=pghistory.ObjForeignKey(
            db_constraint=False, on_delete=models.DO_NOTHING, related_name="as_known"
        ),
        context_field=pghistory.ContextJSONField(),
        context_id_field=None,  # type: ignore[arg-type]  # pghistory documents None
    )
