"""Which corrections, and which rows count."""

from typing import Any, Self

from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class CorrectionQuerySet(SealedQuerySet):
    def of(self, *rows: Any) -> Self:
        """What was put right in these rows; whoever sees the rows sees them."""
        kinds = {row._meta.label_lower for row in rows}
        about = self.filter(about_type__in=kinds, about_id__in=[row.pk for row in rows])
        return about.select_related("by")


class MistakableQuerySet(OfIndividualQuerySet):
    """Rows about a person that may have been recorded by mistake."""

    def standing(self) -> Self:
        """Those that count."""
        return self.filter(is_mistake=False)
