"""Forms for reference lists."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.db.models import Q
from django.forms.models import ModelChoiceIterator
from django.utils.translation import gettext_lazy as _

from pages.forms import (
    ActionForm,
    AsksOnceShown,
    DateField,
    LongText,
    OncePerSubmission,
    ShortText,
)
from reference.choices import AllowsWork, Confidence, Country, ForceKind, RankBand, Unit
from reference.models import DeadlineRule, Department, Municipality, Rank
from reference.models.lists import Catalogued, ranks_by_body

MOST_WARN_DAYS = 400


class WarnDays(forms.CharField):
    """A field for several numbers of days, typed in one line. The cleaned value is a list, greatest first.

    With `least` 0 the day itself may be among them."""

    def __init__(self, *, least: int = 1, required: bool = False) -> None:
        self.least = least
        super().__init__(
            label=_("Remind so many days before"),
            required=required,
            help_text=_("Numbers with blanks between them, for example 30 15 7.")
            if least
            else _("Numbers with blanks between them, for example 30 15 7; 0 is the day itself."),
        )

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        words = str(value or "").replace(",", " ").split()
        if not all(
            word.isdecimal() and self.least <= int(word) <= MOST_WARN_DAYS for word in words
        ):
            raise forms.ValidationError(
                _("Write numbers from %(least)d to 400 with blanks between them."),
                params={"least": self.least},
            )
        return sorted({int(word) for word in words}, reverse=True)


class RuleForm(AsksOnceShown, ActionForm):
    trigger_event = ShortText(label=_("Starts with"), max_length=120, required=True)
    target_event = ShortText(label=_("Must happen"), max_length=160, required=True)
    amount = forms.IntegerField(
        label=_("Length"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=_("Empty where the text sets no term."),
    )
    unit = forms.ChoiceField(label=_("Unit"), choices=Unit.choices)
    fixed_on = DateField(label=_("Fixed date"), required=False)
    counts_from_next_day = forms.BooleanField(label=_("Counted from the next day"), required=False)
    extends_to_open_day = forms.BooleanField(
        label=_("Moves to the next working day"),
        required=False,
        help_text=_("When the last day is a holiday or a weekend."),
    )
    stops_when_suspended = forms.BooleanField(
        label=_("Stops while terms are suspended"),
        required=False,
        help_text=_("Days of a suspension do not count. The life of a paper goes on."),
    )
    is_renewable = forms.BooleanField(label=_("Renewable"), required=False)
    warn_days = WarnDays()
    valid_to = DateField(
        label=_("In force until"), required=False, help_text=_("The first day without it.")
    )
    legal_reference = ShortText(label=_("Legal reference"), max_length=200)
    perhaps_superseded_by = ShortText(
        label=_("Perhaps superseded by"),
        max_length=200,
        help_text=_("A newer text that nobody here has read in full."),
    )
    source = ShortText(label=_("Source read"), max_length=200, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)
    verified_by = ShortText(label=_("Verified by"), max_length=120)
    verified_on = DateField(label=_("Verified on"), required=False, past_only=True)


def countries_with_rules() -> list[tuple[str, str]]:
    """(code, name) of the countries that have deadline rules, with an empty choice first."""
    codes = DeadlineRule.objects.order_by("country").values_list("country", flat=True).distinct()
    names = dict(Country.choices)
    return [("", "—"), *((code, str(names.get(code, code))) for code in codes)]


class NewHolidayForm(OncePerSubmission, ActionForm):
    country = forms.ChoiceField(label=_("Country"), choices=countries_with_rules)
    on = DateField(label=_("Date"))
    name = ShortText(label=_("Name"), max_length=80, required=True)


class HolidayForm(ActionForm):
    country = forms.ChoiceField(label=_("Country"), choices=countries_with_rules)
    name = ShortText(label=_("Name"), max_length=80, required=True)
    is_worked = forms.BooleanField(
        label=_("Offices work all the same"),
        required=False,
        help_text=_("It is no day off for terms."),
    )


class SuspensionForm(OncePerSubmission, ActionForm):
    country = forms.ChoiceField(label=_("Country"), choices=countries_with_rules)
    starts_on = DateField(label=_("First day"))
    through_on = DateField(label=_("Last day"), help_text=_("Terms run again on the day after."))
    legal_reference = ShortText(label=_("Legal reference"), max_length=200, required=True)
    source = ShortText(label=_("Source read"), max_length=200, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)


class WithdrawSuspensionForm(ActionForm):
    reason = ShortText(label=_("Why it is taken back"), max_length=200, required=True)


class RuleVersionForm(OncePerSubmission, RuleForm):
    """Adds a version of a rule; the current one ends where this one starts."""

    field_order = ("valid_from", "is_sure")
    valid_from = DateField(label=_("In force from"))
    legal_reference = ShortText(label=_("Legal reference"), max_length=200, required=True)


class WorkRuleForm(ActionForm):
    """What the law says about work with one kind of paper."""

    allows = forms.ChoiceField(label=_("Does it allow work?"), choices=AllowsWork.choices)
    condition_es = ShortText(label=_("Condition in Spanish"), max_length=160)
    condition_en = ShortText(label=_("Condition in English"), max_length=160)
    valid_to = DateField(
        label=_("In force until"), required=False, help_text=_("The first day without it.")
    )
    legal_reference = ShortText(label=_("Legal reference"), max_length=200, required=True)
    source = ShortText(label=_("Source read"), max_length=200, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)


class WorkRuleVersionForm(OncePerSubmission, WorkRuleForm):
    """Adds a version of what the law says about work."""

    field_order = ("valid_from",)
    valid_from = DateField(label=_("In force from"))


class CodeField(forms.SlugField):
    """The code that identifies the row in files and CSV tables; it never changes."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Code"))
        kwargs.setdefault("max_length", 20)
        kwargs.setdefault(
            "help_text", _("Small letters, digits and hyphens. It cannot be changed later.")
        )
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).lower()


class NameForm(ActionForm):
    name = ShortText(label=_("Name"), max_length=80, required=True)
    name_en = ShortText(
        label=_("Name in English"), max_length=80, help_text=_("Where it has another one.")
    )


def _ended_on_field() -> Any:
    """The field for the day from which a row is no longer offered. Forms for new rows set it to None."""
    return DateField(
        label=_("No longer offered since"),
        required=False,
        past_only=True,
        help_text=_("Files that name it keep it. Emptied, it is offered again."),
    )


class CrossingForm(NameForm):
    municipality = forms.ModelChoiceField(
        Municipality.objects.all(), label=_("Municipality"), required=False
    )
    is_official = forms.BooleanField(label=_("Official crossing"), required=False)
    ended_on = _ended_on_field()


class NewCrossingForm(OncePerSubmission, CrossingForm):
    field_order = ("code",)
    code = CodeField(max_length=30)
    ended_on = None


class ForceForm(NameForm):
    short_name = ShortText(label=_("Short name"), max_length=20, required=True)
    ended_on = _ended_on_field()


class NewForceForm(OncePerSubmission, ForceForm):
    field_order = ("code",)
    code = CodeField()
    kind = forms.ChoiceField(label=_("Kind"), choices=ForceKind.choices)
    ended_on = None


class RankForm(NameForm):
    name = ShortText(label=_("Name"), max_length=60, required=True)
    band = forms.ChoiceField(label=_("Band"), choices=RankBand.choices)
    ended_on = _ended_on_field()


class NewRankForm(OncePerSubmission, RankForm):
    field_order = ("code",)
    code = CodeField(max_length=30)
    after = forms.ModelChoiceField(
        Rank.objects.all(), label=_("Next rank below"), required=False, empty_label=_("None")
    )
    ended_on = None


class DirectorateForm(NameForm):
    name = ShortText(label=_("Name"), max_length=60, required=True)
    departments = forms.ModelMultipleChoiceField(
        Department.objects.all(), label=_("Departments"), required=False
    )
    ended_on = _ended_on_field()


class NewDirectorateForm(OncePerSubmission, DirectorateForm):
    field_order = ("code",)
    code = CodeField()
    ended_on = None


class MunicipalityForm(ActionForm):
    name = ShortText(label=_("Name"), max_length=60, required=True)


class NewMunicipalityForm(OncePerSubmission, MunicipalityForm):
    field_order = ("code",)
    code = forms.RegexField(r"^\d{5}$", label="DIVIPOLA", max_length=5, help_text=_("Five digits."))
    department = forms.ModelChoiceField(Department.objects.all(), label=_("Department"))


class CorrectInstrumentForm(ActionForm):
    on = DateField(label=_("Date"), past_only=True)
    name_es = ShortText(label=_("Name in Spanish"), max_length=120, required=True)
    name_en = ShortText(label=_("Name in English"), max_length=120, required=True)
    source = ShortText(label=_("Source read"), max_length=120, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)
    reason = ShortText(
        label=_("Why it is put right"),
        max_length=255,
        needed_when=_("needed for another day"),
        help_text=_("Sanctions in files that have its day follow it."),
    )


class NewInstrumentForm(OncePerSubmission, CorrectInstrumentForm):
    field_order = ("code",)
    code = CodeField(max_length=30)
    reason: Any = None


class OfferedChoice(forms.ModelChoiceField):
    """A choice of the rows without `ended_on`, and of the current value."""

    def __init__(self, model: type[Catalogued], **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        self.model = model
        super().__init__(model._default_manager.filter(ended_on=None), **kwargs)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        current = form.get_initial_for_field(self, field_name)
        if current:
            key = getattr(current, "pk", current)
            rows = self.model._default_manager
            self.queryset = rows.filter(Q(ended_on=None) | Q(pk=key))
        return super().get_bound_field(form, field_name)


class _RankGroups(ModelChoiceIterator):
    def __iter__(self) -> Iterator[Any]:
        yield "", self.field.empty_label
        for body, ranks in ranks_by_body(self.queryset).items():
            yield body, [self.choice(rank) for rank in ranks]


class RankChoice(OfferedChoice):
    """A choice of ranks, grouped by the kind of force that has them."""

    iterator = _RankGroups


class TextVersionForm(OncePerSubmission, ActionForm):
    """Adds a version of a text in both languages."""

    in_force_from = DateField(
        label=_("In force from"), help_text=_("From this day on it is the one that is offered.")
    )
    title_es = ShortText(label=_("Title in Spanish"), max_length=120, required=True)
    body_es = LongText(label=_("Text in Spanish"))
    title_en = ShortText(label=_("Title in English"), max_length=120, required=True)
    body_en = LongText(label=_("Text in English"))
    is_compared = forms.BooleanField(
        label=_("Only one language changed: the other still says the same"), required=False
    )
