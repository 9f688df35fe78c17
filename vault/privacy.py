"""How secret each field of each model is: declared beside the model, read by tests, exports, logs."""

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
    """Every concrete model that this project defines; tables that only join two are left out."""
    # Compared with the folder itself: a `.venv` with other people's apps may stand below it.
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
    """The class of every field that the model classifies; a history model's as the tracked one's."""
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
    """The names in one set of the model's Privacy class, and of those of the abstract rows that it extends."""
    said = [vars(each)["Privacy"] for each in model.__mro__ if "Privacy" in vars(each)]
    return {name for privacy in said for name in getattr(privacy, kind, ())}


def field_names(model: type[models.Model]) -> list[str]:
    """The names of the model's own columns and many-to-many relations."""
    return [field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)]


def is_protected(field: "models.Field[Any, Any]") -> bool:
    """Whether the column holds nothing readable: ciphertext or keyed tokens."""
    if isinstance(field, SealedField | TokensField | ExactTokenField):
        return True
    return isinstance(field, models.BigIntegerField) and field.name.endswith("_token")
