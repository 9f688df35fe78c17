"""How a test says which refusal it expects."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.utils import translation

from accounts.access import NotAllowed
from pages.refusals import ActionRefused


@contextmanager
def refused(
    says: str = "", *, field: str | None = None, kind: type[ActionRefused] = ActionRefused
) -> Iterator[pytest.ExceptionInfo[ActionRefused]]:
    """Fails unless a rule refuses what stands in the block, in a sentence that holds `says`, at `field`.

    What stands in the block runs in English, the language of the code. A permission that is missing
    refuses as well, but never this way: whoever means that expects NotAllowed.
    """
    if not says and field is None:
        raise TypeError("Say which refusal: a part of its sentence, or its field.")
    with translation.override("en"):
        with pytest.raises(kind) as info:
            yield info
        # Here already: a sentence is put into words only when it is read.
        said = str(info.value)
    assert not isinstance(info.value, NotAllowed), f"A permission was missing: {said}"
    assert says in said, f"It does not say “{says}”: {said}"
    assert field in (None, info.value.field), f"{said} It stands at {info.value.field}."
