"""Relatives at home, incidents and detentions: rules, sight, pages."""

import datetime
import re

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from casework.cases.actions import refer_to_legal, restrict_case
from casework.home.actions import (
    correct_incident,
    correct_relative,
    record_detention,
    record_incident,
    record_relative,
    review_detention,
)
from casework.home.choices import Actor, DetentionEnd, IncidentType, RelativeEnd, Risk
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.home.slots import detention_reviews
from casework.register.actions import EditConflict
from casework.register.choices import Relation
from pages.dates import RoughDay, short_date
from reference.models import State
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from worklist.notices.pages import page_about

D = datetime.date
MARCH = D(2019, 3, 4)


@pytest.fixture
def case(cast):
    return an_arrival(cast)


@pytest.fixture
def person(case):
    return people_of(case)[0]


@pytest.fixture
def mother(cast, person) -> RelativeAbroad:
    return record_relative(person, relation=Relation.MOTHER, name="Carmen Alicia", by=cast.ana)


def home_page(user: User, case) -> str:
    answer = as_(user).get(reverse("case-part", args=[case.number, "home"]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_states_of_the_country_of_origin_are_loaded_with_the_reference_tables(db):
    call_command("load_reference", verbosity=0)
    call_command("load_reference", verbosity=0)
    assert State.objects.filter(country="VE").count() == 25
    assert State.objects.get(code="VE-S").name == "Táchira"


def test_a_relative_at_home_has_no_field_for_an_address():
    names = {field.name for field in RelativeAbroad._meta.get_fields()}
    assert not {name for name in names if "address" in name or "street" in name or "city" in name}
    assert names >= {"country", "state"}


def test_a_state_of_another_country_is_refused(cast, person):
    state = State.objects.create(code="VE-S", name="Táchira", country="VE")
    with refused("This state lies in another country", field="state"):
        record_relative(person, country="CO", state=state, by=cast.ana)


def test_who_is_not_of_the_team_or_may_only_read_records_nothing(cast, case, person, mother):
    refer_to_legal(case, by=cast.ana)
    for user in (cast.bruno, cast.lucia, cast.carla):
        with pytest.raises(NotAllowed):
            record_relative(person, by=user)
        with pytest.raises(NotAllowed):
            record_incident(
                person, type=IncidentType.BEATEN, source="client", happened_on=MARCH, by=user
            )
        with pytest.raises(NotAllowed):
            record_detention(mother, since=MARCH, by=user)
    assert RelativeAbroad.objects.count() == 1
    assert "Carmen Alicia" in home_page(cast.lucia, case)


def test_a_relative_of_somebody_else_is_refused(cast, case, person):
    other = record_relative(people_of(case)[1], by=cast.ana)
    with refused("This is a relative of somebody else", field="relative"):
        record_incident(
            person,
            relative=other,
            type=IncidentType.BEATEN,
            source="client",
            happened_on=MARCH,
            by=cast.ana,
        )


def test_a_day_ahead_is_refused(cast, person, mother):
    ahead = cast.ana.today() + datetime.timedelta(days=1)
    with refused("This day lies in the future", field="happened_on"):
        record_incident(
            person, type=IncidentType.BEATEN, source="client", happened_on=ahead, by=cast.ana
        )
    with refused("This day lies in the future", field="since"):
        record_detention(mother, since=ahead, by=cast.ana)


def test_only_with_consent_an_incident_belongs_to_the_case(cast, case, person, mother):
    incident = record_incident(
        person,
        relative=mother,
        type=IncidentType.BEATEN,
        source="client",
        happened_on=MARCH,
        by=cast.ana,
    )
    assert (incident.case, list(HomeIncident.objects.agreed_for_public())) == (None, [])
    told = {"type": IncidentType.BEATEN, "happened_on": MARCH, "relative": mother}
    agreed = correct_incident(incident, **told, consent_given_on=D(2019, 3, 9), by=cast.ana)
    assert agreed.case == case
    assert list(HomeIncident.objects.agreed_for_public()) == [agreed]
    taken_back = correct_incident(agreed, **told, by=cast.ana)
    assert (taken_back.case, taken_back.consent_given_on) == (None, None)


def test_what_was_recorded_by_mistake_is_kept_and_counts_no_more(cast, case, person, mother):
    incident = record_incident(
        person,
        relative=mother,
        type=IncidentType.BEATEN,
        source="client",
        happened_on=MARCH,
        by=cast.ana,
    )
    assert "Golpes" in home_page(cast.ana, case)
    correct_incident(
        incident,
        relative=mother,
        type=IncidentType.BEATEN,
        happened_on=MARCH,
        is_mistake=True,
        by=cast.ana,
    )
    assert HomeIncident.objects.count() == 1
    assert "<del>Golpes</del>" in home_page(cast.ana, case)


def test_the_second_of_two_who_correct_one_relative_is_told(cast, mother):
    correct_relative(mother, risk=Risk.HIGH, version=1, by=cast.sonia)
    with pytest.raises(EditConflict, match="Sonia"):
        correct_relative(mother, risk=Risk.LOW, version=1, by=cast.ana)


def test_a_relative_who_came_out_leaves_the_list_but_not_the_file(cast, case, mother):
    correct_relative(mother, ended_on=MARCH, ended_as=RelativeEnd.JOINED, version=1, by=cast.ana)
    page = home_page(cast.ana, case)
    assert "Salió y se reunió con la familia" in page
    assert list(RelativeAbroad.objects.at_home()) == []


def test_an_end_needs_both_day_and_reason(cast, mother):
    with refused("Give both the day and the reason, or neither", field="ended_as"):
        correct_relative(mother, ended_on=MARCH, by=cast.ana)
    with refused("Give both the day and the reason, or neither", field="ended_on"):
        correct_relative(mother, ended_as=RelativeEnd.DIED, by=cast.ana)


def test_nobody_is_detained_twice_at_once_nor_released_before(cast, mother):
    detention = record_detention(mother, since=MARCH, authority=Actor.POLICE, by=cast.ana)
    with refused("This relative is on file as detained already"):
        record_detention(mother, since=MARCH, by=cast.ana)
    with refused("The end is before the beginning"):
        review_detention(
            detention,
            since=MARCH,
            ended_on=D(2019, 3, 1),
            ended_as=DetentionEnd.RELEASED,
            by=cast.ana,
        )
    with refused("end the detention first", field="ended_on"):
        correct_relative(mother, ended_on=MARCH, ended_as=RelativeEnd.SAFE, by=cast.ana)


def test_the_day_to_ask_again_falls_due_without_a_name(cast, case, mother):
    day = cast.ana.today() + datetime.timedelta(days=5)
    detention = record_detention(mother, since=MARCH, review_on=day, by=cast.ana)
    rows = list(detention_reviews.rows(cast.ana.today()))
    assert [(row[0], row[1], row[4]) for row in rows] == [("detention_review", day, case.pk)]
    sentence, _person = detention_reviews.sentence([detention.pk])[detention.pk]
    assert "A-2019-000001-01" in sentence
    assert "Carmen" not in sentence
    review_detention(
        detention,
        since=MARCH,
        review_on=day,
        ended_on=D(2019, 4, 1),
        ended_as=DetentionEnd.RELEASED,
        by=cast.ana,
    )
    assert list(detention_reviews.rows(cast.ana.today())) == []
    assert page_about("casework.detention", str(detention.pk), "", cast.ana)


def test_the_page_at_home_is_for_who_may_read_about_home(cast, case, mother):
    assert "Carmen Alicia" in home_page(cast.ana, case)
    assert "Carmen Alicia" in home_page(cast.sonia, case)
    for user in (cast.bruno, cast.carla, cast.adela, cast.mara):
        assert as_(user).get(reverse("case-part", args=[case.number, "home"])).status_code == 404
    look = AuditEvent.objects.filter(verb="case.read", actor=cast.ana).first()
    assert "relatives" in look.details["panels"]


def test_addresses_of_another_team_are_absent(cast, case, person, mother):
    incident = record_incident(
        person,
        relative=mother,
        type=IncidentType.BEATEN,
        source="client",
        happened_on=MARCH,
        by=cast.ana,
    )
    detention = record_detention(mother, since=MARCH, by=cast.ana)
    addresses = [
        reverse("relative-record", args=[case.number]),
        reverse("incident-record", args=[case.number]),
        reverse("relative-correct", args=[mother.pk]),
        reverse("detention-record", args=[mother.pk]),
        reverse("incident-correct", args=[incident.pk]),
        reverse("detention-review", args=[detention.pk]),
    ]
    for address in addresses:
        assert as_(cast.ana).get(address).status_code == 200, address
        assert as_(cast.bruno).get(address).status_code == 404, address
    restrict_case(case, people=[], by=cast.sonia)
    for address in addresses:
        assert as_(cast.ana).get(address).status_code == 404, address
    assert "Carmen" not in as_(cast.ana).get(reverse("detention-list")).content.decode()


def test_a_relative_an_incident_and_a_detention_are_recorded_on_their_pages(cast, case, person):
    client = as_(cast.ana)
    sent = {"individual": person.pk, "relation": "MOT", "country": "ve", "risk": "high"}
    answer = client.post(reverse("relative-record", args=[case.number]), sent)
    assert answer["Location"] == reverse("case-part", args=[case.number, "home"])
    mother = RelativeAbroad.objects.get()
    assert (mother.name, mother.country, mother.risk) == ("", "VE", Risk.HIGH)
    timeline = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert timeline.says(f"Ana registró a un familiar de {person.display_name} en el país")
    address = reverse("incident-record", args=[case.number])
    guessed = client.get(f"{address}?relative={mother.pk}").content.decode()
    assert re.search(rf'value="{mother.pk}"[^>]*checked', guessed)
    sent = {
        "individual": person.pk,
        "relative": mother.pk,
        "type": "questioned",
        "happened_on": "marzo de 2019",
        "actor": "military",
        "paper_signed": "yes",
        "source": "relative",
        "certainty": "plausible",
        "account": "La tuvieron toda la noche.",
    }
    assert client.post(address, sent).status_code == 302
    incident = HomeIncident.objects.get()
    assert (incident.happened_on, incident.account) == (
        RoughDay(2019, 3),
        "La tuvieron toda la noche.",
    )
    sent = {"since": "13/3/2019", "authority": "military"}
    assert client.post(reverse("detention-record", args=[mother.pk]), sent).status_code == 302
    assert Detention.objects.get().since == D(2019, 3, 13)
    assert (
        "1 familiar en detención"
        in client.get(reverse("case-detail", args=[case.number])).content.decode()
    )
    assert (
        "familiar en detención"
        not in as_(cast.carla).get(reverse("case-card", args=[case.number])).content.decode()
    )


@pytest.mark.parametrize(
    ("typed", "stored", "words", "again"),
    [
        ("03/2019", RoughDay(2019, 3), "mar 2019", "03/2019"),
        ("marzo de 2019", RoughDay(2019, 3), "mar 2019", "03/2019"),
        ("2019-03", RoughDay(2019, 3), "mar 2019", "03/2019"),
        ("2018", RoughDay(2018), "2018", "2018"),
        ("12/3/2019", D(2019, 3, 12), "12 mar 2019", "12/03/2019"),
        ("", None, "desde un día que no se sabe", ""),
    ],
)
def test_a_month_or_a_year_is_enough_and_is_shown_so_again(
    cast, mother, typed, stored, words, again
):
    client = as_(cast.ana)
    sent = {"since": typed, "authority": "military"}
    client.post(reverse("detention-record", args=[mother.pk]), sent)
    row = Detention.objects.get()
    assert row.since == stored
    assert words in home_page(cast.ana, mother.individual.memberships.get().case)
    address = reverse("detention-review", args=[row.pk])
    form = client.get(address).context["form"]
    assert (f'value="{again}"' in str(form["since"])) == bool(again)
    sent = {"since": again, "authority": "unknown", "version": row.version}
    assert client.post(address, sent).status_code == 302
    row.refresh_from_db()
    assert row.since == stored
    sent |= {"since": "2019", "ended_on": "2/2018", "ended_as": "released", "version": row.version}
    assert client.post(address, sent).context["form"].errors["ended_on"]
    assert client.post(address, sent | {"ended_on": "2/2019"}).status_code == 302
    row.refresh_from_db()
    assert (row.since, row.ended_on) == (RoughDay(2019), RoughDay(2019, 2))


def test_the_list_of_detentions_filters_and_asks_as_often_for_four_as_for_one(
    cast, django_assert_max_num_queries
):
    def detained(number: int) -> Detention:
        person = people_of(an_arrival(cast))[0]
        relative = record_relative(person, name=f"Pariente {number}", by=cast.ana)
        return record_detention(relative, since=MARCH, authority=Actor.POLICE, by=cast.ana)

    client = as_(cast.ana)
    first = detained(0)
    address = reverse("detention-list")
    client.get(address)
    with django_assert_max_num_queries(14) as one:
        client.get(address)
    for number in range(1, 4):
        detained(number)
    with django_assert_max_num_queries(14) as four:
        client.get(address)
    assert len(one) == len(four)
    review_detention(
        first, since=MARCH, ended_on=D(2019, 5, 1), ended_as=DetentionEnd.RELEASED, by=cast.ana
    )
    shown = {
        query: client.get(address + query).context["total"]
        for query in ("", "?page=2", "?is_open=no", "?is_open=", "?authority=military")
    }
    assert shown == {
        "": 3,
        "?page=2": 3,
        "?is_open=no": 1,
        "?is_open=": 4,
        "?authority=military": 0,
    }


def test_the_page_at_home_asks_as_often_for_four_relatives_as_for_one(
    cast, case, person, django_assert_max_num_queries
):
    def one_more() -> None:
        relative = record_relative(person, name="Pariente", note="Nota", by=cast.ana)
        record_incident(
            person,
            relative=relative,
            type=IncidentType.BEATEN,
            source="client",
            happened_on=MARCH,
            by=cast.ana,
        )

    one_more()
    home_page(cast.ana, case)
    client = as_(cast.ana)
    address = reverse("case-part", args=[case.number, "home"])
    client.get(address)
    with django_assert_max_num_queries(20) as one:
        client.get(address)
    for _more in range(3):
        one_more()
    with django_assert_max_num_queries(20) as four:
        client.get(address)
    assert len(one) == len(four)


def test_what_happened_to_the_person_here_or_at_home_is_recorded_as_theirs(cast, case, person):
    client, address = as_(cast.ana), reverse("incident-record", args=[case.number])
    sent = {
        "individual": person.pk,
        "type": "threatened",
        "precision": "unknown",
        "actor": "colectivos",
        "paper_signed": "unknown",
        "source": "client",
        "certainty": "unchecked",
    }
    # Nobody is chosen beforehand: a relative is not what somebody leaves standing.
    assert list(client.post(address, sent).context["form"].errors) == ["relative"]
    assert client.post(address, sent | {"relative": "self", "is_here": "on"}).status_code == 302
    incident = HomeIncident.objects.get()
    assert (incident.is_own, incident.is_here, incident.relative) == (True, True, None)
    page = page_of(client.get(reverse("case-part", args=[case.number, "home"])))
    assert page.says(f"– {person.display_name}")
    assert page.says("de este lado de la frontera")
    assert not page.says("que no está registrado")
    assert HomeIncident.objects.standing().of_relatives().count() == 0
    correct = reverse("incident-correct", args=[incident.pk])
    form = client.get(correct).context["form"]
    assert form["relative"].value() == "self"
    state = State.objects.create(code="VE-S", name="Táchira", country="VE")
    changed = sent | {"relative": "other", "is_here": "on", "state": state.pk}
    changed["version"] = form["version"].value()
    assert list(client.post(correct, changed).context["form"].errors) == ["is_here"]
    assert client.post(correct, changed | {"is_here": ""}).status_code == 302
    incident.refresh_from_db()
    assert (incident.is_own, incident.is_here, incident.state) == (False, False, state)
    assert HomeIncident.objects.standing().of_relatives().count() == 1


def test_what_was_recorded_by_mistake_needs_no_day_of_an_end(cast, mother, case):
    detention = record_detention(mother, since=MARCH, by=cast.ana)
    client = as_(cast.ana)
    sent = {"since": "4/3/2019", "authority": "military", "ended_as": "mistake"}
    assert client.post(reverse("detention-review", args=[detention.pk]), sent).status_code == 302
    page = page_of(client.get(reverse("case-part", args=[case.number, "home"])))
    assert page.says("Quedó registrado que la detención se registró por error.")
    assert page.says("en detención desde el 4 mar 2019 , Registrado por error")
    told = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert told.says("se registró por error", "Ana dijo que la detención de un familiar de")
    assert not page.says(f"– {short_date(cast.ana.today())}")
    address = reverse("relative-correct", args=[mother.pk])
    typed = page_of(client.get(address)).fields | {"ended_as": "mistake"}
    assert client.post(address, typed).status_code == 302
    mother.refresh_from_db()
    assert (mother.ended_as, mother.ended_on) == (RelativeEnd.MISTAKE, cast.ana.today())


def test_in_a_family_nobody_is_chosen_in_advance_as_whose_relative_it_is(cast):
    family = an_arrival(cast, people=[a_row("Ramón"), a_row("Keila")])
    alone = an_arrival(cast, people=[a_row("Yusleidy")])
    for name in ("relative-record", "incident-record"):
        for case, first in ((family, ""), (alone, str(people_of(alone)[0].pk))):
            page = page_of(as_(cast.ana).get(reverse(name, args=[case.number])))
            assert page.fields["individual"] == first


@pytest.mark.parametrize(
    ("since", "said"),
    [
        (MARCH, "desde el 4 mar 2019"),
        (RoughDay(2019, 3), "desde mar 2019"),
        (RoughDay(2019), "desde 2019"),
        (None, "desde un día que no se sabe"),
    ],
)
def test_a_detention_says_since_when_as_exactly_as_it_is_known(cast, mother, case, since, said):
    record_detention(mother, since=since, by=cast.ana)
    assert said in page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "home"]))).text
