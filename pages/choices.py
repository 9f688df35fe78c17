"""Choices with a display tone."""

from collections.abc import Container
from typing import Any, Self

from django import forms
from django.db import models


class Toned(models.TextChoices):
    """A choice whose members are value, tone (one of `pages.tags.TONES`) and label."""

    tone: str

    def __new__(cls, value: str, tone: str = "quiet") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.tone = tone
        return member


class HowCounted(models.TextChoices):
    """How figures are counted, shown beside each number: the value is its code, if it has one; the label explains it."""

    @property
    def code(self) -> str:
        """Its code among funders and in the documentation, such as I05; empty without one."""
        return self.value if self.value[1:].isdigit() else ""


def offered(words: type[models.Choices], among: Container[Any]) -> list[tuple[Any, Any]]:
    """The choices that are among these, in their declared order, as a form offers them."""
    return [(each.value, each.label) for each in words if each in among]


class NextState(forms.ChoiceField):
    """A choice of the next state. Offers the states that the present one leads to.

    The action explains why any other of `words` is refused: it knows who changed the row while the form was open.
    """

    def __init__(self, words: type[models.TextChoices], **kwargs: Any) -> None:
        self.words = words
        super().__init__(**kwargs)

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or value in self.words.values
