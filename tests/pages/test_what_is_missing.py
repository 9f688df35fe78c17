"""A form that lacks an answer says which: by its noun with its article, or quoted, never "this field"."""

import pytest
from django import forms
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from pages.field_words import with_article
from pages.forms import DateField, LongText, ShortText
from tests.pages.test_nothing_is_chosen_beforehand import all_forms

pytestmark = pytest.mark.usefixtures("translations")


class SampleForm(forms.Form):
    title = ShortText(label=_("Title"), required=True)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("a", "A"), ("b", "B")])
    said_on = DateField(label=_("Said on"))
    day = DateField(label=_("Day of closing"))
    how = LongText(label=_("How did you check it?"))
    who = forms.ChoiceField(label=_("Who told it"), choices=[("a", "A")])
    sheet = forms.FileField(label=_("Sheet"))
    your_name = forms.CharField(label=_("Your name"))
    own = ShortText(label=_("Run"), required=True, error_messages={"required": "Choose a bed."})


SAID = {
    "title": ("Falta el título.", "Enter the title."),
    "kind": ("Elija el tipo.", "Choose the kind."),
    "said_on": ("Falta la fecha: «Dicho el».", "Enter the date: “Said on”."),
    "day": ("Falta la fecha de cierre.", "Enter the day of closing."),
    "how": (
        "Responda la pregunta: «¿Cómo lo verificó?»",
        "Answer the question “How did you check it?”",
    ),
    "who": ("Elija una respuesta: «Quién lo contó».", "Choose an answer: “Who told it”."),
    "sheet": ("Adjunte la hoja.", "Attach the sheet."),
    "your_name": ("Falta su nombre.", "Enter your name."),
    "own": ("Choose a bed.", "Choose a bed."),
}


@pytest.mark.parametrize(("language", "place"), [("es", 0), ("en", 1)])
def test_what_is_missing_is_named(language: str, place: int) -> None:
    with translation.override(language):
        errors = SampleForm({}).errors
        assert {name: errors[name][0] for name in SAID} == {
            name: said[place] for name, said in SAID.items()
        }


def test_a_field_that_is_renamed_is_missed_by_its_new_name() -> None:
    form = SampleForm({})
    form.fields["title"].label = _("Reason")
    with translation.override("es"):
        assert form.errors["title"] == ["Falta el motivo."]


def test_the_sentence_above_the_form_names_it_once() -> None:
    class Page(forms.Form):
        title = ShortText(label=_("Title"), required=True)
        on = DateField(label=_("Day"))

    with translation.override("es"):
        from_template = Page({"on": "31/2/2026"}).render("pages/_error_summary.html")
    assert ">Falta el título.<" in from_template
    assert ">Día: 31/2/2026: febrero no tiene 31 días.<" in from_template


def labels() -> set[str]:
    return {
        str(field.label)
        for form in all_forms()
        for field in getattr(form, "base_fields", {}).values()
        if field.required and field.label and not field.widget.is_hidden
    }


QUOTED_IN_SPANISH = {
    "Cuántos", "DIVIPOLA", "Desde", "Hasta", "Paga", "Participa", "Quién", "Qué", "Sobre"
}  # fmt: skip
QUOTED_IN_ENGLISH = {
    "About",
    "By",
    "DIVIPOLA",
    "From",
    "Is",
    "On",
    "Since",
    "To",
    "What",
    "Who",
    "Why",
}


def test_fields_that_are_called_by_one_noun_are_named_by_it() -> None:
    """The nouns stand in a small list: this fails when a field outgrows it."""
    for language, quoted in (("es", QUOTED_IN_SPANISH), ("en", QUOTED_IN_ENGLISH)):
        with translation.override(language):
            single = {label for label in labels() if len(label.split()) == 1}
            assert {label for label in single if not with_article(label)[0]} == quoted
