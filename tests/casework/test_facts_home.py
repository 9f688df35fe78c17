"""Facts of February 2019 about families and what happened at home, as the software must hold them."""

import datetime

from django.test import Client
from django.urls import reverse

from casework.actions.home import (
    record_detention,
    record_incident,
    record_relative,
    review_detention,
)
from casework.choices.home import (
    Actor,
    Answer,
    DetentionEnd,
    IncidentType,
    Risk,
    Source,
)
from casework.choices.people import Relation
from casework.models import Detention, HomeIncident, Individual, RelativeAbroad, State
from tests.build import an_arrival, an_individual, people_of

D = datetime.date


def tachira() -> State:
    return State.objects.get_or_create(code="VE-S", defaults={"name": "Táchira", "country": "VE"})[
        0
    ]


def test_f15_wife_and_son_at_home_are_on_file_without_a_name_or_an_address(cast):
    person = an_individual(cast)
    people = Individual.objects.count()
    wife = record_relative(
        person, relation=Relation.SPOUSE, state=tachira(), risk=Risk.HIGH, by=cast.ana
    )
    record_relative(person, relation=Relation.SON, risk=Risk.HIGH, by=cast.ana)
    left_behind = record_relative(
        person, relation=Relation.COUSIN, note="Quedó al otro lado del puente.", by=cast.ana
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
        happened_on=D(2019, 3, 8),
        actor=Actor.INTELLIGENCE,
        by=cast.ana,
    )
    detention = record_detention(
        brother, since=D(2019, 3, 2), authority=Actor.INTELLIGENCE, by=cast.ana
    )
    assert detention.UNHCR_CODE == "LP-DO"
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
            source=Source.RELATIVE,
            paper_signed=Answer.YES if day == days[-1] else Answer.NO,
            by=cast.ana,
        )
    told = HomeIncident.objects.filter(relative=relative).order_by("happened_on")
    assert [(each.happened_on, each.paper_signed) for each in told] == [
        (D(2019, 3, 1), Answer.NO),
        (D(2019, 3, 9), Answer.NO),
        (D(2019, 4, 2), Answer.NO),
        (D(2019, 5, 20), Answer.YES),
    ]
