"""Forms call an action; its refusal becomes their error; one submission acts once."""

import uuid
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError

from accounts.models import Office, User
from pages.forms import ActionForm, ActionModelForm, OncePerSubmission
from pages.refusals import ActionRefused
from tests.cast import build_cast


class OpenOfficeForm(OncePerSubmission, ActionForm):
    name = forms.CharField()


class OfficeForm(ActionModelForm):
    class Meta:
        model = Office
        fields = ["name"]


def open_office(*, name: str, country: str = "CO") -> Office:
    return Office.objects.create(name=name, country=country)


def filled(form: type[ActionForm] = OpenOfficeForm, **answers: Any) -> Any:
    bound = form({"name": "Cúcuta"} | answers)
    assert bound.is_valid()
    return bound


@pytest.mark.django_db
def test_the_action_gets_the_answers_and_its_result_is_kept() -> None:
    form = filled()
    assert form.does(open_office, country="VE")
    assert (form.result.name, form.result.country) == ("Cúcuta", "VE")


@pytest.mark.django_db
def test_a_refusal_becomes_an_error_and_changes_nothing() -> None:
    def refuses(*, name: str) -> None:
        open_office(name=name)
        raise ActionRefused("One reason.", "Another.")

    form = filled()
    assert not form.does(refuses)
    assert form.non_field_errors() == ["One reason.", "Another."]
    assert not Office.objects.filter(name="Cúcuta").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "refusal",
    [ActionRefused("Taken.", field="name"), ValidationError({"name": "Taken."})],
    ids=["refusal", "validation error"],
)
def test_a_refusal_that_names_a_field_stands_at_that_field(refusal: Exception) -> None:
    def refuses(*, name: str) -> None:
        raise refusal

    form = filled()
    assert not form.does(refuses)
    assert form.errors == {"name": ["Taken."]}


@pytest.mark.django_db
def test_a_refusal_that_names_an_unknown_field_stands_on_top() -> None:
    def refuses(*, name: str) -> None:
        raise ActionRefused("Full.", field="bed")

    form = filled()
    assert not form.does(refuses)
    assert form.non_field_errors() == ["Full."]


@pytest.mark.django_db
def test_the_same_submission_twice_makes_one_row_and_gives_the_same_result() -> None:
    token = str(uuid.uuid4())
    first, second = filled(submission=token), filled(submission=token)
    assert first.does(open_office)
    assert second.does(open_office)
    assert second.result == first.result
    assert Office.objects.filter(name="Cúcuta").count() == 1


@pytest.mark.django_db
def test_somebody_elses_token_neither_acts_nor_answers_for_them(db: None) -> None:
    """Who learns a colleague's token gets no row of theirs, and what they send themselves is not swallowed."""
    cast = build_cast()

    def opens(*, name: str, by: User) -> Office:
        return open_office(name=name)

    token = str(uuid.uuid4())
    anas, brunos = filled(name="Tibú", submission=token), filled(name="Ocaña", submission=token)
    assert anas.does(opens, by=cast.ana)
    assert brunos.does(opens, by=cast.bruno)
    assert (anas.result.name, brunos.result.name) == ("Tibú", "Ocaña")


@pytest.mark.django_db
def test_a_refused_submission_may_be_sent_again() -> None:
    def refuses(*, name: str) -> None:
        raise ActionRefused("Not now.")

    token = str(uuid.uuid4())
    assert not filled(submission=token).does(refuses)
    assert filled(submission=token).does(open_office)
    assert Office.objects.filter(name="Cúcuta").count() == 1


def test_each_opened_form_carries_a_token_of_its_own() -> None:
    tokens = {str(OpenOfficeForm()["submission"].value()) for _ in range(2)}
    assert len(tokens) == 2


@pytest.mark.django_db
def test_a_model_form_never_saves_by_itself() -> None:
    form = filled(OfficeForm)
    with pytest.raises(TypeError, match="does"):
        form.save()
    assert form.does(open_office)
