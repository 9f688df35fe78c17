"""Which corrections, and which rows count."""

from typing import Any, Self

from django.db.models import OuterRef

from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class CorrectionQuerySet(SealedQuerySet):
    def of(self, *rows: Any) -> Self:
        """What was put right in these rows; whoever sees the rows sees them."""
        kinds = {row._meta.label_lower for row in rows}
        about = self.filter(about_type__in=kinds, about_id__in=[row.pk for row in rows])
        return about.select_related("by", "individual")

    def of_each(self) -> Self:
        """Of the row of the query around: for a list that says which of its rows were put right."""
        return self.filter(about_id=OuterRef("pk"))


class MistakableQuerySet(OfIndividualQuerySet):
    """Rows about a person that may have been recorded by mistake."""

    def standing(self) -> Self:
        """Those that count."""
        return self.filter(is_mistake=False)
