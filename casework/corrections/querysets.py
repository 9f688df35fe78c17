"""Which corrections."""

from typing import Any, Self

from vault.querysets import SealedQuerySet


class CorrectionQuerySet(SealedQuerySet):
    def of(self, *rows: Any) -> Self:
        """What was put right in these rows; whoever sees the rows sees them."""
        return self.filter(about_id__in=[row.pk for row in rows]).select_related("by")
