"""Forms for reports about groups, and for attempts to recruit a person again."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.evidence.forms import how_reliable
from asylum.reported.choices import GroupKind, Stage
from casework.register.forms import AboutForm, choices_with_blank
from pages.forms import DateField, LongText, OncePerSubmission, ShortText, choose_from
from reference.models import Municipality


class GroupReportForm(OncePerSubmission, AboutForm):
    """A report about a group; `row` is the office."""

    kind = forms.ChoiceField(label=_("What"), choices=choices_with_blank(GroupKind.choices))
    stage = forms.ChoiceField(label=_("How far it came"), choices=choices_with_blank(Stage.choices))
    on = DateField(label=_("Date"))
    headcount = forms.IntegerField(
        label=_("How many people"),
        required=False,
        min_value=1,
        help_text=_("A number, never names: nobody on file is linked to it."),
    )
    municipality = forms.ModelChoiceField(
        label=_("Place"), queryset=Municipality.objects.none(), required=False
    )
    source = ShortText(label=_("Source"), required=True)
    reliability = how_reliable()
    what = LongText(label=_("What was reported"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "municipality", Municipality.objects.all())


class ApproachForm(OncePerSubmission, AboutForm):
    on = DateField(label=_("Date"), past_only=True)
    what = LongText(label=_("What happened"), help_text=_("As it was told, not as a fact."))
    by_whom = ShortText(label=_("By whom"))
    reliability = how_reliable()
    protection = LongText(label=_("What was agreed to protect the person"), required=False)
