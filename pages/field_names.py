"""The names under which the fields of a form are sent."""

from django import forms


def names_of(field: forms.Field, name: str) -> set[str]:
    """The parameter names of one field: a field with several inputs, such as a range, has one for each."""
    parts = [*getattr(field.widget, "widgets_names", []), *getattr(field.widget, "suffixes", [])]
    return {name} | {f"{name}{'' if each.startswith('_') else '_'}{each}" for each in parts if each}
