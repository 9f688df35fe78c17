"""Forms that record notices, legal bases of files, and consents."""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casework.consents.choices import (
    CONSENT_MOVES,
    NOTICE,
    Basis,
    CannotAnswer,
    ConsentLanguage,
    ConsentStatus,
    Given,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
    ToldHow,
    text_code,
)
from casework.consents.models import Consent
from casework.consents.start import LawfulStart
from casework.register.forms import AboutForm, PeopleChoice, choices_with_blank
from casework.register.models.individual import Individual
from pages.choices import NextState
from pages.dates import short_date
from pages.forms import (
    ChoiceWhenNeeded,
    DateField,
    LongText,
    OncePerSubmission,
    ShortText,
    choose_from,
    field_of,
)
from reference.models import HouseText

NONE_READ = "none"
NEEDED_IF_TOLD = _("needed once it was told")
WHO_HEARD = _("Who heard it for them")
NEEDED_IF_REPRESENTED = _("needed where somebody else authorises")


class TextReadField(ChoiceWhenNeeded):
    """The text that was read, by version and language; nothing is preselected. The value is a HouseText or None."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Text that was read"))
        super().__init__(**kwargs)

    def offer(self, codes: Iterable[str], *, today: datetime.date, or_none: bool = False) -> None:
        """Sets the choices: versions in force that day, "no text was read" if `or_none`, and a group of replaced versions."""
        current: list[tuple[str, Any]] = []
        replaced: list[tuple[str, Any]] = []
        texts = HouseText.objects.filter(code__in=list(codes)).exclude(in_force_from__gt=today)
        for text in texts.with_replaced_on(today).order_by("code", "-version", "-language"):
            words = f"{text} · {text.get_language_display()}"
            if text.replaced_on:
                words = _("%(text)s, before %(day)s") % {
                    "text": words,
                    "day": short_date(text.replaced_on),
                }
            (replaced if text.replaced_on else current).append((str(text.pk), words))
        self.choices = choices_with_blank(
            [
                *current,
                *([(NONE_READ, _("No text was read"))] if or_none else []),
                *(
                    [(_("Earlier versions: only if they were read before"), replaced)]
                    if replaced
                    else []
                ),
            ]
        )

    def clean(self, value: Any) -> HouseText | None:
        chosen = super().clean(value)
        if chosen in ("", NONE_READ):
            return None
        return HouseText.objects.get(pk=chosen)


def refuse_replaced(
    form: forms.Form, name: str, *, stored: HouseText | None = None, on: datetime.date | None = None
) -> None:
    """Adds an error if a newer text had replaced the chosen one by `on`, by default the form's day.

    The text `stored` in the row is not refused.
    """
    text, on = form.cleaned_data.get(name), on or form.cleaned_data.get("on")
    if not text or not on or text == stored:
        return
    if day := HouseText.objects.with_replaced_on(on).get(pk=text.pk).replaced_on:
        sentence = _("A newer text counts since %(day)s: choose it, or a day before.")
        form.add_error(name, ValidationError(sentence % {"day": short_date(day)}))


class ConsentForm(OncePerSubmission, AboutForm):
    """One question or answer; the choices are those that may follow the last one."""

    TODAY = ("on",)
    purpose = forms.ChoiceField(label=_("Purpose"), choices=[("", "—"), *Purpose.choices])
    status = NextState(ConsentStatus, label=_("Answer"))
    on = DateField(label=_("Day"), past_only=True)
    text = TextReadField()
    basis = forms.ChoiceField(
        label=_("How it was given"), choices=choices_with_blank(Basis.choices)
    )
    language = forms.ChoiceField(
        label=_("Language of the explanation"), choices=choices_with_blank(ConsentLanguage.choices)
    )
    explained_by = ShortText(label=_("Who explained it"), max_length=120)
    had_interpreter = forms.BooleanField(label=_("With an interpreter"), required=False)
    expires_on = DateField(
        label=_("Good until"),
        required=False,
        help_text=_("The last day; leave it empty if no end was agreed."),
    )
    note = LongText(label=_("Note"), max_length=2_000, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        allowed = CONSENT_MOVES[self.last_answer()]
        choose_from(
            self,
            "status",
            choices_with_blank(
                [(value, label) for value, label in ConsentStatus.choices if value in allowed]
            ),
        )
        field_of(self, "text").offer(
            map(text_code, self.purposes()), today=self.user.today(), or_none=True
        )

    def last_answer(self) -> str:
        return ""

    def purposes(self) -> list[str]:
        return list(Purpose.values)

    def clean(self) -> dict[str, Any]:
        """Refuses a text about another purpose and a text that was replaced."""
        cleaned = super().clean() or self.cleaned_data
        text, purpose = cleaned.get("text"), cleaned.get("purpose") or self.purposes()[0]
        if text and text.code != text_code(purpose):
            self.add_error("text", _("This text is about another purpose."))
        refuse_replaced(self, "text")
        return cleaned


class NextAnswerForm(ConsentForm):
    """A further answer for a purpose that was asked about before."""

    row: Consent

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["purpose"]

    def last_answer(self) -> str:
        return self.row.status

    def purposes(self) -> list[str]:
        return [self.row.purpose]


# Only the person or a representative withdraws a consent: a vital interest does not.
BASES_OF_WITHDRAWAL = [each for each in Basis.choices if each[0] != Basis.VITAL_INTEREST]


class WithdrawConsentForm(AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    basis = forms.ChoiceField(
        label=_("How it was taken back"), choices=choices_with_blank(BASES_OF_WITHDRAWAL)
    )
    note = LongText(label=_("Note"), max_length=2_000, required=False)


class NoticeFields(forms.Form):
    """Fields about the privacy notice; `LawfulStart` checks their combinations."""

    notice = forms.ChoiceField(
        label=_("Privacy notice"), choices=choices_with_blank(NoticeState.choices), required=False
    )
    notice_text = TextReadField(required=False, needed_when=NEEDED_IF_TOLD)
    how = ChoiceWhenNeeded(
        label=_("How it was told"),
        choices=choices_with_blank(ToldHow.choices),
        required=False,
        needed_when=NEEDED_IF_TOLD,
    )
    told_by = ShortText(label=_("Who told the notice"), max_length=120)
    heard_by = ShortText(
        label=WHO_HEARD,
        max_length=120,
        help_text=_(
            "Whoever represents a child under 7, or somebody who cannot hear or follow it."
        ),
        needed_when=_("needed for who cannot hear it"),
    )
    because = ChoiceWhenNeeded(
        label=_("If not yet: why"),
        choices=choices_with_blank(NotToldBecause.form_choices()),
        required=False,
        needed_when=_("needed while it was not told"),
    )
    notice_note = ShortText(
        label=_("Note on the notice"), max_length=500, needed_when=_("needed for another reason")
    )


class BasisFields(forms.Form):
    """Fields about the legal basis of the file; nothing is preselected."""

    ground = forms.ChoiceField(
        label=_("On what the file is kept"),
        choices=choices_with_blank(Ground.choices),
        required=False,
        help_text=_(
            "A child does not authorise: whoever represents it does. Of an age not known it counts as not yet."
        ),
    )
    given = ChoiceWhenNeeded(
        label=_("How the authorisation was given"),
        choices=choices_with_blank(Given.choices),
        required=False,
        needed_when=_("needed where it was authorised"),
    )
    ground_text = TextReadField(required=False, label=_("Text of the authorisation that was read"))
    given_by = ShortText(
        label=_("Who authorised for children and those who cannot"),
        max_length=120,
        needed_when=NEEDED_IF_REPRESENTED,
    )
    cannot_answer = ChoiceWhenNeeded(
        label=_("Why somebody else authorised"),
        choices=choices_with_blank(CannotAnswer.choices),
        required=False,
        needed_when=NEEDED_IF_REPRESENTED,
    )
    ground_note = ShortText(
        label=_("Reason for another ground"),
        max_length=500,
        needed_when=_("needed for another ground"),
        help_text=_("Which law, which claim, which emergency; or why there is none yet."),
    )


class StartFields(NoticeFields, BasisFields):
    """Fields about notice and basis, answered once for all people of a form; empty fields mean "not yet"."""

    heard_by = ShortText(
        label=_("Who heard it for the children"),
        max_length=120,
        help_text=_(
            "Asked once for all under 7: an adult who came with them. Left empty, their notice stays “not yet”."
        ),
    )
    said_on = DateField(label=_("Day it was said, if not today"), past_only=True, required=False)

    def offer_texts(self, today: datetime.date) -> None:
        field_of(self, "notice_text").offer([NOTICE], today=today)
        offer_authorisations(self, today)

    @property
    def start(self) -> LawfulStart:
        return start_of(self.cleaned_data)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        add_start_errors(self, start_of(cleaned))
        if cleaned.get("how") == ToldHow.TO_ANOTHER and not cleaned.get("heard_by"):
            self.add_error("heard_by", ValidationError(_("Say who heard it.")))
        for text in ("notice_text", "ground_text"):
            refuse_replaced(self, text, on=cleaned.get("said_on"))
        return cleaned


def offer_authorisations(form: forms.BaseForm, today: datetime.date) -> None:
    field_of(form, "ground_text").offer([text_code(Purpose.STORING)], today=today, or_none=True)


START_FIELDS = tuple(StartFields.base_fields)


def start_of(cleaned: dict[str, Any]) -> LawfulStart:
    """Returns the answers of the form; fields that it does not have stay empty."""
    return LawfulStart(**{name: cleaned[name] for name in START_FIELDS if cleaned.get(name)})


def add_start_errors(form: forms.BaseForm, start: LawfulStart) -> None:
    """Adds the `start.faults()` as errors to the fields that the form has."""
    for field, sentence in start.faults():
        if field in form.fields and field not in form.errors:
            form.add_error(field, ValidationError(str(sentence)))


class _PeopleForm(OncePerSubmission, AboutForm):
    """A form with one answer for several people of a case."""

    TODAY = ("on",)
    people = PeopleChoice(Individual.objects.none(), label=_("Who"))
    on = DateField(label=_("Day"), past_only=True)

    # The field that must be answered; a subclass names it.
    REQUIRED = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[self.REQUIRED].required = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        add_start_errors(self, start_of(cleaned))
        for text in ("notice_text", "ground_text"):
            refuse_replaced(self, text)
        return cleaned

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        start = start_of(arguments)
        return {"people": list(arguments["people"]), "on": arguments["on"], "start": start}


class NoticeForm(NoticeFields, _PeopleForm):
    """Records whether these members of a family were told the notice."""

    REQUIRED = "notice"
    field_order = ("people", "on")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "notice_text").offer([NOTICE], today=self.user.today())


class BasisForm(BasisFields, _PeopleForm):
    """The legal basis of the files of members of a family."""

    REQUIRED = "ground"
    field_order = ("people", "on", "ground")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_authorisations(self, self.user.today())
