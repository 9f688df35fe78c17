"""What is longer than its column is refused by the form, at the field, and never by the database."""

import math
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db import models

from asylum.papers.models.permit import Permit
from pages.forms import ActionForm
from tests.asylum.build import a_permit
from tests.cast import Cast
from tests.pages.test_nothing_is_chosen_beforehand import OURS, all_forms
from vault.fields import EncryptedTextField

# What is typed here goes into no column of this name.
GOES_ELSEWHERE = {
    "FirstStartForm.password": "the column holds a hash",
    "ForgottenPasswordForm.email": "compared with what is on file",
    "PlainLoginForm.password": "compared with what is on file",
    "ToAuthority.authority": "printed in a letter, whose facts have no length",
    "PowerForm.authority": "printed in a letter, whose facts have no length",
    "AppealForm.authority": "printed in a letter, whose facts have no length",
    "RequestForm.authority": "printed in a letter, whose facts have no length",
}
Limits = dict[tuple[str, str], float]


def limits_by_package() -> Limits:
    """How long a value may be, by the package and the name of a column; the roomiest column of the name."""
    found: Limits = {}
    for model in apps.get_models():
        if model._meta.app_label not in OURS:
            continue
        parts = model.__module__.split(".")
        for field in model._meta.concrete_fields:
            if isinstance(field, models.TextField):
                limit = math.inf
            elif isinstance(field, EncryptedTextField | models.CharField) and not field.choices:
                limit = field.max_length or math.inf
            else:
                continue
            for package in {parts[0], ".".join(parts[:2])}:
                key = (package, field.name)
                found[key] = max(found.get(key, 0), limit)
    return found


def too_long(form: type[Any], limits: Limits) -> list[str]:
    """The text fields that let through more than the column of their name takes, in the same package or else app."""
    app = form.__module__.split(".")[0]
    package = ".".join(form.__module__.split(".")[:2])
    found = []
    for name, field in form.base_fields.items():
        if not isinstance(field, forms.CharField) or isinstance(field, forms.UUIDField):
            continue
        limit = limits.get((package, name), limits.get((app, name), math.inf))
        if (field.max_length or math.inf) > limit:
            found.append(f"{form.__name__}.{name}")
    return found


def test_no_form_lets_through_more_than_the_column_of_that_name_takes() -> None:
    limits = limits_by_package()
    found = {
        each
        for form in all_forms()
        if hasattr(form, "base_fields")
        for each in too_long(form, limits)
    }
    assert found == set(GOES_ELSEWHERE)


def test_a_control_a_form_without_a_limit_is_found() -> None:
    class Control(ActionForm):
        number = forms.CharField()
        remark = forms.CharField()

    Control.__module__ = "asylum.permits.forms"
    assert too_long(Control, {("asylum", "number"): 40}) == ["Control.number"]


@pytest.mark.django_db
def test_a_form_that_asks_for_no_length_shows_what_the_sealed_column_refuses(
    translations: None, cast: Cast
) -> None:
    class Unlimited(ActionForm):
        number = forms.CharField()

    class Elsewhere(ActionForm):
        said = forms.CharField()

        def for_action(self) -> dict[str, Any]:
            return {"number": self.cleaned_data["said"]}

    def renumber(permit: Permit, *, number: str) -> None:
        permit.number = number
        permit.save()

    permit = a_permit(cast)
    for form, at in (
        (Unlimited({"number": "x" * 41}), "number"),
        (Elsewhere({"said": "x" * 41}), "__all__"),
    ):
        assert form.is_valid()
        assert not form.does(renumber, permit)
        assert form.errors == {at: ["Número: a lo sumo 40 caracteres, y estos son 41."]}


def test_no_field_of_any_form_lets_the_browser_cut_what_is_pasted() -> None:
    cut = set()
    for form in all_forms():
        for name, field in form.base_fields.items():
            if isinstance(field, forms.CharField):
                drawn = type("Drawn", (forms.Form,), {name: field})()[name]
                if "maxlength" in str(drawn.as_widget()):
                    cut.add(f"{form.__name__}.{name}")
    assert cut == set()
