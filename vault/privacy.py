"""Reads how sensitive each field is from the Privacy class of its model, for tests, exports and logs."""

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
    """The concrete models of this project, without automatic many-to-many tables."""
    # Only apps directly in the project's folder: a `.venv` with other apps may be below it.
    our_apps = {
        config.label
        for config in apps.get_app_configs()
        if Path(config.path).resolve().parent == Path(settings.BASE_DIR)
    }
    return [
        model
        for model in apps.get_models()
        if model._meta.app_label in our_apps and not model._meta.proxy
    ]


def classification(model: type[models.Model]) -> dict[str, Classification]:
    """The class of every classified field; for a history model, that of the tracked model."""
    if issubclass(model, Event):
        tracked = getattr(model, "pgh_tracked_model", None)
        tracked_classes = classification(tracked) if tracked else {}
        return {
            name: "open" if name.startswith("pgh_") else tracked_classes[name]
            for name in field_names(model)
            if name.startswith("pgh_") or name in tracked_classes
        }
    classes: dict[str, Classification] = {}
    for kind in CLASSES:
        classes |= dict.fromkeys(declared(model, kind), kind)
    for name in ALWAYS_OPEN & set(field_names(model)) - set(classes):
        classes[name] = "open"
    return classes


def declared(model: type[models.Model], kind: Classification) -> set[str]:
    """The names of the fields of this sensitivity, as the model and its abstract bases declare them in Privacy."""
    declarations = [vars(each)["Privacy"] for each in model.__mro__ if "Privacy" in vars(each)]
    return {name for privacy in declarations for name in getattr(privacy, kind, ())}


def field_names(model: type[models.Model]) -> list[str]:
    """The names of the model's own columns and many-to-many relations."""
    return [field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)]


def is_protected(field: "models.Field[Any, Any]") -> bool:
    """Whether the column contains only ciphertext or keyed tokens."""
    if isinstance(field, SealedField | TokensField | ExactTokenField):
        return True
    return isinstance(field, models.BigIntegerField) and field.name.endswith("_token")
