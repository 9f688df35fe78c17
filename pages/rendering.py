"""How every form renders its fields: few choices as radio buttons, dates repeated in words, messages of required fields."""

import datetime
from typing import Any

from django import forms
from django.db.models.fields import BLANK_CHOICE_DASH
from django.forms.renderers import TemplatesSetting
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pages.characters import clean_line, clean_text
from pages.dates import day_in_words, distance
from pages.field_words import set_required_message

FEW_CHOICES = 4
SHORT_TEXT = 40
LONG_CHOICE = 40
DASHES = {"", "-", "—", BLANK_CHOICE_DASH[0][1]}


class FewChoices(forms.RadioSelect):
    """Radio buttons instead of a short select, which still parses the submitted value."""

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


def radio_buttons_for(field: forms.Field) -> FewChoices | None:
    """Radio buttons for a select with at most FEW_CHOICES choices that the code defines; else None.

    Choices from a queryset stay a select, because their number grows. No button is preselected, except "not answered" for
    an optional field without value.
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


def is_text_input(widget: forms.Widget) -> bool:
    """Whether users type one line into it. False for passwords, whose characters must not be cleaned."""
    return isinstance(widget, forms.widgets.Input) and not isinstance(
        widget, forms.PasswordInput | forms.HiddenInput
    )


class BoundField(forms.BoundField):
    """A bound field as our template (`django/forms/field.html`) renders it."""

    def __init__(self, form: forms.BaseForm, field: forms.Field, name: str) -> None:
        super().__init__(form, field, name)
        self.is_echoed = False
        set_required_message(self)
        # A browser cuts pasted text silently; the form refuses it with a message.
        field.widget.attrs.pop("maxlength", None)

    @property
    def data(self) -> Any:
        """The submitted data. Typed text is without invisible characters."""
        value, widget = super().data, self.field.widget
        if isinstance(widget, forms.Textarea):
            return clean_text(value) if isinstance(value, str) else value
        if isinstance(value, str) and is_text_input(widget):
            return clean_line(value)
        if isinstance(value, list) and isinstance(widget, forms.MultiWidget):
            return [clean_line(each) if isinstance(each, str) else each for each in value]
        return value

    def as_field_group(self) -> SafeString:
        # Only this template has the date in words below the control, to which aria-describedby refers.
        self.is_echoed = isinstance(self.field, forms.DateField) and not self.is_hidden
        return super().as_field_group()

    def as_question(self) -> SafeString:
        """The field on its own line, with radio buttons for few choices. Not for grids and filters."""
        if choices := radio_buttons_for(self.field):
            self.field.widget = choices
        return self.as_field_group()

    def value(self) -> Any:
        """The parsed day instead of the typed text: "ayer" sent again tomorrow would be another day."""
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
    def element_classes(self) -> str:
        """The CSS classes of the element around label and control."""
        is_tick = self.widget_type == "checkbox"
        looks = ["field", self.size, "wrong" if self.errors else "", "tick" if is_tick else ""]
        return " ".join(filter(None, looks))

    @property
    def size(self) -> str:
        """The CSS class of its width: `short` for a word or a number, `wide` for a full line, else empty."""
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
