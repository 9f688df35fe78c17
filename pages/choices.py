"""Words for states that know how they are shown."""

from collections.abc import Container
from typing import Any, Self

from django import forms
from django.db import models


class Toned(models.TextChoices):
    """A word whose members are value, tone (one of `pages.tags.TONES`) and label."""

    tone: str

    def __new__(cls, value: str, tone: str = "quiet") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.tone = tone
        return member


class HowCounted(models.TextChoices):
    """How figures are counted, as it stands beside each number: the value is its code, if it has one, the label says it."""

    @property
    def code(self) -> str:
        """Under which funders and the documentation know it, such as I05; nothing where it has none."""
        return self.value if self.value[1:].isdigit() else ""


def offered(words: type[models.Choices], among: Container[Any]) -> list[tuple[Any, Any]]:
    """Those of the words that are among these, in their own order, as a form offers them."""
    return [(each.value, each.label) for each in words if each in among]


class NextState(forms.ChoiceField):
    """The state that comes next. Offered are those to which the present one leads; why any other of `words` does not
    follow says the action, which knows who brought the row where it stands while the form was open.
    """

    def __init__(self, words: type[models.TextChoices], **kwargs: Any) -> None:
        self.words = words
        super().__init__(**kwargs)

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or value in self.words.values
