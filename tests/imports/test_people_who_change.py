"""People of a sheet whose facts become others on the form: a son is a daughter, and newborn children get their names."""

import datetime
from pathlib import Path

import pytest
import time_machine
from django.urls import reverse

from accounts.models import AuditEvent
from casework.identity.models import FactChange
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.search.querysets import search_people
from tests.cast import log_in
from tests.imports.on_file import asked, on_file, through
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")
INPUTS = Path(__file__).parent / "inputs"
NOW = datetime.datetime(2026, 11, 26, 15, tzinfo=datetime.UTC)


@pytest.fixture
def ana(cast):
    """Ana's browser on the day after these people came."""
    with time_machine.travel(NOW, tick=True):
        yield log_in(cast.ana)


def on_file_from(ana, cast, name):
    batch = through(ana, cast, name, (INPUTS / name).read_bytes())
    assert asked(batch) == {}
    return {each.given_names or each.alias: each for each in Individual.objects.all()}


def sent(ana, person, **typed):
    address = reverse("individual-correct", args=[person.number])
    return ana.post(address, page_of(ana.get(address)).fields | typed)


@pytest.mark.parametrize("how", ["wrong", "changed"])
def test_a_son_whose_sex_is_corrected_or_changed_is_a_daughter(cast, ana, how):
    son = on_file_from(ana, cast, "n03_parent_and_son.xlsx")["Yeison"]
    assert sent(ana, son, sex="f").status_code == 200
    assert sent(ana, son, sex="f", how_sex=how).status_code == 302
    case = son.memberships.get().case
    answers = [ana.post(reverse("search"), {"q": "Yeison"}, follow=True)]
    answers += [ana.get(reverse("individual-detail", args=[son.number]))]
    answers += [ana.get(reverse(name, args=[case.number])) for name in ("case-detail", "case-card")]
    told = [" ".join(page_of(answer).text.split()) for answer in answers]
    assert "Femenino · 18 años · Hija de Zoilo" in told[0]
    assert not [page for page in told if "Hijo" in page]
    assert FactChange.objects.count() == (how == "changed")


def test_newborn_children_get_names_and_what_stood_for_them_is_no_name_of_theirs(cast, ana):
    people = on_file_from(ana, cast, "i12_twins_unnamed.xlsx")
    first = people["RN 1"]
    assert sent(ana, first, given_names="Ángel Gabriel").status_code == 302
    first.refresh_from_db()
    assert (first.full_name, first.alias) == ("Ángel Gabriel Araque Luna", "")
    page = page_of(ana.get(reverse("individual-detail", args=[first.number])))
    assert "RN 1" not in page.text
    assert not Alias.objects.exists()
    assert not FactChange.objects.exists()
    assert [hit.individual for hit in search_people("Ángel Gabriel", cast.ana)] == [first]
    assert first not in [hit.individual for hit in search_people("RN 1", cast.ana)]
    fields = AuditEvent.objects.get(verb="individual.named").details["fields"]
    assert fields == ["alias", "given_names"]
    assert len(on_file()) == 3


def test_a_word_for_a_newborn_that_was_typed_as_the_name_is_no_former_name(cast, ana):
    people = on_file_from(ana, cast, "i12_twins_unnamed.xlsx")
    child = people["RN 2"]
    child.alias, child.given_names = "", "RN 2"
    child.save()
    assert sent(ana, child, given_names="Luz", sex="m").status_code == 302
    assert not Alias.objects.exists()
