"""Lists fields about people that no part of the extract shows or leaves out."""

from collections.abc import Iterable, Iterator

from django.apps import apps
from django.db.models import Model
from pghistory.models import Event

from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.extract import ExtractPart, LeftOut
from vault.privacy import Classification, declared

SPOKEN_FOR: tuple[Classification, ...] = ("counted", "personal", "sealed")


def models_about_people() -> set[type[Model]]:
    """Every model that hangs on a person or on a case, however far; histories aside.

    The histories that triggers write hold earlier states of the same rows and are answered with them.
    """
    found: set[type[Model]] = {Individual, Case}
    candidates = [
        model
        for model in apps.get_models()
        if hasattr(model, "Privacy") and not issubclass(model, Event)
    ]
    while True:
        more = {
            model
            for model in candidates
            if model not in found
            and any(related.related_model in found for related in model._meta.concrete_fields)
        }
        if not more:
            return found
        found |= more


def uncovered(parts: Iterable[ExtractPart | LeftOut]) -> list[str]:
    """`app.Model.field` of everything that is neither shown nor left out with a reason."""
    parts = list(parts)
    answered = {
        f"{part.model._meta.label}.{name}"
        for part in parts
        if isinstance(part, ExtractPart)
        for name in (*part.shown, *part.left_out)
    }
    whole = {part.model for part in parts if isinstance(part, LeftOut)}
    return sorted(
        f"{model._meta.label}.{name}"
        for model in models_about_people()
        if model not in whole
        for name in fields_about_people(model)
        if f"{model._meta.label}.{name}" not in answered
    )


def fields_about_people(model: type[Model]) -> Iterator[str]:
    """The fields of a model that say something about somebody."""
    for group in SPOKEN_FOR:
        yield from declared(model, group)
