"""Leaves labels out of migrations: a changed label, choice or help text does not change the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.migrations import state
from django.db.migrations.operations import AlterModelOptions
from django.db.models import Field
from django.db.models.constraints import BaseConstraint

# The module with the list of Meta options that migrations copy.
options_of_models: Any = state
LABELS: dict[type, tuple[str, ...]] = {
    Field: ("choices", "help_text", "verbose_name"),
    BaseConstraint: ("violation_error_message",),
}
LABELS_OF_MODELS = ("verbose_name", "verbose_name_plural")


def _without(
    deconstruct: Callable[[Any], tuple[Any, ...]], labels: tuple[str, ...]
) -> Callable[[Any], tuple[Any, ...]]:
    def deconstruct_without_labels(self: Any) -> tuple[Any, ...]:
        *parts, kwargs = deconstruct(self)
        return (*parts, {name: value for name, value in kwargs.items() if name not in labels})

    return deconstruct_without_labels


@contextmanager
def labels_left_out() -> Iterator[None]:
    """Inside the block Django writes and compares migrations without the labels of models and fields."""
    originals: dict[Any, Any] = {each: vars(each)["deconstruct"] for each in LABELS}
    keys = AlterModelOptions.ALTER_OPTION_KEYS
    for each, labels in LABELS.items():
        each.deconstruct = _without(originals[each], labels)  # type: ignore[attr-defined]
    names = options_of_models.DEFAULT_NAMES
    AlterModelOptions.ALTER_OPTION_KEYS = [key for key in keys if key not in LABELS_OF_MODELS]
    options_of_models.DEFAULT_NAMES = tuple(name for name in names if name not in LABELS_OF_MODELS)
    try:
        yield
    finally:
        for each, original in originals.items():
            each.deconstruct = original
        AlterModelOptions.ALTER_OPTION_KEYS = keys
        options_of_models.DEFAULT_NAMES = names
