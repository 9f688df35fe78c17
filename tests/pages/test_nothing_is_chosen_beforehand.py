"""No default speaks for a person or an authority: no form begins with an answer of theirs, no model stores one."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.apps import apps
from django.db import models

from asylum.permits.forms import PermitForm
from casework.register.choices import Relation
from casework.wellbeing.choices import Feeling
from pages.forms import ActionForm
from partners.forms import PartnerRequestForm

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
    "recorded", "planned", str(Relation.UNKNOWN), str(Feeling.NOT_ASKED), "mapping", "waiting", "sought", False, None,
}  # fmt: skip
# What the house itself decides, or what only says how much is known; who it is about answers none of these.
OF_THE_HOUSE = {
    "accounts.User.language": "the house speaks Spanish",
    "accounts.User.is_active": "an account that was just made",
    "reference.DeadlineRule.counts_from_next_day": "how terms are counted (Ley 4 de 1913)",
    "reference.CrossingPoint.is_official": "a place in a list of places",
    "partners.Organisation.is_named_in_exports": "until it asks to stay unnamed",
    "casework.Note.kind": "what staff write",
    "casework.PlanStep.doer": "whom staff give a step to",
    "casework.Referral.urgency": "how staff judge it",
    "casework.CaseTask.kind": "what staff do",
    "shelters.Site.accommodation_type": "a building",
    "shelters.Room.kind": "a building",
    "shelters.Bed.kind": "a building",
    "shelters.MovePlan.solving": "what our worker does",
    "ChangeRoomForm.kind": "a building",
    "FirstStartForm.country": "where the office stands",
    "FirstStartForm.time_zone": "where the office stands",
    "OfficeForm.country": "where the office stands",
    "OfficeForm.time_zone": "where the office stands",
    "TaskForm.kind": "what staff do",
    "NoteForm.kind": "what staff write",
    "PlanStepForm.doer": "whom staff give a step to",
    "WriteReferralForm.urgency": "how staff judge it",
    "ReferFromOfferForm.urgency": "how staff judge it",
    "SiteForm.accommodation_type": "a building",
    "NewSiteForm.accommodation_type": "a building",
    "RoomForm.kind": "a building",
    "OrganisationForm.is_named_in_exports": "until it asks to stay unnamed",
}


# What a page fills in when it makes its form: what is on file already, and days and names of the house's own acts.
# A card with a button for each answer: the field says on which card it stands, and nothing until one is pressed.
OF_A_BUTTON = {("casework/duplicates/forms.py", "status")}
FILLED_IN = {
    "office": "the office of whoever writes",
    "team": "the team of whoever writes",
    "starts_on": "the house grants, supports and places from a day on",
    "given_on": "the house gave notice",
    "until": "the house ends what it gives",
    "currency": "the country of the office",
    "day": "which page of a list",
    "language": "on file",
    "alias": "on file",
    "version": "on file",
    "since": "on file",
    "has_no_letter_keys": "on file",
    "title": "on file",
    "type": "on file",
    "country": "on file",
    "relation": "on file",
    "relative": "on file, of an incident that is put right",
    "rank": "on file",
    "outcome": "on file",
    "survivor": "which of two records is kept",
    "grounds": "what was written when the two were said to be one",
    "case": "what was ticked in the list before",
    "people": "what was ticked before, or the only one there is",
    "referral": "on file",
    "service": "what the button before it said",
    "family": "the letter of the first family",
    "next_on": "when the house looks again",
    "joined_on": "the house takes somebody in",
    "entered_on": "the arrival on file",
    "arrived_on": "proposed for a sheet, and asked again row by row",
    "month": "the month that just ended",
    "to": "the state that a link named",
    "signed_on": "most are signed before whoever writes it down; ten keys record a renunciation",
    "opened_on": "the house opens a site",
    "planned_end_on": "on file",
    "stays": "the stays of the family, each with its tick",
    "starts": "the first night that was asked for in the address",
    "reason": "on file",
    "media_reason": "on file",
    "why_closed": "on file",
    "text": "on file",
}
# Where the field `on` is a day of the house's own act, or on file and put right; nowhere in asylum, where it stands on a paper.
OWN_DAYS = {
    "accounts/views/grants.py",
    "aid/views/distributions.py",
    "aid/views/gaps.py",
    "aid/views/pledges.py",
    "asylum/procedure/views.py",
    "casework/arrivals/forms/arrival.py",
    "casework/corrections/forms.py",
    "casework/families/forms/family.py",
    "casework/handovers/forms.py",
    "casework/identity/forms.py",
    "shelters/forms/stays.py",
    "shelters/views/day.py",
    "shelters/views/placements.py",
    "shelters/views/postings.py",
    "shelters/views/rooms.py",
    "shelters/views/sites.py",
    "shelters/views/surge.py",
}


def filled_in(source: str) -> Iterator[str]:
    """The names of fields that a text of code fills in: `initial={"a": …}`, `self.initial["b"] = …`,
    `self.fields["c"].initial = …`."""
    if "initial" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "initial":
            yield from names_in(node.value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                match target:
                    case ast.Subscript(
                        value=ast.Attribute(attr="initial"), slice=ast.Constant(value=name)
                    ):
                        yield name
                    case ast.Attribute(
                        attr="initial", value=ast.Subscript(slice=ast.Constant(value=name))
                    ):
                        yield name


def names_in(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        if isinstance(node, ast.Dict):
            yield from (key.value for key in node.keys if isinstance(key, ast.Constant))


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


def test_no_page_fills_in_what_somebody_else_answers():
    found = {
        (str(path.relative_to(ROOT)), name)
        for app in OURS
        for path in (ROOT / app).rglob("*.py")
        for name in filled_in(path.read_text())
        if name not in FILLED_IN
    } - OF_A_BUTTON
    assert {name for _path, name in found} <= {"on"}
    assert {path for path, _name in found} == OWN_DAYS


def test_a_control_a_page_that_fills_in_is_found():
    code = """
form = Paper(data, initial={"issued_on": today})
self.initial["received_by"] = last
self.fields["explained"].initial = True
"""
    assert set(filled_in(code)) == {"issued_on", "received_by", "explained"}


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


@pytest.mark.parametrize(("form", "name"), [(PermitForm, "type"), (PartnerRequestForm, "kind")])
def test_a_list_that_must_be_answered_begins_with_nothing(form, name):
    first, *_rest = form(None).fields[name].choices
    assert tuple(first) == ("", "—")


def test_a_control_a_form_that_answers_for_somebody_is_found():
    class Answers(ActionForm):
        consent = forms.ChoiceField(choices=[("given", "Given")], initial="given")

    assert speaks(Answers.base_fields["consent"].initial)
    assert not speaks("unknown")
