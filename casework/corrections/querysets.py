"""Querysets of corrections, and of rows that count."""

from typing import Any, Self

from django.db.models import OuterRef

from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class CorrectionQuerySet(SealedQuerySet):
    def of(self, *rows: Any) -> Self:
        """Corrections of these rows; visible to those who see the rows."""
        kinds = {row._meta.label_lower for row in rows}
        about = self.filter(about_type__in=kinds, about_id__in=[row.pk for row in rows])
        return about.select_related("by", "individual")

    def of_each(self) -> Self:
        """Corrections of the row of an outer query, to mark corrected rows in a list."""
        return self.filter(about_id=OuterRef("pk"))


class MistakableQuerySet(OfIndividualQuerySet):
    """Rows about a person that may have been recorded by mistake."""

    def standing(self) -> Self:
        """Rows that were no mistake."""
        return self.filter(is_mistake=False)
