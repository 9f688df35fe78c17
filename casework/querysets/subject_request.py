"""Which requests about the own data."""

from typing import Any, Self

from casework.querysets.individual import OfIndividualQuerySet


class SubjectRequestQuerySet(OfIndividualQuerySet):
    """They follow the person."""

    def open(self) -> Self:
        return self.filter(answered_on=None)

    def lock(self, row: Any) -> Any:
        """The fresh row, ours until commit."""
        return self.select_for_update(of=("self",)).get(pk=row.pk)
