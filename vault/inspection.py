"""Decrypts stored values, to find those that cannot be read before somebody needs them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from vault.errors import KeyDestroyed, KeyMissing, Tampered, VaultError
from vault.models import SealedRow
from vault.privacy import our_models
from vault.seals import Ciphertext

READABLE, ERASED, NO_KEY, TAMPERED = "readable", "erased", "no key", "tampered"
BROKEN = (NO_KEY, TAMPERED)
SAMPLED_ROWS = 200

_VERDICTS: dict[type[VaultError], str] = {
    KeyDestroyed: ERASED,
    KeyMissing: NO_KEY,
    Tampered: TAMPERED,
}


def inspect(*, everything: bool = False) -> Iterator[tuple[str, Counter[str]]]:
    """Yields the label of each model, and how many of its values are readable, erased, without key, and tampered with.

    Reads every row if `everything`; otherwise only rows with the lowest and highest ids."""
    for model in our_models():
        if issubclass(model, SealedRow) and model.sealed_fields():
            verdicts: Counter[str] = Counter()
            for row in _rows(model, everything):
                verdicts.update(_verdicts(row))
            yield model._meta.label, verdicts


def _rows(model: Any, everything: bool) -> Iterator[Any]:
    rows = model.objects.order_by("pk")
    if everything:
        yield from rows.iterator(chunk_size=500)
        return
    half = SAMPLED_ROWS // 2
    ids = {*rows.values_list("pk", flat=True)[:half]}
    ids |= {*rows.reverse().values_list("pk", flat=True)[:half]}
    yield from rows.filter(pk__in=ids)


def _verdicts(row: Any) -> Iterator[str]:
    for field in row.sealed_fields():
        sealed = row.__dict__.get(field.attname)
        if not isinstance(sealed, Ciphertext):
            continue
        try:
            field.open(row, sealed)
        except VaultError as error:
            yield _VERDICTS[type(error)]
        else:
            yield READABLE
