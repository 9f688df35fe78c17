"""No default speaks for a person or an authority: no form begins with an answer of theirs, no model stores one."""

import importlib
from pathlib import Path

import pytest
from django import forms
from django.apps import apps
from django.db import models

from asylum.forms.permits import PermitForm
from casework.register.choices import Relation
from casework.wellbeing.choices import Feeling
from pages.forms import ActionForm
from partners.forms import RequestForm

ROOT = Path(__file__).parents[2]
OURS = (
    "accounts",
    "aid",
    "asylum",
    "casework",
    "imports",
    "partners",
    "reference",
    "reporting",
    "shelters",
    "worklist",
)
# Words that say that nothing is known, was asked or has happened yet.
NEUTRAL = {
    "", "unknown", "u", "not_asked", "not_offered", "unchecked", "other", "open", "queued", "draft",
    "recorded", "planned", str(Relation.OTHER), str(Feeling.NOT_ASKED), "mapping", "waiting", "sought", False, None,
}  # fmt: skip
# What the house itself decides, or what only says how much is known; who it is about answers none of these.
OF_THE_HOUSE = {
    "accounts.User.language": "the house speaks Spanish",
    "accounts.User.is_active": "an account that was just made",
    "reference.DeadlineRule.counts_from_next_day": "how terms are counted (Ley 4 de 1913)",
    "reference.CrossingPoint.is_official": "a place in a list of places",
    "partners.Organisation.is_named_in_exports": "until it asks to stay unnamed",
    "casework.HomeIncident.precision": "how exactly a day is known",
    "casework.Detention.precision": "how exactly a day is known",
    "casework.Note.kind": "what staff write",
    "casework.PlanStep.doer": "whom staff give a step to",
    "casework.Referral.urgency": "how staff judge it",
    "casework.CaseTask.kind": "what staff do",
    "shelters.Site.accommodation_type": "a building",
    "shelters.Room.kind": "a building",
    "shelters.Bed.kind": "a building",
    "TaskForm.kind": "what staff do",
    "NoteForm.kind": "what staff write",
    "StepForm.doer": "whom staff give a step to",
    "WriteReferralForm.urgency": "how staff judge it",
    "ReferFromOfferForm.urgency": "how staff judge it",
    "SiteForm.accommodation_type": "a building",
    "NewSiteForm.accommodation_type": "a building",
    "RoomForm.kind": "a building",
    "OrganisationForm.is_named_in_exports": "until it asks to stay unnamed",
}


def all_forms() -> list[type[forms.BaseForm]]:
    for app in OURS:
        for path in (ROOT / app).rglob("*.py"):
            if path.name.startswith("forms") or "forms" in path.parts:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                importlib.import_module(name.removesuffix(".__init__"))
    found, rest = set(), list(forms.BaseForm.__subclasses__())
    while rest:
        form = rest.pop()
        found.add(form)
        rest += form.__subclasses__()
    ours = [form for form in found if form.__module__.split(".")[0] in OURS]
    return sorted(ours, key=lambda form: form.__qualname__)


def speaks(value: object) -> bool:
    return (str(value) if isinstance(value, str) else value) not in NEUTRAL


def test_no_form_begins_with_an_answer_of_a_person_or_an_authority():
    found = {
        f"{form.__name__}.{name}"
        for form in all_forms()
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.ChoiceField | forms.BooleanField) and speaks(field.initial)
    }
    assert found - set(OF_THE_HOUSE) == set()


def test_no_model_stores_an_answer_that_nobody_gave():
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in OURS and not model.__name__.endswith("Event")
        for field in model._meta.get_fields()
        if isinstance(field, models.Field)
        and field.has_default()
        and (field.choices or isinstance(field, models.BooleanField))
        and speaks(field.get_default())
    }
    assert found - set(OF_THE_HOUSE) == set()


def test_what_is_allowed_is_still_there():
    """An exception that nobody needs any more goes."""
    labels = {f"{m._meta.label}.{f.name}" for m in apps.get_models() for f in m._meta.get_fields()}
    fields = {
        f"{form.__name__}.{name}"
        for form in all_forms()
        for name in getattr(form, "base_fields", {})
    }
    assert set(OF_THE_HOUSE) - labels - fields == set()


@pytest.mark.parametrize(("form", "name"), [(PermitForm, "type"), (RequestForm, "kind")])
def test_a_list_that_must_be_answered_begins_with_nothing(form, name):
    first, *_rest = form(None).fields[name].choices
    assert tuple(first) == ("", "—")


def test_a_control_a_form_that_answers_for_somebody_is_found():
    class Answers(ActionForm):
        consent = forms.ChoiceField(choices=[("given", "Given")], initial="given")

    assert speaks(Answers.base_fields["consent"].initial)
    assert not speaks("unknown")
