"""The sensitivity of each field of each model: declared on the model, read by tests, exports and logs."""

from pathlib import Path
from typing import Any, Literal

from django.apps import apps
from django.conf import settings
from django.db import models
from pghistory.models import Event

from vault.fields import ExactTokenField, SealedField, TokensField

Classification = Literal["open", "counted", "personal", "sealed", "staff"]
CLASSES: tuple[Classification, ...] = ("open", "counted", "personal", "sealed", "staff")
ALWAYS_OPEN = {"id", "key_id"}


def our_models() -> list[type[models.Model]]:
    """Every concrete model of this project, without automatic many-to-many tables."""
    # Compares the parent folder itself: a `.venv` with third-party apps may lie below it.
    ours = {
        config.label
        for config in apps.get_app_configs()
        if Path(config.path).resolve().parent == Path(settings.BASE_DIR)
    }
    return [
        model
        for model in apps.get_models()
        if model._meta.app_label in ours and not model._meta.proxy
    ]


def classification(model: type[models.Model]) -> dict[str, Classification]:
    """The class of every classified field; for a history model, that of the tracked model."""
    if issubclass(model, Event):
        tracked = getattr(model, "pgh_tracked_model", None)
        known = classification(tracked) if tracked else {}
        return {
            name: "open" if name.startswith("pgh_") else known[name]
            for name in field_names(model)
            if name.startswith("pgh_") or name in known
        }
    found: dict[str, Classification] = {}
    for kind in CLASSES:
        found |= dict.fromkeys(declared(model, kind), kind)
    for name in ALWAYS_OPEN & set(field_names(model)) - set(found):
        found[name] = "open"
    return found


def declared(model: type[models.Model], kind: Classification) -> set[str]:
    """The field names of this kind, from the Privacy classes of the model and its abstract bases."""
    said = [vars(each)["Privacy"] for each in model.__mro__ if "Privacy" in vars(each)]
    return {name for privacy in said for name in getattr(privacy, kind, ())}


def field_names(model: type[models.Model]) -> list[str]:
    """The names of the model's own columns and many-to-many relations."""
    return [field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)]


def is_protected(field: "models.Field[Any, Any]") -> bool:
    """Whether the column is unreadable: ciphertext or keyed tokens."""
    if isinstance(field, SealedField | TokensField | ExactTokenField):
        return True
    return isinstance(field, models.BigIntegerField) and field.name.endswith("_token")
