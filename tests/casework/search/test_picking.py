"""The form to pick a person: by name in two presses, from files opened last, from the same group, or by number."""

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.arrivals.actions.arrivals import log_group_arrival
from casework.duplicates.models import DuplicatePair
from tests.build import a_case, a_row, an_arrival, an_individual, people_of
from tests.cast import as_, log_in
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("english")


def builder(case):
    return reverse("family-builder", args=[case.number])


def test_a_name_finds_rows_to_mark_and_a_marked_row_leads_on(cast):
    case, single = an_arrival(cast), a_case(cast, name="Jonder")
    jonder = people_of(single)[0]
    client = log_in(cast.ana)
    found = client.post(builder(case), {"q": "Jonder", "look": "1"})
    assert page_of(found).says(
        "Personas encontradas", jonder.display_name, jonder.number, single.team.name
    )
    assert f'name="pick" value="{jonder.number}"' in found.content.decode()
    assert "checked" not in found.content.decode()
    looks = AuditEvent.objects.filter(verb="search.made", actor=cast.ana)
    assert looks.get().details == {"cases": [single.number]}
    picked = client.post(builder(case), {"q": "Jonder", "pick": jonder.number})
    join = reverse("family-join", args=[case.number, single.number])
    assert picked["Location"] == f"{join}?goes={jonder.number}"
    assert "Jonder" not in picked["Location"]


def test_the_number_of_a_person_or_a_case_still_serves(cast):
    case, single = an_arrival(cast), a_case(cast, name="Jonder")
    client = log_in(cast.ana)
    join = reverse("family-join", args=[case.number, single.number])
    assert client.post(builder(case), {"q": single.number.lower()})["Location"] == join
    person = client.post(builder(case), {"q": people_of(single)[0].number})
    assert person["Location"].startswith(join)


def test_nobody_of_the_case_itself_and_nobody_out_of_sight_is_offered(cast):
    case = an_arrival(cast)
    theirs = a_case(cast, by=cast.bruno, name="Jonder")
    client, own = log_in(cast.ana), people_of(case)[0]
    for typed in ("Jonder", own.given_names, ""):
        page = page_of(client.post(builder(case), {"q": typed, "look": "1"}))
        assert page.refusals
        assert not page.holds(people_of(theirs)[0].number)
    forged = client.post(builder(case), {"pick": people_of(theirs)[0].number})
    assert "Nadie tiene este número" in str(page_of(forged).refusals)
    mine = client.post(builder(case), {"q": own.number})
    assert "ya está en este caso" in str(page_of(mine).refusals)


def test_the_last_five_files_that_i_opened_and_who_arrived_together_are_offered(cast):
    groups = [[a_row("Uno", "Pérez")], [a_row("Dos", "Gil")]]
    first, second = log_group_arrival(
        families=groups, on=cast.ana.today(), team=cast.norte, by=cast.ana
    )
    others = [a_case(cast, name=f"Abierto {number}") for number in range(7)]
    client = log_in(cast.ana)
    for case in others:
        client.get(reverse("case-detail", args=[case.number]))
    page = client.get(builder(first)).content.decode()
    together, opened = page.split("Casos que usted consultó hace poco")
    assert people_of(second)[0].number in together
    shown = [case for case in others if people_of(case)[0].number in opened]
    assert shown == others[2:]
    for_sonia = log_in(cast.sonia).get(builder(first)).content.decode()
    assert "Casos que usted consultó hace poco" not in for_sonia


def test_the_same_component_names_the_other_record(cast):
    one = an_individual(cast)
    other = an_individual(cast, given_names="Zulay", sex="f")
    client, address = as_(cast.ana), reverse("duplicates-of", args=[one.number])
    found = client.post(address, {"q": "Zulay", "look": "1"})
    assert f'value="{other.number}"' in found.content.decode()
    assert f'value="{one.number}"' not in found.content.decode()
    answer = client.post(address, {"pick": other.number})
    pair = DuplicatePair.objects.get()
    assert answer["Location"] == reverse("duplicate-decide", args=[pair.pk])
