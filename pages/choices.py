"""Base classes of choices, and a field for the next state of a row."""

from collections.abc import Container
from typing import Any, Self

from django import forms
from django.db import models


class Toned(models.TextChoices):
    """Choices with a tone: each member is (value, tone, label), where the tone is one of `pages.tags.TONES`."""

    tone: str

    def __new__(cls, value: str, tone: str = "quiet") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.tone = tone
        return member


class HowCounted(models.TextChoices):
    """How figures are counted. The value is the code of the method, if it has one; the label explains it beside each number."""

    @property
    def code(self) -> str:
        """The code that funders and the documentation use, such as I05; empty without one."""
        return self.value if self.value[1:].isdigit() else ""


def offered(words: type[models.Choices], among: Container[Any]) -> list[tuple[Any, Any]]:
    """(value, label) of the members of `words` that are in `among`, in declared order, for a form field."""
    return [(each.value, each.label) for each in words if each in among]


class NextState(forms.ChoiceField):
    """A choice of the next state: `choices` are those that the present state leads to, `words` the class of all states.

    Any state is valid for the field: the action refuses a wrong one, and can say who changed the row in the meantime.
    """

    def __init__(self, words: type[models.TextChoices], **kwargs: Any) -> None:
        self.words = words
        super().__init__(**kwargs)

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or value in self.words.values
