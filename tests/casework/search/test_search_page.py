"""The page of a search: matches and similar names apart, facts to distinguish people, and advice if nobody is found."""

import pytest
from django.db import connection
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.permissions import Permission
from casework.cases.actions import close_case
from casework.exits.actions import confirm_loss, report_loss
from casework.register.choices import EndReason
from casework.search.models import NameSearch
from casework.search.picker import PickForm
from casework.search.querysets import search_people
from casework.search.rules import digits_of_a_tail, means_whole_name, serial_of, split_name
from shelters.actions.placements import place
from shelters.finding import last_beds
from tests.build import ARRIVED_ON, a_family, a_row, an_arrival, people_of
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of
from vault.keys import remembering


def searched(user, typed: str, **state: str):
    client = log_in(user)
    address = client.post(reverse("search"), {"q": typed})["Location"]
    return client.get(address, state)


def names(hits) -> list[str]:
    return [hit.individual.full_name for hit in hits]


def test_who_matches_stands_apart_from_who_resembles(cast: Cast) -> None:
    for given in ("Yorman", "Norman", "Yormary"):
        an_arrival(cast, people=[a_row(given, "Rodríguez")])
    an_arrival(cast, people=[a_row("Berta", "Rodríguez")])
    answer = searched(cast.ana, "jorman rodriges")
    (strong, matching), (weak, alike) = answer.context["groups"]
    assert (strong, weak) == (True, False)
    assert names(matching) == ["Yorman Rodríguez"]
    assert "Berta Rodríguez" in names(alike)
    page = page_of(answer)
    assert page.says("Coincide", "Se parece")
    assert page.text.index("Coincide") < page.text.index("Se parece")


@pytest.mark.parametrize(
    ("typed", "names", "whole"),
    [
        ("jorman rodriges", ["Yorman José Rodríguez Peña"], True),
        ("yor", ["Yorman"], True),
        ("yorman de la rodriguez", ["Yorman Rodríguez"], True),
        ("marleny rodriguez", ["Yorman Rodríguez"], False),
        ("jose luis", ["Joseluis Mora"], True),
        ("li", ["Ana Li"], True),
    ],
)
def test_a_match_is_one_of_all_typed_words(typed: str, names: list[str], whole: bool) -> None:
    assert means_whole_name(typed, names) is whole


def test_a_whole_number_opens_what_it_is_of(cast: Cast) -> None:
    case = an_arrival(cast)
    head = people_of(case)[0]
    for typed, address in (
        (case.number, reverse("case-detail", args=[case.number])),
        (head.number, reverse("individual-detail", args=[head.number])),
        ("V-19.345.678", reverse("individual-detail", args=[head.number])),
    ):
        assert searched(cast.ana, typed)["Location"] == address
    # The end of a number, and a number without its year, may belong to several people, so all are shown.
    for typed in ("5678", str(int(case.number[-6:]))):
        assert searched(cast.ana, typed).status_code == 200


def test_of_one_number_on_papers_of_two_countries_the_one_that_was_typed_stands_first(cast) -> None:
    an_arrival(cast, people=[a_row("Otro", "Mora", document="C.C. 19345678")])
    an_arrival(cast, people=[a_row("Yorman", "Rodríguez", document="V-19.345.678")])
    page = page_of(searched(cast.ana, "V-19345678"))
    first = "Cédula de identidad (Venezuela)"
    assert page.text.index("Yorman") < page.text.index(first) < page.text.index("Otro Mora")
    assert page.text.index("Otro Mora") < page.text.index("Cédula de identidad (Colombia)")
    assert first in page_of(searched(cast.ana, "5678")).text


def test_a_hit_says_who_it_is_in_the_family_how_old_and_where(cast: Cast) -> None:
    case = an_arrival(cast, people=a_family())
    head, wife = people_of(case)[:2]
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel Puente")
    stay = place(wife, site=site, bed=beds_of(site)[2], starts_on=cast.sonia.today(), by=cast.sonia)
    check_in(stay, by=cast.sonia)
    [hit] = [hit for hit in search_people(wife.full_name, cast.sonia) if hit.individual == wife]
    assert (hit.relation, hit.principal) == ("Cónyuge", head.display_name)
    page = page_of(searched(cast.sonia, wife.full_name))
    assert page.says(f"Cónyuge de {head.display_name}", "Hotel Puente")
    [own] = [hit for hit in search_people(head.full_name, cast.sonia) if hit.individual == head]
    assert (own.relation, own.principal) == ("", "")


def test_where_somebody_sleeps_is_shown_to_whoever_may_see_it(cast: Cast) -> None:
    case = an_arrival(cast)
    person = people_of(case)[0]
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel Puente")
    stay = place(
        person, site=site, bed=beds_of(site)[0], starts_on=cast.sonia.today(), by=cast.sonia
    )
    check_in(stay, by=cast.sonia)
    assert last_beds([person], cast.sonia)[person.pk].startswith("Hotel Puente")
    assert last_beds([person], cast.lucia) == {}
    assert "Hotel Puente" in page_of(searched(cast.sonia, person.full_name)).text
    assert "Hotel Puente" not in page_of(searched(cast.lucia, person.full_name)).text


def test_open_and_closed_are_parted_by_chips(cast: Cast) -> None:
    an_arrival(cast, people=[a_row("Yorman", "Rodríguez")])
    closed = an_arrival(cast, people=[a_row("Yorman", "Rodríguez")])
    close_case(closed, reason=EndReason.ONWARD, on=ARRIVED_ON, by=cast.ana)
    page = searched(cast.ana, "yorman")
    assert [(each["url"], each["count"]) for each in page.context["states"]] == [
        ("?", 2),
        ("?state=open", 1),
        ("?state=closed", 1),
    ]
    only = page_of(searched(cast.ana, "yorman", state="closed"))
    assert only.holds(closed.number)
    assert len([link for link in only.links if link.startswith("/people/")]) == 1


def test_of_those_who_match_as_well_who_has_an_open_case_comes_first(cast: Cast) -> None:
    cases = [an_arrival(cast, people=[a_row("Yorman", "Rodríguez")]) for _ in range(3)]
    for closed in (cases[0], cases[1]):
        close_case(closed, reason=EndReason.ONWARD, on=ARRIVED_ON, by=cast.ana)
    alike = an_arrival(cast, people=[a_row("Yormam", "Rodrígues")])
    hits = search_people("yorman rodríguez", cast.ana)
    assert hits[0].case == cases[2]
    assert {hit.case for hit in hits[1:3]} == {cases[0], cases[1]}
    assert hits[-1].case == alike


def test_the_first_hit_gets_the_cursor(cast: Cast) -> None:
    for given in ("Norman", "Yorman"):
        an_arrival(cast, people=[a_row(given, "Rodríguez")])
    links = list(page_of(searched(cast.ana, "yorman rodriguez")).root.where("autofocus"))
    assert [link.text for link in links] == ["Yorman Rodríguez"]


def test_whom_nobody_found_is_logged_without_the_name_in_an_address(cast: Cast) -> None:
    client = log_in(cast.ana)
    page = page_of(client.post(reverse("search"), {"q": "zoraida quevedo"}, follow=True))
    kept = NameSearch.objects.get()
    address = f"{reverse('arrival-log')}?search={kept.pk}"
    assert page.says("Registrar una llegada con este nombre")
    assert address in page.links
    fields = page_of(client.get(address)).fields
    assert (fields["head-given_names"], fields["head-family_names"]) == ("Zoraida", "Quevedo")
    other = page_of(log_in(cast.sonia).get(address)).fields
    assert other["head-given_names"] == ""
    assert (
        page_of(client.get(f"{reverse('arrival-log')}?search=x")).fields["head-given_names"] == ""
    )


def test_a_number_that_nobody_has_is_no_name_to_log(cast: Cast) -> None:
    page = page_of(searched(cast.ana, "19345678"))
    assert not page.says("Registrar una llegada con este nombre")


def test_the_search_has_a_page_of_its_own(cast: Cast) -> None:
    page = page_of(log_in(cast.ana).get(reverse("search")))
    assert page.says("Nombre, documento, teléfono o caso")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("zoraida quevedo", {"given_names": "Zoraida", "family_names": "Quevedo"}),
        ("Ana de la", {"given_names": "Ana de la", "family_names": ""}),
        (
            "YORMAN JOSÉ RODRÍGUEZ PEÑA",
            {"given_names": "Yorman José", "family_names": "Rodríguez Peña"},
        ),
        ("cama 3", {}),
        ("", {}),
    ],
)
def test_typed_names_are_put_apart_where_they_can_be(typed: str, read: dict[str, str]) -> None:
    assert split_name(typed) == read


def test_what_may_be_an_end_of_a_number() -> None:
    assert [digits_of_a_tail(typed) for typed in ("4321", "765 43 21", "321", "45A7")] == [
        "4321",
        "7654321",
        "",
        "",
    ]
    assert [serial_of(typed) for typed in ("21", "000021", "0", "1234567", "2019-21")] == [
        21,
        21,
        0,
        0,
        0,
    ]


def test_a_search_asks_as_often_for_many_as_for_few(cast: Cast) -> None:
    def asked() -> int:
        # Each data key is read once, as in a page.
        with (
            remembering(),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            search_people("yorman rodriguez 5678", cast.sonia)
        return len(queries)

    an_arrival(cast, people=a_family())
    few = asked()
    for _each in range(8):
        an_arrival(cast, people=[a_row("Yorman", "Rodríguez")])
    assert asked() <= few + 1


def test_who_types_one_letter_is_told_to_write_two_and_not_fewer(cast: Cast) -> None:
    page = page_of(searched(cast.ana, "X"))
    assert page.says("Escriba al menos dos letras.")
    assert not page.says("menos letras, ")
    assert page_of(searched(cast.ana, "Xq")).says("menos letras")


def test_of_who_died_the_search_says_so_wherever_somebody_is_looked_for(cast: Cast) -> None:
    marleny = people_of(an_arrival(cast))[1]
    lost = report_loss(marleny, kind="death", on=ARRIVED_ON, known_from="Su hermana", by=cast.ana)

    def told(user):
        rows = page_of(searched(user, "Marleny Suárez")).root.where("data-row-of-list")
        return [row.text for row in rows if marleny.number in row.text]

    assert "Falleció" not in told(cast.ana)[0]
    confirm_loss(lost, checked_how="Vi el certificado", by=cast.sonia)
    assert "Falleció" in told(cast.ana)[0]
    typed = QueryDict("q=Suárez")
    pick = PickForm(typed, user=cast.ana, permission=Permission.INDIVIDUAL_CHANGE)
    pick.is_valid()
    page = render_to_string("casework/search/_pick.html", {"pick": pick, "choose": "Unir"})
    assert page.count("Falleció") == 1 < len(pick.hits)
