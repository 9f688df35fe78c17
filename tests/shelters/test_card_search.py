"""Who runs a site finds residents by what their card says, and by nothing else."""

import pytest
from django.urls import reverse

from casework.contact.actions import add_phone
from casework.identity.actions.aliases import add_alias
from casework.identity.actions.exposure import wish_anonymity
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.models.individual import Individual
from shelters.actions.placements import place
from tests.build import an_individual
from tests.cast import log_in
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of


@pytest.fixture(scope="module")
def resident_of_the_file(cast_of_the_file):
    cast = cast_of_the_file.anew()
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla, name="Hotel Bolívar")
    person = an_individual(cast, given_names="Yusmary", family_names="Villasmil")
    today = cast.carla.today()
    stay = place(person, site=site, bed=beds_of(site)[0], starts_on=today, by=cast.sonia)
    check_in(stay, by=cast.sonia)
    an_individual(cast, by=cast.mara, given_names="Yusmary", family_names="Villasmil")
    return person.pk


@pytest.fixture
def resident(cast, resident_of_the_file):
    """In a bed at a site that Carla runs; her namesake sleeps nowhere and waits for nothing of hers."""
    return Individual.objects.get(pk=resident_of_the_file)


def searched(user, typed: str):
    return log_in(user).post(reverse("search"), {"q": typed}, follow=True)


@pytest.mark.parametrize(
    "typed", ["yusmari", "Villasmil Yusmary", "number", "case", "cama 1 bolívar"]
)
def test_a_resident_is_found_and_the_hit_leads_to_the_card(cast, resident, typed):
    number = resident.number
    case = resident.arrival.case.number
    answer = searched(cast.carla, {"number": number, "case": case}.get(typed, typed))
    if typed in ("number", "case"):
        # A whole number leaves nothing to choose.
        assert answer.redirect_chain[-1][0] == reverse("case-card", args=[case])
    else:
        assert [hit.individual for hit in answer.context["hits"]] == [resident]
    text = answer.content.decode()
    assert reverse("case-card", args=[case]) in text
    assert f'"{reverse("individual-detail", args=[number])}"' not in text


@pytest.mark.parametrize("typed", ["V-20.202.020", "2020", "3001112233", "Heberto Quintero"])
def test_papers_phones_and_further_names_find_nobody(cast, resident, typed):
    add_identity_document(resident, number="V-20.202.020", type="national_id", by=cast.ana)
    add_phone(resident, number="3001112233", by=cast.ana)
    add_alias(resident, name="Heberto Quintero", by=cast.ana)
    assert searched(cast.ana, typed).content.decode().count(resident.number)
    assert searched(cast.carla, typed).context["hits"] == []


def test_behind_an_alias_no_name_finds_anybody(cast, resident):
    wish_anonymity(resident, wished_on=cast.ana.today(), alias="Lucero", by=cast.ana)
    for typed, expected in (
        ("Lucero", [resident]),
        ("Yusmary", []),
        ("Lucero Villasmil", []),
        ("Yusmary Villasmil", []),
    ):
        answer = searched(cast.carla, typed)
        assert [hit.individual for hit in answer.context["hits"]] == expected
        assert "Villasmil" not in answer.content.decode().replace(typed, "")


def test_the_search_box_stands_where_somebody_may_search(cast, resident):
    box = f'action="{reverse("search")}"'
    boxes = {
        name: box in log_in(cast.users[name]).get("/", follow=True).content.decode()
        for name in ("carla", "adela", "aurelio")
    }
    assert boxes == {"carla": True, "adela": False, "aurelio": False}
    assert log_in(cast.adela).post(reverse("search"), {"q": "x"}).status_code == 404
