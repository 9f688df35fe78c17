"""Facts of February 2019 about families and what happened at home, as the software must hold them."""

import datetime
import re

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from casework.home.actions import (
    record_detention,
    record_incident,
    record_relative,
    review_detention,
)
from casework.home.choices import Actor, DetentionEnd, IncidentSource, IncidentType, Risk
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.register.choices import Relation, YesNo
from casework.register.models.individual import Individual
from pages.dates import short_date
from reference.models import State
from reporting.figures.incidents import months_before
from shelters.actions.placements import place
from shelters.models import Placement
from tests.build import a_family, an_arrival, an_individual, people_of
from tests.shelters.build import a_site, beds_of

D = datetime.date


def tachira() -> State:
    return State.objects.get_or_create(code="VE-S", defaults={"name": "Táchira", "country": "VE"})[
        0
    ]


def test_f15_wife_and_son_at_home_are_on_file_without_a_name_or_an_address(cast):
    person = an_individual(cast)
    people = Individual.objects.count()
    wife = record_relative(
        person, relation=Relation.SPOUSE, country="VE", state=tachira(), risk=Risk.HIGH, by=cast.ana
    )
    record_relative(person, relation=Relation.SON, country="VE", risk=Risk.HIGH, by=cast.ana)
    left_behind = record_relative(
        person,
        relation=Relation.COUSIN,
        country="VE",
        note="Quedó al otro lado del puente.",
        by=cast.ana,
    )
    assert [
        (each.relation, each.name, each.country, each.risk)
        for each in RelativeAbroad.objects.filter(individual=person).order_by("recorded_at")
    ] == [
        (Relation.SPOUSE, "", "VE", Risk.HIGH),
        (Relation.SON, "", "VE", Risk.HIGH),
        (Relation.COUSIN, "", "VE", Risk.UNKNOWN),
    ]
    assert wife.display_name == wife.get_relation_display()
    assert left_behind.note == "Quedó al otro lado del puente."
    assert Individual.objects.count() == people


def test_f16_the_ailing_parents_of_a_sole_breadwinner_are_dependants_at_home(cast):
    case = an_arrival(cast)
    person = people_of(case)[0]
    for relation in (Relation.MOTHER, Relation.FATHER):
        record_relative(person, relation=relation, is_dependant=True, is_ailing=True, by=cast.ana)
    record_relative(person, relation=Relation.BROTHER, by=cast.ana)
    dependants = RelativeAbroad.objects.dependants().filter(individual=person)
    assert [(each.relation, each.is_ailing) for each in dependants] == [
        (Relation.MOTHER, True),
        (Relation.FATHER, True),
    ]
    client = Client()
    client.force_login(cast.ana)
    page = client.get(reverse("case-part", args=[case.number, "home"])).content.decode()
    assert "2 familiares en el país de origen viven de lo que gana alguien de esta familia" in page
    assert "2 con enfermedad" in page


def test_f40_the_list_of_open_detentions_holds_a_detained_relative_until_the_release(cast):
    person = an_individual(cast)
    brother = record_relative(person, relation=Relation.BROTHER, by=cast.ana)
    record_incident(
        person,
        relative=brother,
        type=IncidentType.TORTURED,
        source="client",
        happened_on=D(2019, 3, 8),
        actor=Actor.INTELLIGENCE,
        by=cast.ana,
    )
    detention = record_detention(
        brother, since=D(2019, 3, 2), authority=Actor.INTELLIGENCE, by=cast.ana
    )
    client = Client()
    client.force_login(cast.ana)
    listed = [
        (each.relative_id, each.since, each.authority)
        for each in client.get(reverse("detention-list")).context["page_obj"]
    ]
    assert listed == [(brother.pk, D(2019, 3, 2), Actor.INTELLIGENCE)]
    review_detention(
        detention,
        since=D(2019, 3, 2),
        ended_on=D(2019, 6, 1),
        ended_as=DetentionEnd.RELEASED,
        by=cast.ana,
    )
    assert list(client.get(reverse("detention-list")).context["page_obj"]) == []
    assert list(Detention.objects.values_list("ended_as", flat=True)) == [DetentionEnd.RELEASED]


def test_f41_the_mother_who_was_beaten_is_a_victim_and_no_client(cast):
    person = an_individual(cast)
    people = Individual.objects.count()
    mother = record_relative(person, relation=Relation.MOTHER, by=cast.ana)
    incident = record_incident(
        person,
        relative=mother,
        type=IncidentType.BEATEN,
        source="client",
        happened_on=D(2019, 3, 5),
        account="Querían saber dónde está su hijo.",
        by=cast.ana,
    )
    assert incident.relative == mother
    assert not hasattr(mother, "number")
    assert Individual.objects.count() == people


def test_f42_a_brother_in_law_questioned_four_times_has_four_dated_incidents(cast):
    person = an_individual(cast)
    relative = record_relative(person, relation=Relation.IN_LAW, by=cast.ana)
    days = [D(2019, 3, 1), D(2019, 3, 9), D(2019, 4, 2), D(2019, 5, 20)]
    for day in days:
        record_incident(
            person,
            relative=relative,
            type=IncidentType.QUESTIONED,
            happened_on=day,
            actor=Actor.MILITARY,
            source=IncidentSource.RELATIVE,
            paper_signed=YesNo.YES if day == days[-1] else YesNo.NO,
            by=cast.ana,
        )
    told = HomeIncident.objects.filter(relative=relative).order_by("happened_on")
    assert [(each.happened_on, each.paper_signed) for each in told] == [
        (D(2019, 3, 1), YesNo.NO),
        (D(2019, 3, 9), YesNo.NO),
        (D(2019, 4, 2), YesNo.NO),
        (D(2019, 5, 20), YesNo.YES),
    ]
    page = at_home(cast.ana, person)
    steps = re.findall(r"<p class=\"who\">(.*?)</p>\s*<p>(.*?)</p>", page, re.DOTALL)
    assert [
        (when.split(" · ")[0].strip(), "tuvo que firmar un papel" in told) for when, told in steps
    ] == [(short_date(day), day == days[-1]) for day in reversed(days)]
    assert re.search(r'data-label="Incidentes">4</td>', page)


def at_home(user: User, person: Individual) -> str:
    """The page of what happened at home, in the person's file."""
    client = Client()
    client.force_login(user)
    address = reverse("case-part", args=[person.number[:13], "home"])
    return client.get(address).content.decode()


def test_f42_the_figures_of_incidents_count_each_of_the_four(cast):
    person = an_individual(cast)
    relative = record_relative(person, relation=Relation.IN_LAW, by=cast.ana)
    months = [months_back(1), months_back(1), months_back(2), months_back(3)]
    for month in months:
        record_incident(
            person,
            relative=relative,
            type=IncidentType.QUESTIONED,
            source="client",
            happened_on=month,
            actor=Actor.MILITARY,
            by=cast.ana,
        )
    client = Client()
    client.force_login(cast.ana)
    answer = client.get(reverse("incident-table"))
    column = IncidentType.values.index(IncidentType.QUESTIONED)
    counted = {
        line.month: line.counts[column] for line in answer.context["lines"] if line.counts[column]
    }
    assert counted == {months_back(1): 2, months_back(2): 1, months_back(3): 1, None: 4}
    total = re.split(r'<th scope="row">\s*Total\s*</th>', answer.content.decode())[-1]
    cells = re.findall(r'<td class="number"[^>]*>\s*(\d+)\s*</td>', total)
    assert (cells[column], cells[-1]) == ("4", "4")


def months_back(number: int) -> datetime.date:
    """The first day of a complete month, so many before this one."""
    return months_before(timezone.localdate(), number)[-1]


def test_f39_marked_houses_are_counted_by_month_and_small_numbers_stay_inside(cast):
    person = an_individual(cast)
    last_month, before = months_back(1), months_back(2)
    told = [(last_month, IncidentType.HOUSE_MARKED, 12), (before, IncidentType.HOUSE_MARKED, 11)]
    told += [(last_month, IncidentType.BEATEN, 3), (before, IncidentType.THREATENED, 14)]
    for month, type, number in told:
        for _incident in range(number):
            record_incident(
                person,
                type=type,
                source="client",
                happened_on=month,
                actor=Actor.COLECTIVOS,
                state=tachira(),
                consent_given_on=cast.ana.today(),
                by=cast.ana,
            )
    record_incident(
        person, type=IncidentType.HOUSE_MARKED, source="client", happened_on=last_month, by=cast.ana
    )

    def page(user, query="") -> dict[tuple[str, str], int | str]:
        client = Client()
        client.force_login(user)
        name = "incident-table-public" if user == cast.adela else "incident-table"
        context = client.get(reverse(name) + query).context
        return {
            (line.month.isoformat() if line.month else "total", type): count
            for line in context["lines"]
            for type, count in zip([*IncidentType.values, "total"], line.counts, strict=True)
            if count != 0
        }

    marked, beaten, threatened = (
        IncidentType.HOUSE_MARKED,
        IncidentType.BEATEN,
        IncidentType.THREATENED,
    )
    newer, older = last_month.isoformat(), before.isoformat()
    exact = {
        (newer, marked): 13,
        (newer, beaten): 3,
        (newer, "total"): 16,
        (older, marked): 11,
        (older, threatened): 14,
        (older, "total"): 25,
        ("total", marked): 24,
        ("total", beaten): 3,
        ("total", threatened): 14,
        ("total", "total"): 41,
    }
    assert page(cast.ana) == page(cast.sonia) == exact
    assert page(cast.bruno) == {}
    public = page(cast.adela)
    assert public == page(cast.sonia, "?as=public")
    shown = {key: count for key, count in public.items() if count not in {"<10", "s"}}
    assert {public[newer, beaten], public["total", beaten]} <= {"<10", "s"}
    assert min(shown.values()) >= 10
    assert all(count <= exact[key] for key, count in shown.items())


def test_f12_the_household_report_tells_relatives_from_former_members_and_the_mean_size(cast):
    rows = a_family()
    an_arrival(cast, people=rows)
    an_arrival(cast, people=rows[:2])
    an_arrival(cast, by=cast.bruno, people=rows[:1])
    client = Client()
    client.force_login(cast.sonia)
    figures = client.get(reverse("household-figures")).context["figures"]
    assert (figures.former_members, figures.relatives, figures.number) == (3, 4, 3)
    assert (figures.people, figures.mean_size, dict(figures.sizes)) == (7, 2.3, {4: 1, 2: 1, 1: 1})
    assert dict(figures.relations)[str(Relation.SPOUSE.label)] == 2
    client.force_login(cast.ana)
    figures = client.get(reverse("household-figures")).context["figures"]
    assert (figures.former_members, figures.relatives, figures.mean_size) == (2, 4, 3.0)
    earlier = client.get(reverse("household-figures"), {"on": "2019-02-22"}).context["figures"]
    assert (earlier.number, earlier.mean_size) == (0, None)


def test_f13_who_moves_one_of_a_housed_family_is_asked_about_all_and_all_move(cast):
    today = cast.carla.today()
    hotel = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel Puente")
    other = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel Terminal")
    family = people_of(an_arrival(cast))
    stays = [
        place(person, site=hotel, bed=bed, starts_on=today, by=cast.carla)
        for person, bed in zip(family, beds_of(hotel), strict=True)
    ]
    client = Client()
    client.force_login(cast.carla)
    address = reverse("placement-move", args=[stays[2].pk])
    asked = client.get(address).context["plan"]["people"].value()
    assert {str(person.pk) for person in family} == set(asked)
    run = ",".join(str(bed.pk) for bed in beds_of(other))
    sent = {"people": asked, "starts_on": today.isoformat(), "run": run}
    assert client.post(address, sent).status_code == 302
    tonight = Placement.objects.sleeping_on(today).filter(individual__in=family)
    assert {(stay.individual_id, stay.site) for stay in tonight} == {
        (person.pk, other) for person in family
    }
    assert len({stay.bed.room_id for stay in tonight}) == 1
