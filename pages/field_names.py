"""Under which names the fields of a form are sent."""

from django import forms


def names_of(field: forms.Field, name: str) -> set[str]:
    """The names of one field in what was sent: of several boxes, as of a range, each has its own."""
    parts = [*getattr(field.widget, "widgets_names", []), *getattr(field.widget, "suffixes", [])]
    return {name} | {f"{name}{'' if each.startswith('_') else '_'}{each}" for each in parts if each}
