"""How every form draws its fields: short choices as radio buttons, days echoed in words, messages for missing answers."""

import datetime
from typing import Any

from django import forms
from django.db.models.fields import BLANK_CHOICE_DASH
from django.forms.renderers import TemplatesSetting
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pages.dates import day_in_words, distance
from pages.field_words import say_what_is_missing
from pages.signs import as_seen, line_as_seen

FEW_CHOICES = 4
SHORT_TEXT = 40
LONG_CHOICE = 40
DASHES = {"", "-", "—", BLANK_CHOICE_DASH[0][1]}


class FewChoices(forms.RadioSelect):
    """Radio buttons for a short select. The select still parses the answer."""

    def __init__(self, instead_of: forms.Select, choices: list[tuple[Any, Any]]) -> None:
        super().__init__(attrs=instead_of.attrs, choices=choices)
        self.instead_of = instead_of

    def format_value(self, value: Any) -> list[str]:
        return self.instead_of.format_value(value)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return self.instead_of.value_from_datadict(data, files, name)

    def create_option(
        self,
        name: str,
        value: Any,
        label: Any,
        selected: Any,
        index: int,
        *args: Any,
        **kwargs: Any,
    ) -> dict[str, Any]:
        option = super().create_option(name, value, label, selected, index, *args, **kwargs)
        if index:
            # Only the first radio button gets the autofocus.
            option["attrs"].pop("autofocus", None)
        return option


def few_choices(field: forms.Field) -> FewChoices | None:
    """The widget that shows all choices, if they are few and defined by us; else None.

    Querysets stay selects however short: teams, people and places grow. Nothing is preselected: an empty select stays empty,
    or starts with "not answered" where that is allowed.
    """
    widget = field.widget
    if not isinstance(widget, forms.Select) or isinstance(widget, forms.SelectMultiple):
        return None
    if isinstance(field, forms.ModelChoiceField):
        return None
    choices = list(widget.choices)
    if any(isinstance(label, list | tuple) for _value, label in choices):
        return None
    real = [choice for choice in choices if choice[0] not in ("", None)]
    if not 0 < len(real) <= FEW_CHOICES:
        return None
    blank = [
        (value, _("not answered") if str(label) in DASHES else label)
        for value, label in choices
        if value in ("", None) and not field.required
    ]
    return FewChoices(widget, blank + real)


def is_typed(widget: forms.Widget) -> bool:
    """Whether it is a typed line; passwords are excluded, because every character of theirs counts."""
    return isinstance(widget, forms.widgets.Input) and not isinstance(
        widget, forms.PasswordInput | forms.HiddenInput
    )


class BoundField(forms.BoundField):
    """A field of any form, as our template draws it."""

    def __init__(self, form: forms.BaseForm, field: forms.Field, name: str) -> None:
        super().__init__(form, field, name)
        self.is_echoed = False
        say_what_is_missing(self)
        # A browser cuts pasted text silently; the form refuses it with a message.
        field.widget.attrs.pop("maxlength", None)

    @property
    def data(self) -> Any:
        """The submitted data. Typed text is without invisible characters."""
        value, widget = super().data, self.field.widget
        if isinstance(widget, forms.Textarea):
            return as_seen(value) if isinstance(value, str) else value
        if isinstance(value, str) and is_typed(widget):
            return line_as_seen(value)
        if isinstance(value, list) and isinstance(widget, forms.MultiWidget):
            return [line_as_seen(each) if isinstance(each, str) else each for each in value]
        return value

    def as_field_group(self) -> SafeString:
        # Only our template has the hint below the control; a bare control in a grid must not refer to one.
        self.is_echoed = isinstance(self.field, forms.DateField) and not self.is_hidden
        return super().as_field_group()

    def as_question(self) -> SafeString:
        """The field with a line of its own, where few choices become radio buttons. Not for grids and filters."""
        if choices := few_choices(self.field):
            self.field.widget = choices
        return self.as_field_group()

    def value(self) -> Any:
        """A parsed day is shown day first, however it was typed: "ayer" sent again tomorrow would be another day."""
        day = self._parsed_day()
        return super().value() if day is None else day

    def _parsed_day(self) -> datetime.date | None:
        is_bound_day = isinstance(self.field, forms.DateField) and self.form.is_bound
        day = getattr(self.form, "cleaned_data", {}).get(self.name) if is_bound_day else None
        return day if isinstance(day, datetime.date) else None

    @property
    def goes_to(self) -> str:
        """The id of the control that the error summary links to."""
        if isinstance(self.field.widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
            return f"{self.auto_id}_0"
        return str(self.id_for_label or self.auto_id)

    @property
    def echo(self) -> str:
        """The parsed day in words: `lunes 1 de febrero de 2026, hace 3 días`."""
        day = self._parsed_day() if self.is_echoed else None
        return f"{day_in_words(day)}, {distance(day, timezone.localdate())}" if day else ""

    @property
    def aria_describedby(self) -> str | None:
        described = super().aria_describedby
        if self.is_echoed and self.auto_id:
            return f"{described} {self.auto_id}_said" if described else f"{self.auto_id}_said"
        return described

    @property
    def look(self) -> str:
        """The classes of the element around label and control."""
        is_tick = self.widget_type == "checkbox"
        looks = ["field", self.size, "wrong" if self.errors else "", "tick" if is_tick else ""]
        return " ".join(filter(None, looks))

    @property
    def size(self) -> str:
        """`short` for a word or a number, `wide` for a full line, else empty."""
        field, widget = self.field, self.field.widget
        if isinstance(widget, forms.Textarea | forms.FileInput | forms.CheckboxSelectMultiple):
            return "wide"
        if isinstance(widget, forms.RadioSelect):
            labels = [str(label) for _value, label in widget.choices]
            return "wide" if sum(map(len, labels)) > LONG_CHOICE else ""
        if isinstance(
            field, forms.DateField | forms.DateTimeField | forms.TimeField | forms.IntegerField
        ):
            return "short"
        length = getattr(field, "max_length", None)
        return "short" if length and length <= SHORT_TEXT else ""


class Renderer(TemplatesSetting):
    """Django's renderer, with our template folder and our bound fields."""

    bound_field_class = BoundField
