"""Erases a subject: the only way to make facts about a person unreadable for good."""

from uuid import UUID

from django.db import transaction

from vault.fields import ExactTokenField, TokensField
from vault.keys import destroy_key
from vault.models import SealedRow
from vault.privacy import is_protected, our_models
from vault.search import exact_token


@transaction.atomic
def erase(key_id: UUID) -> bool:
    """Destroys the subject's key and empties its search tokens. Returns False if it was erased before.

    Ciphertext and files stay and are never readable again. In old backups this holds once the backups of the keys have
    expired. The caller checks the permission and records the action."""
    for model in our_models():
        if not issubclass(model, SealedRow):
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, TokensField):
                model.objects.filter(key_id=key_id).update(**{field.name: []})
            elif is_exact_token(field):
                _clear_tokens(model, field.name, key_id, nullable=field.null)
    return destroy_key(key_id)


def is_exact_token(field: object) -> bool:
    """Whether the column holds one exact token."""
    if isinstance(field, ExactTokenField):
        return True
    return is_protected(field) and not hasattr(field, "seal")  # type: ignore[arg-type]


def _clear_tokens(model: type[SealedRow], name: str, key_id: UUID, *, nullable: bool) -> None:
    rows = model.objects.filter(key_id=key_id).exclude(**{f"{name}__isnull": True})
    if nullable:
        rows.update(**{name: None})
        return
    for pk in list(rows.values_list("pk", flat=True)):
        # The column may be required and unique, so it gets a random number that matches nothing.
        model.objects.filter(pk=pk).update(**{name: exact_token("", purpose="erased")})
