"""The whole number of a permit or a claim, and the code of a letter, find their person for whoever may read them."""

import pytest
from django.urls import reverse

from asylum.letters.actions import issue_letter
from asylum.letters.choices import LetterKind
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.models.application import AsylumApplication
from casework.search.querysets import search_cards, search_people
from shelters.actions.placements import place
from tests.asylum.build import D, a_client, a_permit, an_application
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_site, beds_of

pytestmark = pytest.mark.usefixtures("law")


def whom(typed, user):
    return [hit.individual for hit in search_people(typed, user)]


def test_the_number_of_a_permit_finds_its_holder_however_it_is_typed(cast):
    person = a_client(cast)
    a_permit(cast, person, number="SC2-884.120")
    a_permit(cast, a_client(cast), number="SC2-884.121")
    for typed in ("SC2-884.120", "sc2 884120"):
        assert whom(typed, cast.ana) == [person]
    assert whom("SC2-884.12", cast.ana) == []


@pytest.mark.parametrize(
    ("kept", "typed"),
    [
        ("SC2-778899", ["778899", "sc2 778899", "SC-2 778.899", "SC2778899"]),
        ("SC2778899", ["778899", "SC2-778899"]),
        ("778899", ["SC2-778899", "SC-2 Nº 778899"]),
        ("PPT 5.512.344", ["5512344", "ppt5512344"]),
        ("C.E. 441202", ["441202", "CE 441202"]),
        ("PEP-TUTOR 88", ["PEP-TUTOR 88"]),
    ],
)
def test_the_kind_of_a_permit_before_its_number_is_no_part_of_it(cast, kept, typed):
    person = a_client(cast)
    a_permit(cast, person, number=kept)
    a_permit(cast, a_client(cast), number="SC2-778898")
    for each in typed:
        assert whom(each, cast.ana) == [person], each
    assert whom("88", cast.ana) == whom("78899", cast.ana) == []


def test_whoever_types_the_end_that_the_list_shows_reads_that_the_whole_number_is_needed(cast):
    permit = a_permit(cast, number="SC2-536038")
    answer = as_(cast.ana).post(reverse("search"), {"q": f"sc2 {permit.number_tail}"}, follow=True)
    assert page_of(answer).says(
        "Un permiso o una solicitud solo se encuentra con su número completo"
    )
    plain = as_(cast.ana).post(reverse("search"), {"q": "Yorman"}, follow=True)
    assert not page_of(plain).says("número completo")


def test_nobody_is_found_out_of_sight(cast):
    a_permit(cast, number="SC2-884.120")
    assert whom("SC2-884.120", cast.bruno) == []
    assert search_cards("SC2-884.120", cast.bruno) == []


def test_who_may_not_read_permits_finds_nobody_by_one_although_the_person_is_in_sight(cast):
    person = a_client(cast)
    hotel = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    place(person, site=hotel, bed=beds_of(hotel)[0], starts_on=D(2019, 3, 4), by=cast.carla)
    a_permit(cast, person, number="SC2-884.120")
    [hit] = search_cards(person.number, cast.carla)
    assert hit.individual == person
    assert search_cards("SC2-884.120", cast.carla) == []


def test_a_permit_on_file_by_mistake_finds_nobody(cast):
    person = a_client(cast)
    a_permit(cast, person, number="SC2-884.120")
    Permit.objects.update(mistaken_on=D(2019, 3, 5))
    assert whom("SC2-884.120", cast.ana) == []


RADICADO = "2019-EE-004.417"


def test_the_number_of_a_claim_finds_who_made_it_however_it_is_typed(cast):
    person = a_client(cast)
    an_application(cast, person, reference=RADICADO)
    an_application(cast, reference="2019-EE-004.418")
    for typed in (RADICADO, "2019ee004417", "2019 ee 004417"):
        assert whom(typed, cast.lucia) == [person]
    assert whom("2019-EE-004.41", cast.lucia) == []
    AsylumApplication.objects.update(status=ApplicationStatus.MISTAKEN)
    assert whom(RADICADO, cast.lucia) == []


def test_the_code_of_a_letter_finds_whom_it_is_about_also_when_it_is_revoked(cast):
    person = a_client(cast)
    letter = issue_letter(person, kind=LetterKind.POWER, language="es", by=cast.lucia)
    for typed in (letter.code, letter.code.lower(), letter.code.replace("-", " ")):
        assert whom(typed, cast.lucia) == [person]
    assert whom(letter.code[:-1], cast.lucia) == []
    # Caseworkers do not read what a power of attorney tells.
    assert whom(letter.code, cast.ana) == []


@pytest.mark.parametrize("name", ["bruno", "carla"])
def test_who_may_not_see_it_gets_the_answer_of_a_number_that_does_not_exist(cast, name):
    person = a_client(cast)
    an_application(cast, person, reference=RADICADO)
    letter = issue_letter(person, kind=LetterKind.POWER, language="es", by=cast.lucia)

    def answer(typed):
        client = as_(cast.users[name])
        response = client.post(reverse("search"), {"q": typed}, follow=True)
        return response.status_code, page_of(response).text.replace(typed, "")

    assert answer(RADICADO) == answer("2019-EE-994.417")
    assert answer(letter.code) == answer("2222-2222-2222-2222")
    assert whom(RADICADO, cast.lucia) == whom(letter.code, cast.lucia) == [person]


@pytest.mark.parametrize("number", ["RAD-77", "S-12/19", "7"])
def test_a_short_number_finds_its_claim_and_its_permit(cast, number):
    claimant, holder = a_client(cast), a_client(cast)
    an_application(cast, claimant, reference=number)
    a_permit(cast, holder, number=f"{number}-P")
    assert whom(number, cast.lucia) == [claimant]
    assert whom(f"{number}-P", cast.lucia) == [holder]
