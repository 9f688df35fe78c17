"""Querysets of corrections, and of rows that can be marked as mistakes."""

import uuid
from collections.abc import Iterable
from typing import Any, Self

from django.db.models import OuterRef

from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class CorrectionQuerySet(SealedQuerySet):
    def of(self, *rows: Any) -> Self:
        """Returns corrections of these rows. Users who see the rows may see their corrections."""
        kinds = {row._meta.label_lower for row in rows}
        about = self.filter(about_type__in=kinds, about_id__in=[row.pk for row in rows])
        return about.select_related("by", "individual")

    def by_row(self, rows: Iterable[Any]) -> dict[uuid.UUID, list[Any]]:
        """The corrections of these rows by the key of the row; rows without any are absent."""
        by_row: dict[uuid.UUID, list[Any]] = {}
        for correction in self.of(*rows):
            by_row.setdefault(correction.about_id, []).append(correction)
        return by_row

    def of_each(self) -> Self:
        """Returns corrections of the outer query's row, for a subquery."""
        return self.filter(about_id=OuterRef("pk"))


class MistakableQuerySet(OfIndividualQuerySet):
    """Rows about a person that may have been recorded by mistake."""

    def standing(self) -> Self:
        """Returns rows without mistakes."""
        return self.filter(is_mistake=False)
