"""Forms of specific needs, and of livelihood with dependants."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from casework.needs.actions import permission_for
from casework.needs.rules import fits, refuse_confidential_code
from casework.register.forms import AboutForm, RowForm, choices_with_blank
from pages.forms import DateField, EditVersion, LongText, OncePerSubmission, choose_from
from reference.choices import NeedFamily, NeedSource
from reference.models import NeedCode


class NeedCodeField(forms.ModelChoiceField):
    """A code of need. Codes that are recorded only in confidence get the same error for everybody."""

    def to_python(self, value: Any) -> Any:
        refuse_confidential_code(value)
        return super().to_python(value)


class NeedForm(OncePerSubmission, AboutForm):
    """A need; offers the codes that the user may record for this person."""

    code = NeedCodeField(NeedCode.objects.all(), label=_("Need"))
    starts_on = DateField(label=_("Since"), past_only=True)
    source = forms.ChoiceField(
        label=_("Known from"), choices=choices_with_blank(NeedSource.choices)
    )
    review_on = DateField(label=_("Look at it again on"), required=False)
    note = LongText(label=_("Note"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["starts_on"] = self.user.today()
        self.offered = self.codes_offered()
        choose_from(
            self, "code", NeedCode.objects.filter(pk__in=[code.pk for code in self.offered])
        )
        choose_from(self, "code", [("", "—"), *_by_family(self.offered)])

    def codes_offered(self) -> list[NeedCode]:
        allowed: dict[bool, bool] = {}
        offered = []
        age, sex = self.row.age_on(self.user.today()), self.row.sex
        for code in NeedCode.objects.all():
            if not fits(code.pk, age=age, sex=sex):
                continue
            if code.is_restricted not in allowed:
                answer = can(self.user, permission_for(code), about=self.row)
                allowed[code.is_restricted] = bool(answer)
            if allowed[code.is_restricted]:
                offered.append(code)
        return offered


def _by_family(codes: list[NeedCode]) -> list[tuple[str, list[tuple[str, str]]]]:
    families = dict.fromkeys(code.family for code in codes)
    return [
        (
            str(NeedFamily(family).label),
            sorted(
                [(code.pk, str(code)) for code in codes if code.family == family],
                key=lambda offered: offered[1],
            ),
        )
        for family in families
    ]


class ReviewNeedForm(EditVersion, RowForm):
    review_on = DateField(label=_("Look at it again on"), required=False)
    note = LongText(label=_("Note"), required=False)


class LivelihoodForm(OncePerSubmission, AboutForm):
    """Livelihood and dependants, prefilled with the values on file."""

    dependants_abroad = forms.IntegerField(
        label=_("How many people at home depend on this person?"),
        min_value=0,
        max_value=200,
        required=False,
        help_text=_("The number only: no names."),
    )
    is_sole_breadwinner = forms.BooleanField(label=_("Sole breadwinner"), required=False)
    note = LongText(label=_("Livelihood"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if livelihood := self.row.livelihoods.filter(replaced_by=None).first():
            self.initial.update(
                {
                    name: getattr(livelihood, name)
                    for name in ("dependants_abroad", "is_sole_breadwinner", "note")
                }
            )
