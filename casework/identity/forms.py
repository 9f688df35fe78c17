"""Forms for names, identity papers, anonymity, the media, contacts abroad and plans to travel on."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.forms import (
    CHANGED,
    ConfirmsDay,
    CorrectionForm,
    MistakeForm,
    WrongOrChanged,
)
from casework.corrections.models import Correction
from casework.identity.actions.individuals import WHICH_AGE, names_a_newborn
from casework.identity.birth_field import BirthField
from casework.identity.choices import FIELDS_OF, ChangingFact, MediaReason, OnwardStatus, WhichAge
from casework.register.choices import DocumentEnd, DocumentType, Language, Relation, Sex, YesNo
from casework.register.forms import (
    RELATIONS,
    AboutForm,
    CountryField,
    EndRowForm,
    RowForm,
    choices_with_blank,
)
from casework.register.models.individual import Individual
from casework.register.rules import Birth, birth_as_text, changes_majority
from pages.dates import RoughDay, short_date
from pages.forms import (
    ActionForm,
    ChoiceOrDefault,
    DateField,
    EditVersion,
    LongText,
    OncePerSubmission,
    ShortText,
    field_of,
)
from pages.rough_field import RoughDateField
from partners.models import Organisation

HIDDEN_HELP = _(
    "At the person's wish, or for their safety: the search finds it, and it is shown only to who asks for it."
)


class HiddenField(forms.BooleanField):
    def __init__(self) -> None:
        super().__init__(label=_("Hide it"), required=False, help_text=HIDDEN_HELP)


class AliasForm(OncePerSubmission, AboutForm):
    name = ShortText(
        label=_("Name"), required=True, help_text=_("A nickname, a former name, a name in arms.")
    )
    is_hidden = HiddenField()


class CorrectAliasForm(MistakeForm, RowForm):
    """Corrects a further name. A hidden name is not prefilled."""

    name = ShortText(label=_("Name"), required=True)
    is_hidden = HiddenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row.is_hidden:
            del self.fields["name"]

    def corrections(self) -> Iterable[Correction]:
        return () if self.row.is_hidden else super().corrections()


class CorrectChangeForm(MistakeForm, RowForm):
    """Corrects the day of a change and whether it is hidden. If the change was a mistake, the former value returns."""

    since = RoughDateField(label=_("Since"))
    is_hidden = HiddenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row.since:
            self.initial["since"] = RoughDay.fromisoformat(self.row.since)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        return arguments | {"since": str(arguments["since"] or "")}


class LanguagesForm(OncePerSubmission, AboutForm):
    languages = forms.MultipleChoiceField(
        label=_("Languages"),
        choices=Language.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    needs_interpreter = forms.BooleanField(label=_("Needs an interpreter"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(
            {
                "languages": self.row.languages,
                "needs_interpreter": self.row.needs_interpreter,
            }
        )


class AnonymityForm(ConfirmsDay, OncePerSubmission, AboutForm):
    EARLY = "wished_on"
    wished_on = DateField(label=_("Asked for on"), past_only=True)
    alias = ShortText(
        label=_("Alias"),
        help_text=_("Stands in every list, roster and export; without one, the number does."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update({"wished_on": self.user.today(), "alias": self.row.alias})


class CorrectWishForm(ConfirmsDay, CorrectionForm, RowForm):
    """Corrects the days of a wish. Another action withdraws the wish."""

    EARLY = "wished_on"

    wished_on = DateField(label=_("Asked for on"), past_only=True)
    ended_on = DateField(
        label=_("Taken back on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty if the wish was never taken back: the name is hidden again."),
    )
    ONLY_IF_ON_FILE = ("ended_on",)


class ChangeAliasForm(RowForm):
    alias = ShortText(
        label=_("Alias"),
        help_text=_("Stands in every list, roster and export; without one, the number does."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["alias"] = self.row.individual.alias


class MediaForm(ConfirmsDay, OncePerSubmission, AboutForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=MediaReason.choices)
    authority = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Which authority"), required=False
    )
    on = DateField(label=_("Since"), past_only=True)
    note = LongText(label=_("Note"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = self.user.today()


class CorrectMediaForm(ConfirmsDay, MistakeForm, RowForm):
    """Corrects a restriction. The reason of the restriction and the reason of the correction are two fields."""

    media_reason = forms.ChoiceField(label=_("Reason"), choices=MediaReason.choices)
    authority = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Which authority"), required=False
    )
    on = DateField(label=_("Since"), past_only=True)
    ended_on = DateField(
        label=_("Until"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty if it holds to this day."),
    )
    note = LongText(label=_("Note"), required=False)
    ONLY_IF_ON_FILE = ("ended_on",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["media_reason"] = self.row.reason


class DocumentForm(OncePerSubmission, AboutForm):
    type = forms.ChoiceField(label=_("Type"), choices=DocumentType.choices)
    country = CountryField(label=_("Issuing country"))
    number = ShortText(label=_("Number"), max_length=60, required=True)
    valid_from = DateField(label=_("Valid from"), required=False, past_only=True)
    valid_until = DateField(label=_("Valid until"), required=False)
    states_work_right = ChoiceOrDefault(
        label=_("Does the paper state the right to work?"),
        choices=YesNo.choices,
        initial=YesNo.UNKNOWN,
    )


class ReplaceIdentityDocumentForm(RowForm, DocumentForm):
    """The paper that replaces another one, from which the form copies kind and country."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {name: self.initial[name] for name in ("type", "country")}


class EndDocumentForm(EndRowForm):
    end_reason = forms.ChoiceField(
        label=_("What became of it"),
        choices=choices_with_blank(
            choice for choice in DocumentEnd.choices if choice[0] != DocumentEnd.REPLACED
        ),
    )


class CorrectDocumentEndForm(CorrectionForm, RowForm):
    """Corrects how the paper ended. Both fields are empty if the person still holds the paper."""

    ended_on = DateField(label=_("No longer held since"), required=False, past_only=True)
    end_reason = forms.ChoiceField(
        label=_("What became of it"),
        choices=choices_with_blank(DocumentEnd.choices),
        required=False,
        help_text=_("Leave both empty if the person holds the document after all."),
    )


class CorrectIndividualForm(EditVersion, ActionForm):
    """Corrects a record. The form asks of each changed fact whether the old value was wrong or has changed."""

    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=Sex.choices)
    birth = BirthField(help_text=_("34, 8 m, 1991 or 12/4/91; an age is that of today."))
    nationality = CountryField(label=_("Nationality"), required=False)
    second_nationality = CountryField(
        label=_("Second nationality"),
        required=False,
        help_text=_("Of who has two, for example Venezuela and Colombia."),
    )

    def __init__(self, *args: Any, individual: Individual, user: User, **kwargs: Any) -> None:
        super().__init__(*args, initial=self.on_file(individual), **kwargs)
        field_of(self, "birth").on = user.today()
        for fact in self._facts_to_replace(individual) if self.is_bound else ():
            words = {"fact": fact.label}
            self.fields[f"how_{fact}"] = WrongOrChanged(
                label=_("%(fact)s: what stood there before") % words
            )
            self.fields[f"since_{fact}"] = RoughDateField(
                label=_("%(fact)s: changed since") % words
            )
            self.fields["is_hidden"] = HiddenField()
        self.individual, self.today = individual, user.today()
        fields_by_fact = [
            (*names, f"how_{fact}", f"since_{fact}") for fact, names in FIELDS_OF.items()
        ]
        name, sex, nationality = fields_by_fact
        self.order_fields([*name, *sex, "birth", *nationality, "is_hidden"])

    def clean(self) -> dict[str, Any]:
        """Asks which age is right if the corrected birth turns a child into an adult, or the reverse."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        birth: Birth | None = cleaned.get("birth")
        arrival, earliest = self.individual.arrival, birth and birth.earliest
        if birth != self.individual.birth and arrival and earliest and earliest > arrival.on:
            day = {"day": short_date(arrival.on)}
            self.add_error("birth", _("This is later than the arrival on %(day)s.") % day)
            return cleaned
        ages = [(each or Birth()).age_on(self.today) for each in (self.individual.birth, birth)]
        if not changes_majority(*ages):
            return cleaned
        words = zip(WhichAge, ages, strict=True)
        choices = [(each.value, f"{each.label}: {age}") for each, age in words]
        self.fields["which_age"] = forms.ChoiceField(
            label=_("Which age is right?"), choices=choices, widget=forms.RadioSelect
        )
        names = [each for each in self.fields if each != "which_age"]
        self.order_fields([*names[: names.index("birth") + 1], "which_age"])
        which_age = self["which_age"].data
        if which_age in WhichAge.values:
            return cleaned | {"which_age": which_age}
        self.add_error("which_age", WHICH_AGE)
        return cleaned

    def _facts_to_replace(self, individual: Individual) -> list[ChangingFact]:
        """Returns facts with a known value that is to be replaced."""

        def is_replaced(name: str) -> bool:
            on_file, typed = getattr(individual, name), str(self[name].data or "")
            blank = {"", Sex.UNKNOWN.value}
            is_known = on_file not in blank and (
                name in FIELDS_OF[ChangingFact.NAME] or typed not in blank
            )
            return is_known and self.fields[name].has_changed(on_file, typed)

        is_named = names_a_newborn(individual, str(self["given_names"].data or ""))
        return [
            fact
            for fact, names in FIELDS_OF.items()
            if any(map(is_replaced, names)) and not (is_named and fact == ChangingFact.NAME)
        ]

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        how = {fact: arguments.pop(f"how_{fact}", "") for fact in ChangingFact}
        days = {fact: str(arguments.pop(f"since_{fact}", None) or "") for fact in ChangingFact}
        return arguments | {
            "since": {fact: days[fact] for fact in ChangingFact if how[fact] == CHANGED}
        }

    @staticmethod
    def on_file(individual: Individual) -> dict[str, Any]:
        names = set(CorrectIndividualForm.base_fields) - {"birth"}
        birth = birth_as_text(individual.birth)
        return {name: getattr(individual, name) for name in names} | {"birth": birth}


class ContactAbroadForm(OncePerSubmission, AboutForm):
    country = CountryField(label=_("Country"))
    relation = ChoiceOrDefault(
        label=_("Relation"),
        choices=[(Relation.UNKNOWN.value, Relation.UNKNOWN.label), *RELATIONS[1:]],
        initial=Relation.UNKNOWN,
    )
    name = ShortText(label=_("Name"), help_text=_("May stay empty."))
    phone = ShortText(label=_("Phone"), max_length=40)
    may_be_called = forms.BooleanField(
        label=_("May be called"),
        required=False,
        help_text=_("Only if the person said that calls to this number are safe."),
    )


class CorrectContactAbroadForm(RowForm, ContactAbroadForm):
    """Corrects a contact in another country."""


class OnwardForm(OncePerSubmission, AboutForm):
    """A plan to travel on, prefilled with the current one."""

    status = forms.ChoiceField(label=_("Plan"), choices=OnwardStatus.choices)
    country = CountryField(label=_("Country"), required=False)
    note = LongText(label=_("Note"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if current := self.row.onward_plans.filter(replaced_by=None).first():
            self.initial.update(
                {name: getattr(current, name) for name in ("status", "country", "note")}
            )
