"""Forms for evidence, replies and the result of a review. No answer is preselected."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from asylum.evidence.choices import (
    PUBLIC_CHANNELS,
    Attribution,
    Bearing,
    Channel,
    Reliability,
    ReplyKind,
    ReviewResult,
    Sign,
)
from casework.register.forms import AboutForm, choices_with_blank
from pages.forms import DateField, LongText, OncePerSubmission, ShortText, choose_from


def how_reliable() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("How far can the source be believed?"),
        choices=Reliability.choices,
        widget=forms.RadioSelect,
    )


class EvidenceForm(OncePerSubmission, AboutForm):
    bearing = forms.ChoiceField(
        label=_("Does it speak for or against the renunciation?"),
        choices=Bearing.choices,
        widget=forms.RadioSelect(attrs={"autofocus": True}),
        help_text=_("What speaks against it opens one review. Nothing else changes."),
    )
    sign = forms.ChoiceField(
        label=_("Of what it is a sign"), choices=choices_with_blank(Sign.choices)
    )
    on = DateField(label=_("Said or seen on"), past_only=True)
    what = LongText(
        label=_("What was said or seen"),
        help_text=_(
            "Of this person alone. What a group did or said is no evidence about one of it."
        ),
    )
    channel = forms.ChoiceField(label=_("Known through"))
    source = ShortText(
        label=_("Source"),
        required=True,
        help_text=_("Who, where, or the address of the page: another officer must find it again."),
    )
    attribution = forms.ChoiceField(
        label=_("Was it this person?"), choices=Attribution.choices, widget=forms.RadioSelect
    )
    reliability = how_reliable()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        channels = [
            (value, label)
            for value, label in Channel.choices
            if settings.KEEPS_PUBLIC_STATEMENTS or value not in PUBLIC_CHANNELS
        ]
        choose_from(self, "channel", choices_with_blank(channels))


class ReplyForm(OncePerSubmission, AboutForm):
    """The person's reply; `row` is the piece of evidence."""

    kind = forms.ChoiceField(
        label=_("Did the person answer?"), choices=ReplyKind.choices, widget=forms.RadioSelect
    )
    on = DateField(label=_("Asked on"), past_only=True)
    text = LongText(
        label=_("The person's own words"),
        required=False,
        needed_when=_("needed with an answer"),
        help_text=_("It stands beside what was said, whenever somebody reads it."),
    )


class ResolveForm(OncePerSubmission, AboutForm):
    """The result of a review, `row`. Offers the result "taken back" only if all contrary evidence was withdrawn."""

    result = forms.ChoiceField(label=_("What did you make of it?"), widget=forms.RadioSelect)
    because = LongText(label=_("Reason"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [
            (value, label)
            for value, label in ReviewResult.choices
            if value != ReviewResult.TAKEN_BACK or self.row.is_groundless
        ]
        choose_from(self, "result", offered)
