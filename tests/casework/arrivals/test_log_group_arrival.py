"""A group arrives: one grid makes one case for each family, all of them or none, once."""

import datetime
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from casework.arrivals.actions.arrivals import (
    NobodyArrived,
    correct_arrival,
    log_group_arrival,
)
from casework.arrivals.actions.drafts import save_draft
from casework.arrivals.models import ArrivalDraft
from casework.families.actions.builder import join_family
from casework.register.choices import Category, Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from tests.build import ARRIVED_ON, a_family, a_row, an_arrival, people_of, reference
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused
from vault.keys import remembering

# Of each row after the first: letter, given name, family name, relation, force.
BUS = [
    ("", "Marleny", "Rodríguez", "SPO", ""),
    ("B", "Rosa", "Mora", "", "none"),
    ("", "Iker", "Mora", "SON", ""),
    ("c", "Kevin", "Páez", "", "unknown"),
    ("A", "Ángel", "Rodríguez", "SON", ""),
    ("C", "Yulimar", "Páez", "SPO", "gnb"),
]


def bus(team: Any, rows: Any = BUS, **facts: Any) -> dict[str, Any]:
    """Returns what the browser sends for a head of family A and these rows."""
    sent = {
        "is_group": "1",
        "team": team.pk,
        "on": "2019-02-23",
        "entry_mode": "vehicle",
        "head-given_names": "Yorman",
        "head-family_names": "Rodríguez",
        "head-family": "A",
        "head-force": "gnb",
        "member-TOTAL_FORMS": str(len(rows)),
        "member-INITIAL_FORMS": "3",
    }
    for place, (letter, given, family, relation, force) in enumerate(rows):
        sent |= {
            f"member-{place}-family": letter,
            f"member-{place}-given_names": given,
            f"member-{place}-family_names": family,
            f"member-{place}-relation": relation,
            f"member-{place}-force": force,
        }
    return sent | facts


def test_each_letter_becomes_one_case_whose_first_row_is_its_head(cast):
    reference()
    token = str(uuid.uuid4())
    answer = log_in(cast.ana).post(reverse("arrival-log"), bus(cast.norte, submission=token))
    assert answer["Location"] == reverse("arrival-group", args=[token])
    assert [
        [
            (
                member.individual.given_names,
                member.relation_to_principal,
                member.individual.category,
            )
            for member in case.members.select_related("individual").order_by("pk")
        ]
        for case in Case.objects.order_by("number")
    ] == [
        [
            ("Yorman", Relation.PRINCIPAL, Category.FORMER_MEMBER),
            ("Marleny", Relation.SPOUSE, Category.RELATIVE),
            ("Ángel", Relation.SON, Category.RELATIVE),
        ],
        [
            ("Rosa", Relation.PRINCIPAL, Category.RELATIVE),
            ("Iker", Relation.SON, Category.RELATIVE),
        ],
        [
            ("Kevin", Relation.PRINCIPAL, Category.FORMER_MEMBER),
            ("Yulimar", Relation.SPOUSE, Category.FORMER_MEMBER),
        ],
    ]
    assert {
        (arrival.on, arrival.entry_mode, str(arrival.group)) for arrival in Arrival.objects.all()
    } == {(ARRIVED_ON, "vehicle", token)}


def test_a_double_click_or_a_retry_makes_the_group_once(cast):
    reference()
    client, token = log_in(cast.ana), str(uuid.uuid4())
    sent = bus(cast.norte, submission=token)
    locations = {client.post(reverse("arrival-log"), sent)["Location"] for _click in range(2)}
    assert (len(locations), Case.objects.count()) == (1, 3)
    again = log_group_arrival(
        team=cast.norte,
        families=[a_family()],
        on=ARRIVED_ON,
        submission=uuid.UUID(token),
        by=cast.ana,
    )
    assert [case.number for case in again] == [f"A-2019-{n:06}" for n in (1, 2, 3)]
    assert Case.objects.count() == 3


def test_nobody_comes_into_a_family_by_standing_below_it(cast):
    reference()
    client = log_in(cast.ana)
    rows = [("", "Rosa", "Rodríguez", "", ""), ("", "Iker", "Rodríguez", "SON", "")]
    page = page_of(client.post(reverse("arrival-log"), bus(cast.norte, rows)))
    assert Case.objects.count() == 0
    assert page.says("Familia A: Yorman Rodríguez")
    assert page.says(
        "Escriba la letra de una familia, la de otra fila o una nueva, o el parentesco."
    )
    rows[0] = ("B", "Rosa", "Rodríguez", "", "none")
    client.post(reverse("arrival-log"), bus(cast.norte, rows))
    assert [
        {member.individual.given_names for member in case.members.select_related("individual")}
        for case in Case.objects.order_by("number")
    ] == [{"Yorman"}, {"Rosa", "Iker"}]


def test_one_wrong_row_keeps_everybody_out_and_everything_typed(cast):
    reference()
    rows = [*BUS, ("D", "Pedro", "Gil", "", "")]
    answer = log_in(cast.ana).post(
        reverse("arrival-log"), bus(cast.norte, rows, **{"member-6-birth": "mañana"})
    )
    fields = page_of(answer).fields
    assert Case.objects.count() == 0
    assert fields["member-6-birth"] == "mañana"
    assert "Kevin" in fields.values()
    assert "is_group" in fields


def test_the_head_of_each_family_is_asked_whether_they_served(cast):
    reference()
    rows = [*BUS, ("D", "Pedro", "Gil", "", ""), ("D", "Inés", "Gil", "SPO", "")]
    page = page_of(log_in(cast.ana).post(reverse("arrival-log"), bus(cast.norte, rows)))
    assert Case.objects.count() == 0
    assert "#id_member-6-force" in page.links
    assert "#id_member-7-force" not in page.links


def test_a_family_without_people_undoes_the_families_before_it(cast):
    with pytest.raises(NobodyArrived):
        log_group_arrival(team=cast.norte, families=[a_family(), []], on=ARRIVED_ON, by=cast.ana)
    with pytest.raises(NobodyArrived):
        log_group_arrival(team=cast.norte, families=[], on=ARRIVED_ON, by=cast.ana)
    with pytest.raises(NotAllowed):
        log_group_arrival(team=cast.sur, families=[a_family()], on=ARRIVED_ON, by=cast.ana)
    assert (Case.objects.count(), Individual.objects.count()) == (0, 0)


def test_a_group_of_tomorrow_is_refused_and_takes_no_number(cast):
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    an_hour_on = timezone.now() + datetime.timedelta(hours=1)
    for facts, field in (
        ({"on": tomorrow}, "on"),
        ({"on": ARRIVED_ON, "first_contact_at": an_hour_on}, "first_contact_at"),
    ):
        with refused("lies in the future", field=field):
            log_group_arrival(
                team=cast.norte, families=[a_family(), a_family()], by=cast.ana, **facts
            )
    assert Case.objects.count() == 0
    made = log_group_arrival(team=cast.norte, families=[a_family()], on=ARRIVED_ON, by=cast.ana)
    assert [case.number for case in made] == ["A-2019-000001"]


def test_forty_people_of_one_bus_go_in_with_a_bounded_number_of_questions(cast):
    reference()

    def questions(families: int) -> int:
        people = [[a_row(f"Luis {n}", document=f"V-{n}") for n in range(4)]] * families
        with remembering(), CaptureQueriesContext(connection) as asked:
            log_group_arrival(team=cast.norte, families=people, on=ARRIVED_ON, by=cast.ana)
        return len(asked)

    questions(1)
    one, two, ten = questions(1), questions(2), questions(10)
    assert ten - one == 9 * (two - one)
    assert ten < 300


def test_the_page_of_the_group_lists_its_cases_for_who_sees_them(cast):
    cases = log_group_arrival(
        team=cast.norte, families=[a_family(), [a_row("Solo")]], on=ARRIVED_ON, by=cast.ana
    )
    address = reverse("arrival-group", args=[cases[0].arrivals.get().group])
    text = page_of(log_in(cast.ana).get(address))
    for case in cases:
        assert reverse("case-detail", args=[case.number]) in text.links
    assert text.says("Yorman José Rodríguez Peña")
    assert log_in(cast.bruno).get(address).status_code == 404
    assert log_in(cast.ana).get(reverse("arrival-group", args=[uuid.uuid4()])).status_code == 404


def test_the_list_of_a_group_asks_as_often_for_four_families_as_for_one(
    cast, django_assert_max_num_queries
):
    client = log_in(cast.ana)
    counts = []
    for families in (1, 4):
        cases = log_group_arrival(
            team=cast.norte, families=[[a_row()]] * families, on=ARRIVED_ON, by=cast.ana
        )
        address = reverse("arrival-group", args=[cases[0].arrivals.get().group])
        client.get(address)
        with django_assert_max_num_queries(36) as asked:
            client.get(address)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_grid_of_a_group_has_a_column_for_the_family_and_a_draft_keeps_it(cast):
    reference()
    client = log_in(cast.ana)
    assert "head-family" in page_of(client.get(reverse("arrival-log") + "?group=1")).fields
    assert "head-family" not in page_of(client.get(reverse("arrival-log"))).fields
    token = str(uuid.uuid4())
    client.post(reverse("draft-save"), bus(cast.norte, submission=token))
    draft = ArrivalDraft.objects.get()
    assert (draft.is_group, draft.people) == (True, 7)
    again = page_of(client.get(reverse("draft-continue", args=[draft.pk])))
    assert "member-5-family" in again.fields
    client.post(reverse("arrival-log"), bus(cast.norte, submission=token))
    assert ArrivalDraft.objects.count() == 0


def test_the_grid_asks_as_often_for_five_rows_as_for_one(cast, django_assert_max_num_queries):
    reference()
    client = log_in(cast.ana)
    counts = []
    for number in (1, 5):
        rows = [("", f"Luis {n}", "Mora", "", "") for n in range(number)]
        typed = {key: [str(value)] for key, value in bus(cast.norte, rows).items()}
        draft = save_draft(
            typed=typed, submission=uuid.uuid4(), people=number, is_group=True, by=cast.ana
        )
        address = reverse("draft-continue", args=[draft.pk])
        client.get(address)
        with django_assert_max_num_queries(40) as asked:
            client.get(address)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_after_a_group_its_families_are_named_with_what_comes_next(cast):
    reference()
    client = log_in(cast.ana)
    page = page_of(client.post(reverse("arrival-log"), bus(cast.norte), follow=True))
    assert page.says("3 familias quedaron registradas.", "Titular", "Yorman Rodríguez, Marleny")
    assert page.says("Entregar o imprimir")
    assert not page.says("Dar cama a todas")
    # The page is about several families, so it shows the head of no file.
    assert not page.holds("De quién es este caso")
    people = Individual.objects.count()
    assert page.says(f"{people} sin cama", "Quién espera cama", "Los atiendo yo")
    group = Arrival.objects.first().group
    chief = page_of(log_in(cast.sonia).get(reverse("arrival-group", args=[group])))
    assert chief.says("Dar cama a todas", "Asignar")
    other = an_arrival(cast)
    beds = f"{reverse('family-without-bed-list')}?group={group}"
    assert reverse("group-place", args=[group]) in chief.links
    # A user who may not give beds gets a link to the families without one.
    assert beds in page.links
    waiting = page_of(log_in(cast.sonia).get(beds))
    assert not waiting.holds(other.number)
    numbers = {case.number for case in Case.objects.filter(arrivals__group=group)}
    assert all(waiting.holds(number) for number in numbers)
    asked = log_in(cast.sonia).post(reverse("cases-assign"), {"case": sorted(numbers)})
    assert all(page_of(asked).holds(number) for number in numbers)


def test_where_the_families_of_a_bus_crossed_on_other_days_and_places_each_says_its_own(cast):
    crossing = reference()["crossing"]
    first, second = log_group_arrival(
        team=cast.norte, families=[a_family(), a_family()], on=ARRIVED_ON, by=cast.ana
    )
    address = reverse("arrival-group", args=[first.arrivals.get().group])
    page = page_of(log_in(cast.ana).get(address))
    assert page.text.count("23 feb 2019") == 1
    later = ARRIVED_ON + datetime.timedelta(days=2)
    correct_arrival(second.arrivals.get(), on=later, by=cast.ana, crossing=crossing)
    page = page_of(log_in(cast.ana).get(address))
    assert page.says(f"23 feb 2019 – 25 feb 2019 · {crossing} · 2 familias")
    assert page.column("Llegó") == ["23 feb 2019 —", f"25 feb 2019 {crossing}"]


def test_a_family_of_the_group_that_went_into_another_has_its_slip_in_the_other_row(cast):
    reference()
    client = log_in(cast.ana)
    client.post(reverse("arrival-log"), bus(cast.norte))
    groups = {arrival.case: arrival for arrival in Arrival.objects.all()}
    first, second, *_others = groups
    roles = dict.fromkeys(people_of(second), Relation.OTHER)
    join_family(first, other=second, relations=roles, on=cast.ana.today(), by=cast.ana)
    page = page_of(client.get(reverse("arrival-group", args=[groups[first].group])))
    assert reverse("arrival-slip", args=[groups[first].pk]) in page.links
    assert reverse("arrival-slip", args=[groups[second].pk]) in page.links
    assert page.says("2 familias", f"{second.number} unida a {first.number}")
    chief = log_in(cast.sonia).get(reverse("arrival-group", args=[groups[first].group]))
    chief = chief.content.decode()
    assert f'name="case" value="{first.number}"' in chief
    assert f'name="case" value="{second.number}"' not in chief
