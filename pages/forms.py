"""Fields and base classes of forms. A form calls an action with its cleaned data, and shows the action's refusal."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Manager, Model, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pages import resubmission
from pages.dates import ISO, NoSuchDay, RoughDay, parse_date, typed_date, typed_moment, typed_time
from pages.failing import integrity_errors_refused
from pages.refusals import ActionRefused


class ShortText(forms.CharField):
    """One line of text, stripped. `needed_when` is the text beside the label of an optional field that is sometimes required."""

    def __init__(self, *, needed_when: str | Promise = "", **kwargs: Any) -> None:
        self.needed_when = needed_when
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_length", 255)
        super().__init__(**kwargs)


class LongText(forms.CharField):
    """Several lines of text; `needed_when` as for ShortText."""

    def __init__(self, *, needed_when: str | Promise = "", **kwargs: Any) -> None:
        self.needed_when = needed_when
        kwargs.setdefault("max_length", 20_000)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 4}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        # Browsers end a line with two characters, so an untouched text would differ from the stored one.
        typed = super().to_python(value)
        return typed and typed.replace("\r\n", "\n")


class ChoiceWhenNeeded(forms.ChoiceField):
    """A choice; `needed_when` as for ShortText."""

    def __init__(self, *, needed_when: str | Promise = "", **kwargs: Any) -> None:
        self.needed_when = needed_when
        super().__init__(**kwargs)


class ChoiceOrDefault(forms.ChoiceField):
    """A choice; the cleaned value is `initial` if nothing was sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        return super().clean(value) or self.initial


def on_file(form: type[forms.Form], row: Model) -> dict[str, Any]:
    """The row's values for the fields of the form that are attributes of it, as initial values."""
    values = {name: getattr(row, name) for name in form.base_fields if hasattr(row, name)}
    return {
        name: each.all() if isinstance(each, Manager) else each for name, each in values.items()
    }


def field_of(form: forms.BaseForm, name: str) -> Any:
    """The form's field, typed as Any: mypy knows only the base class."""
    return form.fields[name]


def choose_from(form: forms.BaseForm, name: str, offered: Any) -> None:
    """Limits the choices to these rows or, if the field has no queryset, to these choices."""
    field = field_of(form, name)
    setattr(field, "queryset" if isinstance(offered, QuerySet | Manager) else "choices", offered)


# Long enough for a form that was left open over lunch and sent twice.
SUBMISSION_SECONDS = 24 * 3600


class TypedInput(forms.widgets.DateTimeBaseInput):
    """An input for a date or a time, typed day first whatever the language of the computer.

    The browser's own date input follows the computer's language: the third of April reads 04/03/2026 on an English one.
    """

    input_type = "text"

    def __init__(
        self, date_format: str, example: str | Promise, attrs: dict[str, Any] | None = None
    ) -> None:
        defaults = {"inputmode": "numeric", "autocomplete": "off", "placeholder": example}
        super().__init__({**defaults, **(attrs or {})}, format=date_format)


class DateInput(TypedInput):
    """An input for a date; an ISO date from the URL or the API is shown day first too."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__("%d/%m/%Y", _("dd/mm/yyyy"), attrs)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        # The script uses this day as today, because the clock of the computer may be wrong.
        today = {"data-date": timezone.localdate().isoformat()}
        return super().get_context(name, value, {**today, **(attrs or {})})

    def format_value(self, value: Any) -> str | None:
        if isinstance(value, RoughDay):
            return value.strftime("/".join(("%d", "%m", "%Y")[3 - len(value.parts) :]))
        if isinstance(value, str) and ISO.fullmatch(value.strip()):
            try:
                value = parse_date(value, today=timezone.localdate())
            except ValueError:
                return str(value)
        shown: str | None = super().format_value(value)
        return shown


class DateField(forms.DateField):
    """A date, day first, as `parse` understands it: `12/4/91`, `12 abr 1991`, `12041991`, `ayer`, or `1991-04-12`.

    `past_only` refuses days after today and reads a year of two digits as the latest past one. `needed_when` as for
    ShortText.
    """

    widget = DateInput
    needed_when: str | Promise = ""
    parse: Callable[..., datetime.date] = staticmethod(typed_date)
    default_error_messages = {
        "invalid": _("Write the date as day, month and year, for example 20/11/2026."),
        "future": _("This date lies in the future."),
    }

    def __init__(
        self, *, past_only: bool = False, needed_when: str | Promise = "", **kwargs: Any
    ) -> None:
        self.past_only = past_only
        self.needed_when = needed_when or self.needed_when
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        past = {"data-past": True} if self.past_only and isinstance(widget, DateInput) else {}
        return super().widget_attrs(widget) | past

    def to_python(self, value: Any) -> datetime.date | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime.datetime):
            return value.date()
        if isinstance(value, datetime.date):
            return value
        today = timezone.localdate()
        try:
            day = self.parse(str(value), today=today, latest=today if self.past_only else None)
        except NoSuchDay as reason:
            raise ValidationError(str(reason), code="invalid") from None
        except (ValueError, OverflowError):
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        if self.past_only and day > today:
            raise ValidationError(self.error_messages["future"], code="future")
        return day


class DateTimeField(forms.DateTimeField):
    """A date and a time of day: `20/11/2026 14:30`, `hoy 9:15`."""

    widget = TypedInput("%d/%m/%Y %H:%M", _("dd/mm/yyyy hh:mm"))
    default_error_messages = {
        "invalid": _("Write day, month, year and hour, for example 20/11/2026 14:30."),
    }

    def to_python(self, value: Any) -> datetime.datetime | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime.date):
            return super().to_python(value)
        try:
            moment = typed_moment(str(value), today=timezone.localdate())
        except NoSuchDay as reason:
            raise ValidationError(str(reason), code="invalid") from None
        except (ValueError, OverflowError):
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        return super().to_python(moment)


class TimeField(forms.TimeField):
    """A time of day, of 24 hours: `14:30`, `1430`, `2:30 pm`."""

    widget = TypedInput("%H:%M", _("hh:mm"))
    default_error_messages = {"invalid": _("Write the hour, for example 14:30.")}

    def to_python(self, value: Any) -> datetime.time | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime.time):
            return value
        try:
            return typed_time(str(value))
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class ActsOnce(forms.BaseForm):
    """Base of forms that call an action: `result` is its return value, `refused_by` its refusal. See `ActionForm`."""

    NOT_FOR_THE_ACTION = frozenset({"submission"})
    result: Any = None
    refused_by: ActionRefused | None = None

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        return resubmission.resubmitted_initial(
            self, field_name, super().get_initial_for_field(field, field_name)
        )

    def for_action(self) -> dict[str, Any]:
        """The keyword arguments for the action. Override it if they are not the cleaned data."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in self.NOT_FOR_THE_ACTION
        }

    def does(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Calls `action(*args, **for_action(), **kwargs)` in one transaction. Returns whether it acted.

        ActionRefused and ValidationError are rolled back and become errors of this form, at their field if the form has it.
        For a submission that acted before, the action is not called again: `result` is the first result.
        """
        token = self.cleaned_data.get("submission")
        key = self._key_of(token, kwargs.get("by"))
        try:
            with integrity_errors_refused(type(self).__qualname__), transaction.atomic():
                # The cache is in the same database: a second request waits here for the transaction of the first.
                if token and not cache.add(key, _reference(None), SUBMISSION_SECONDS):
                    self.result = _resolved(cache.get(key))
                    return True
                self.result = action(*args, **self.for_action(), **kwargs)
                if token:
                    cache.set(key, _reference(self.result), SUBMISSION_SECONDS)
        except ActionRefused as refusal:
            self.refused_by = refusal
            self._add_refusal(refusal)
            return False
        except ValidationError as error:
            self._add_errors(error)
            return False
        return True

    def acted_before(self, by: Any) -> bool:
        """Whether this submission of `by` acted before, so that `does` would not call the action."""
        token = self.cleaned_data.get("submission")
        return bool(token) and cache.get(self._key_of(token, by)) is not None

    def after_refusal(self) -> None:
        """Called by the page after an invalid form or a refused action. An override saves what must survive the rollback."""

    def _key_of(self, token: Any, by: Any) -> str:
        # Includes the sender, so that nobody can block an action with somebody else's token.
        sender = getattr(by, "pk", "")
        return f"submission:{type(self).__qualname__}:{sender}:{token}"

    def _add_refusal(self, refusal: ActionRefused) -> None:
        by_field = (
            {refusal.field: refusal.sentences_with_link}
            if not refusal.at
            else {name: (sentence,) for name, sentence in refusal.at.items()}
        )
        for name, sentences in by_field.items():
            field = name if name in self.fields else None
            self.add_error(field, ValidationError([str(each) for each in sentences]))

    def _add_errors(self, error: ValidationError) -> None:
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, ValidationError(errors))


def _reference(result: Any) -> Any:
    """A form of the result that the cache can store: rows by their key, None for other objects."""
    if isinstance(result, models.Model):
        return ("row", result._meta.label, result.pk)
    if isinstance(result, list | tuple):
        return ("rows", [_reference(each) for each in result])
    return ("value", result if isinstance(result, str | int | uuid.UUID) else None)


def _resolved(reference: Any) -> Any:
    match reference:
        case ("row", label, pk):
            return apps.get_model(label)._default_manager.filter(pk=pk).first()
        case ("rows", references):
            return [_resolved(each) for each in references]
        case ("value", value):
            return value
    return None


class ActionForm(ActsOnce, forms.Form):
    """A form that calls an action: `form.is_valid() and form.does(close_case, case, by=user)`.

    A select without initial value gets a blank first choice, so that no browser sends a choice that nobody made.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if _starts_on_its_first_choice(field) and self.initial.get(name) in (None, ""):
                field_of(self, name).choices = [("", "—"), *field_of(self, name).choices]


def _starts_on_its_first_choice(field: forms.Field) -> bool:
    """Whether a browser would send the first choice of this select although nobody chose it."""
    if not isinstance(field, forms.ChoiceField) or not isinstance(field.widget, forms.Select):
        return False
    if isinstance(field, forms.MultipleChoiceField | forms.ModelChoiceField) or not field.required:
        return False
    choices: Any = field.choices
    first = next(iter(choices), ("", ""))
    return field.initial in (None, "") and bool(first[0])


class ConfirmForm(ActionForm):
    """A form without fields, for a page that asks for confirmation."""


class ActionModelForm(ActsOnce, forms.ModelForm):
    """An ActionForm with the fields and validation of a model. The action saves the row; `save` raises TypeError."""

    def save(self, commit: bool = True) -> Any:
        raise TypeError("Call .does(action, ...): an action writes, a form does not.")


class OncePerSubmission(forms.Form):
    """Mixin: a hidden token, new each time the form is opened, so that a double click makes one row."""

    submission = forms.UUIDField(initial=uuid.uuid4, required=False, widget=forms.HiddenInput)


class AsksOnceShown(forms.Form):
    """Mixin: the box `is_sure` appears only after a refusal with this field.

    So nobody can tick it before the page has shown the consequences.
    """

    is_sure = forms.BooleanField(label=_("I looked at it, and it is right"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            del self.fields["is_sure"]

    def after_refusal(self) -> None:
        if "is_sure" not in self.errors:
            del self.fields["is_sure"]


class EditVersion(forms.Form):
    """Mixin: hidden `version` of the row as the user saw it. The action compares it with the stored one."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (row := getattr(self, "instance", None)) is not None and self.initial.get(
            "version"
        ) is None:
            self.initial["version"] = getattr(row, "version", None)

    def take_version(self, version: int) -> None:
        """Replaces the submitted version, with which the next save is compared; the typed values stay."""
        self.data = {**self.data.dict(), self.add_prefix("version"): str(version)}  # type: ignore[attr-defined]
