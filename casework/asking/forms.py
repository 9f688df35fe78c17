"""The form of a family's consents: people as rows, purposes as columns. No cell is preselected."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casework.asking.actions import Answer
from casework.children.slots import who_signs
from casework.consents.choices import (
    CONSENT_MOVES,
    Basis,
    ConsentLanguage,
    ConsentStatus,
    Purpose,
    text_code,
)
from casework.consents.models import Consent
from casework.consents.representation import tag_of
from casework.consents.rules import cannot_authorise
from casework.register.forms import AboutForm, choices_with_blank
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.rules import age_in_words
from pages.forms import DateField, OncePerSubmission, ShortText
from pages.tags import Tag
from reference.choices import TextLanguage
from reference.models import HouseText

NOT_ASKED = ("", pgettext_lazy("consent", "Not asked"))
AS_BEFORE = ("", pgettext_lazy("consent", "As before"))
ANSWERS = (ConsentStatus.GIVEN, ConsentStatus.REFUSED)
NONE_READ = "none"


class CellField(forms.ChoiceField):
    """Offers the answers that may follow the last one. Accepts all answers, so that the action explains a refusal."""

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or value in ANSWERS


@dataclass(frozen=True)
class Cell:
    """One person and one purpose. `bound` is the question, None if no answer can follow here. `stands` is the last answer.

    `given` is a consent in force: the page links to its withdrawal."""

    purpose: str
    label: Any
    bound: forms.BoundField | None
    stands: Tag | None
    given: Consent | None


@dataclass(frozen=True)
class AskedPerson:
    person: Individual
    age: str
    cells: list[Cell]
    answered_by: forms.BoundField | None
    signs: list[str]


class AskFamilyForm(OncePerSubmission, AboutForm):
    """All answers of a family that is asked together; cells left on "not asked" change nothing."""

    TODAY = ("on",)

    on = DateField(label=_("Day"), past_only=True)
    read_in = forms.ChoiceField(label=_("Texts that were read"))
    basis = forms.ChoiceField(
        label=_("How all of it was given"),
        choices=choices_with_blank(
            [(each.value, each.label) for each in (Basis.WRITTEN, Basis.SPOKEN)]
        ),
    )
    language = forms.ChoiceField(
        label=_("Language of the explanation"), choices=choices_with_blank(ConsentLanguage.choices)
    )
    explained_by = ShortText(label=_("Who explained it"), max_length=120)
    had_interpreter = forms.BooleanField(label=_("With an interpreter"), required=False)

    ASKED_ONCE = ("on", "read_in", "language", "explained_by", "had_interpreter", "basis")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = self.user.today()
        members = members_today(self.row, today)
        self.people = [member.individual for member in members]
        self.last_consents = {
            (consent.individual_id, consent.purpose): consent
            for consent in Consent.objects.counting()
            .with_basis()
            .filter(individual__in=self.people)
        }
        self.texts = list(texts_in_force(today))
        languages = {text.language for text in self.texts}
        offered = [each for each in TextLanguage.choices if each[0] in languages]
        self.fields["read_in"] = forms.ChoiceField(
            label=_("Texts that were read"),
            choices=choices_with_blank([*offered, (NONE_READ, _("No text was read"))]),
            help_text=_("In the version that is in force that day."),
        )
        for person in self.people:
            self._add_fields(person)
        self.order_fields(["submission", *self.ASKED_ONCE])

    def _add_fields(self, person: Individual) -> None:
        for purpose, label in Purpose.choices:
            lawful = self._next_answers(person, purpose)
            cell = self._name_of_answer(person, purpose)
            # If a colleague has recorded an answer in the meantime, the action refuses and names the colleague.
            if lawful or self.data.get(cell):
                self.fields[cell] = CellField(
                    label=f"{person.display_name}: {label}",
                    choices=[
                        self._blank_choice(person, purpose),
                        *((each.value, each.label) for each in lawful),
                    ],
                    required=False,
                    widget=forms.RadioSelect,
                )
        if self._is_child(person):
            self.fields[self._name_of_answerer(person)] = ShortText(
                label=_("Who answers"), max_length=120, needed_when=_("needed with an answer")
            )

    def _blank_choice(self, person: Individual, purpose: str) -> tuple[str, Any]:
        return AS_BEFORE if (person.pk, purpose) in self.last_consents else NOT_ASKED

    def _next_answers(self, person: Individual, purpose: str) -> list[ConsentStatus]:
        """Returns answers that may follow the last one; withdrawing has a page of its own."""
        last = self.last_consents.get((person.pk, purpose))
        moves = CONSENT_MOVES[last.status if last else ""]
        return [each for each in ANSWERS if each in moves]

    def _is_child(self, person: Individual) -> bool:
        return cannot_authorise(person.age_on(self.user.today()))

    @staticmethod
    def _name_of_answer(person: Individual, purpose: str) -> str:
        return f"{person.number}-{purpose}"

    @staticmethod
    def _name_of_answerer(person: Individual) -> str:
        return f"{person.number}-voice"

    @property
    def asked_once(self) -> list[forms.BoundField]:
        return [self[name] for name in self.ASKED_ONCE]

    @property
    def purposes(self) -> list[Any]:
        return [label for _purpose, label in Purpose.choices]

    @property
    def rows(self) -> Iterator[AskedPerson]:
        today = self.user.today()
        for person in self.people:
            cells = []
            for purpose, label in Purpose.choices:
                name = self._name_of_answer(person, purpose)
                last = self.last_consents.get((person.pk, purpose))
                cells.append(
                    Cell(
                        purpose=purpose,
                        label=label,
                        bound=self[name] if name in self.fields else None,
                        stands=tag_of(last, person, today) if last else None,
                        given=last if last and last.status == ConsentStatus.GIVEN else None,
                    )
                )
            is_child = self._is_child(person)
            yield AskedPerson(
                person=person,
                age=age_in_words(person.birth, today, with_unit=True),
                cells=cells,
                answered_by=self[self._name_of_answerer(person)] if is_child else None,
                signs=who_signs(person, today) if is_child else [],
            )

    def clean(self) -> dict[str, Any]:
        """Adds an error if nobody is named who answers for a child."""
        cleaned = super().clean() or self.cleaned_data
        for person in self.people:
            name = self._name_of_answerer(person)
            has_answer = any(
                cleaned.get(self._name_of_answer(person, each)) for each in Purpose.values
            )
            if name in self.fields and has_answer and not cleaned.get(name):
                values = {"name": person.display_name}
                self.add_error(name, _("Say who answers for %(name)s.") % values)
        return cleaned

    def for_action(self) -> dict[str, Any]:
        arguments = {name: self.cleaned_data[name] for name in self.ASKED_ONCE}
        if arguments["read_in"] == NONE_READ:
            arguments["read_in"] = ""
        answers = [
            Answer(
                individual=person,
                purpose=purpose,
                status=status,
                answered_by=self.cleaned_data.get(self._name_of_answerer(person), ""),
            )
            for person in self.people
            for purpose in Purpose.values
            if (status := self.cleaned_data.get(self._name_of_answer(person, purpose)))
        ]
        return arguments | {"answers": answers}


def texts_in_force(today: Any) -> Iterator[HouseText]:
    """The newest text of each purpose, in each language."""
    for purpose in Purpose.values:
        texts = HouseText.objects.in_force(text_code(purpose), on=today)
        yield from (texts[language] for language in sorted(texts))
