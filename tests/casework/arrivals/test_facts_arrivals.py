"""Facts of the source articles about arrivals, each checked on the data of its acceptance check."""

import datetime
import re
import zoneinfo
from typing import Any

import pytest
from django.urls import reverse

from casework.register.choices import (
    BirthPrecision,
    Category,
    EntryMode,
    Population,
    Relation,
    Sex,
    YesNo,
)
from casework.register.models.arrival import Arrival
from casework.register.models.individual import Individual
from casework.register.rules import Birth, unhcr_band
from casework.service.actions import record_disarmament
from casework.service.categories import category_in_words
from casework.service.models import Disarmament, ServiceRecord
from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.loading import load_places
from reference.models import CrossingPoint, RegionalDirectorate
from reporting.figures.arrivals import (
    by_place,
    people_of_offices,
)
from tests.build import a_row, an_arrival, people_of, reference
from tests.casework.file.test_pages import grid
from tests.cast import Cast, log_in
from tests.page import page_of

D = datetime.date
REPORTED = [
    ("oriente", "Oriente", 415),
    ("orinoquia", "Orinoquía", 46),
    ("andina", "Andina", 30),
    ("guajira", "Guajira", 30),
    ("caribe", "Caribe", 23),
    ("antioquia", "Antioquia", 14),
    ("occidente", "Occidente", 6),
    ("narino", "Nariño", 3),
]


@pytest.fixture
def places(db: None) -> None:
    # The crossing points of the cast are in no department, and loading does not replace rows on file.
    RegionalDirectorate.objects.all().delete()
    CrossingPoint.objects.all().delete()
    load_places()


def soldier(given_names: str = "Yorman", **facts: Any):
    return a_row(given_names, category=Category.FORMER_MEMBER, sex=Sex.MALE, born=1991, **facts)


def authority(name: str) -> Organisation:
    return Organisation.objects.create(name=name, kind=OrganisationKind.STATE)


def test_f01_the_chart_of_arrivals_has_its_peak_on_23_february(cast):
    for day, number in ((22, 1), (23, 4), (24, 2), (25, 1)):
        people = [soldier(f"Luis {n}") for n in range(number)]
        an_arrival(cast, people=people, on=D(2019, 2, day))
    page = page_of(february(cast)).part("arrivals")
    [chart] = page.root.all("svg")
    numbers = [
        (next(bar.all("title")).text, int(bar.attributes["height"])) for bar in chart.all("rect")
    ]
    assert len(numbers) == 28
    assert numbers[20:26] == [
        ("21 feb: 0", 0),
        ("22 feb: 1", 28),
        ("23 feb: 4", 112),
        ("24 feb: 2", 56),
        ("25 feb: 1", 28),
        ("26 feb: 0", 0),
    ]
    letters = [text.text for text in chart.all("text")]
    assert letters == ["0 · 1 feb", "0 · 28 feb", "4 · 23 feb"]
    assert [row for row in page.rows if row["Personas"] != "0"] == [
        {"Día": f"{day} feb 2019", "Personas": number}
        for day, number in ((22, "1"), (23, "4"), (24, "2"), (25, "1"))
    ]


def february(cast: Cast) -> str:
    """Returns the page of figures for that February, in Spanish."""
    period = {"since": "2019-02-01", "until": "2019-02-28"}
    return log_in(cast.sonia).get(reverse("figures"), period).content.decode()


def cells(table: str) -> list[list[str]]:
    """Returns the texts of the cells of each row in a table's body."""
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr>.*?</tr>", table.partition("<tbody>")[2], re.DOTALL)
    ]


def test_f03_the_eight_directorates_come_out_as_reported_567_in_all(cast, places):
    """The same figures as the demonstration world, in eight groups; relatives come on top."""
    for code, _name, number in REPORTED:
        arrival = an_arrival(
            cast,
            people=[soldier(), a_row("Marleny", relation=Relation.SPOUSE)],
            directorate=RegionalDirectorate.objects.get(code=code),
        ).arrivals.get()
        model = Individual.objects.get(arrival=arrival, category=Category.FORMER_MEMBER)
        _alike(model, number - 1)
    rows = by_place(people_of_offices({cast.cucuta.pk})).directorates
    assert [(row.code, row.name, row.former_members) for row in rows] == REPORTED
    assert sum(row.former_members for row in rows) == 567
    assert sum(row.relatives for row in rows) == 8


def _alike(model: Individual, number: int) -> None:
    """Adds copies of this person in one statement: actions for 567 people would take a minute."""
    Individual.objects.bulk_create(
        Individual(
            key_id=model.key_id,
            number=f"{model.number[:-3]}-{place + 100}",
            office_id=model.office_id,
            category=model.category,
            arrival=model.arrival,
        )
        for place in range(number)
    )


def test_f04_oriente_includes_norte_de_santander_and_is_no_department(cast, places):
    oriente = RegionalDirectorate.objects.get(code="oriente")
    assert {department.name for department in oriente.departments.all()} == {
        "Norte de Santander",
        "Santander",
    }
    for crossing, directorate in (
        ("simon-bolivar", "oriente"),
        ("paez", "oriente"),
        ("paez", "orinoquia"),
    ):
        an_arrival(
            cast,
            people=[soldier()],
            crossing=CrossingPoint.objects.get(code=crossing),
            directorate=RegionalDirectorate.objects.get(code=directorate),
        )
    client = log_in(cast.sonia)
    period = "?since=2019-02-01&until=2019-02-28"
    whole = client.get(reverse("figures") + period)
    drill_down = period.replace("&", "&amp;") + "&amp;directorate=oriente"
    assert drill_down in whole.content.decode()
    context = client.get(reverse("figures") + period + "&directorate=oriente").context
    assert [(row.name, row.total) for row in context["directorates"]] == [("Oriente", 2)]
    assert [(row.name, row.total) for row in context["departments"]] == [
        ("Arauca", 1),
        ("Norte de Santander", 1),
    ]
    assert [
        (row.name, row.total) for row in by_place(people_of_offices({cast.cucuta.pk})).departments
    ] == [
        ("Arauca", 2),
        ("Norte de Santander", 1),
    ]


def test_f11_a_relative_who_served_is_a_former_member_man_or_woman(cast):
    given = reference()
    sent = grid(
        team=cast.norte.pk,
        **{
            "member-0-force": given["force"].code,
            "member-0-rank": given["rank"].code,
            "member-0-document_type": "military_id",
            "member-0-document": "M-4471",
        },
    )
    log_in(cast.ana).post(reverse("arrival-log"), sent)
    wife = Individual.objects.get(sex=Sex.FEMALE)
    assert wife.category == Category.FORMER_MEMBER
    service = ServiceRecord.objects.get(individual=wife)
    assert (service.force, service.rank, service.rank_band) == (
        given["force"],
        given["rank"].code,
        given["rank"].band,
    )
    assert wife.memberships.get().relation_to_principal == Relation.SPOUSE
    assert [(paper.type, paper.number) for paper in wife.identity_documents.all()] == [
        ("military_id", "M-4471")
    ]


def test_f14_wife_and_daughter_of_one_year_crossed_with_him_in_one_event(cast):
    case = an_arrival(
        cast,
        people=[
            soldier(),
            a_row("Marleny", sex=Sex.FEMALE, born=1994, relation=Relation.SPOUSE),
            a_row(
                "Nazareth",
                sex=Sex.FEMALE,
                birth=Birth(BirthPrecision.AGE, None, 2018),
                relation=Relation.DAUGHTER,
            ),
        ],
    )
    people = people_of(case)
    on = D(2019, 2, 23)
    assert Arrival.objects.count() == 1
    assert {person.arrival for person in people} == {case.arrivals.get()}
    assert [
        (category_in_words(person, on), unhcr_band(person.age_on(on))) for person in people
    ] == [
        (Population.FORMER_MEMBER.label, "18_59"),
        (Population.ADULT_RELATIVE.label, "18_59"),
        (Population.CHILD.label, "0_4"),
    ]


def test_f17_he_surrendered_to_police_at_the_bridge_and_the_bridge_is_reported(cast, places):
    police = authority("Policía Nacional")
    bridge = CrossingPoint.objects.get(code="simon-bolivar")
    case = an_arrival(cast, people=[soldier()], crossing=bridge, received_by=police)
    an_arrival(cast, people=[soldier(), a_row("Marleny")])
    person = people_of(case)[0]
    record_disarmament(
        person,
        arms_carried=YesNo.YES,
        arms_surrendered=YesNo.YES,
        received_by=police,
        on=D(2019, 2, 23),
        by=cast.ana,
    )
    outcome = Disarmament.objects.get(individual=person)
    assert (outcome.arms_surrendered, outcome.received_by, outcome.arrival.crossing) == (
        YesNo.YES,
        police,
        bridge,
    )
    rows = by_place(people_of_offices({cast.cucuta.pk})).crossings
    assert [(row.name, row.former_members, row.relatives) for row in rows] == [
        (bridge.name, 1, 0),
        ("", 1, 1),
    ]
    report = february(cast).partition('<section aria-labelledby="by-crossing">')[2]
    assert cells(report.partition("</section>")[0]) == [
        [bridge.name, "1", "0", "1"],
        ["sin registrar", "1", "1", "2"],
    ]


def test_f18_the_river_without_a_stamp_is_accepted_by_the_grid(cast):
    reference()
    sent = grid(team=cast.norte.pk, entry_mode="river", is_stamped="false")
    log_in(cast.ana).post(reverse("arrival-log"), sent)
    arrival = Arrival.objects.get()
    assert (arrival.entry_mode, arrival.is_stamped) == (EntryMode.RIVER, False)


def test_f19_they_drove_out_and_the_vehicle_was_handed_over(cast):
    case = an_arrival(
        cast,
        people=[soldier()],
        entry_mode=EntryMode.VEHICLE,
        circumstances="Salieron con un pretexto en un vehículo blindado.",
    )
    record_disarmament(people_of(case)[0], vehicle_surrendered=YesNo.YES, by=cast.ana)
    arrival = case.arrivals.get()
    assert (arrival.entry_mode, arrival.circumstances) == (
        EntryMode.VEHICLE,
        "Salieron con un pretexto en un vehículo blindado.",
    )
    page = log_in(cast.ana).get(reverse("case-part", args=[case.number, "people"]))
    facts = re.sub(r"<[^>]+>|\s+", " ", page.content.decode())
    assert re.search(r"Entregó un vehículo\s+Sí", facts)


def test_f20_the_timeline_begins_with_the_authority_that_met_them_and_the_time(cast):
    zone = zoneinfo.ZoneInfo(cast.cucuta.time_zone)
    case = an_arrival(
        cast,
        people=[soldier()],
        first_contact_by=authority("Migración Colombia"),
        first_contact_at=datetime.datetime(2019, 2, 23, 14, 10, tzinfo=zone),
        entry_mode=EntryMode.BRIDGE,
        crossing=reference()["crossing"],
    )
    page = log_in(cast.ana).get(
        reverse("case-timeline", args=[case.number]), HTTP_ACCEPT_LANGUAGE="en"
    )
    days = list(page_of(page).root.where("class", "timeline"))
    entries = [line.text for line in days[-1].all("li")]
    assert "Puente Internacional Simón Bolívar" in entries[-1]
    assert [line for line in entries if "14:10" in line and "Migración Colombia" in line], entries


def test_mononyms_ages_alias_and_anonymity_go_in_with_the_grid(cast):
    reference()
    sent = grid(
        team=cast.norte.pk,
        **{
            "head-family_names": "",
            "head-birth": "~1990",
            "head-alias": "Luna",
            "head-is_anonymous": "on",
            "member-TOTAL_FORMS": "3",
            "member-2-alias": "Caimán",
            "member-2-is_anonymous": "on",
        },
    )
    log_in(cast.ana).post(reverse("arrival-log"), sent)
    head, _wife, hidden = Individual.objects.order_by("number")
    assert (head.full_name, head.display_name, head.birth_precision, head.birth_year) == (
        "Yorman",
        "Luna",
        BirthPrecision.AGE,
        1990,
    )
    assert (hidden.full_name, hidden.display_name) == ("", "Caimán")


def test_the_answer_says_how_many_people_are_on_file_for_an_empty_row_is_nobody(cast):
    reference()
    sent = grid(team=cast.norte.pk, **{"member-TOTAL_FORMS": "4"})
    answer = log_in(cast.ana).post(reverse("arrival-log"), sent, follow=True)
    people = Individual.objects.count()
    number = Arrival.objects.get().case.number
    assert page_of(answer).says(f"{number} quedó registrado, con {people} personas.")


def test_where_and_how_people_came_is_taken_over_from_the_last_arrival_only_where_somebody_asks(
    cast,
):
    crossing = reference()["crossing"]
    an_arrival(cast, on=cast.ana.today(), crossing=crossing, entry_mode=EntryMode.RIVER)
    client, address = log_in(cast.ana), reverse("arrival-log")
    fresh = page_of(client.get(address))
    assert (fresh.fields["entry_mode"], fresh.fields["crossing"]) == ("unknown", "")
    asked = {"head-given_names": "Yolimar", "like_last": "1"}
    same = page_of(client.post(address, grid(team=cast.norte.pk, **asked)))
    assert (same.fields["entry_mode"], same.fields["crossing"]) == ("river", str(crossing.pk))
    assert same.fields["head-given_names"] == "Yolimar"
    assert Arrival.objects.count() == 1


def test_a_crossing_that_is_offered_no_more_is_not_taken_over(cast):
    crossing = reference()["crossing"]
    an_arrival(cast, crossing=crossing, entry_mode=EntryMode.RIVER)
    type(crossing).objects.filter(pk=crossing.pk).update(ended_on=cast.ana.today())
    fresh = page_of(log_in(cast.ana).get(reverse("arrival-log")))
    assert not fresh.says("Igual que mi última llegada")


def test_people_are_asked_for_before_how_they_came(cast):
    text = log_in(cast.ana).get(reverse("arrival-log")).content.decode()
    names, place, save = (
        text.index(each) for each in ("head-given_names", 'name="crossing"', "data-save")
    )
    assert names < place < save
