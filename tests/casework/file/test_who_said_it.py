"""A line of the timeline names its author, and is on the day of the fact."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from aid.models import Commitment
from asylum.rule_tasks.actions import add_task_once
from asylum.rule_tasks.choices import RuleTask
from casework.cases.actions import refer_to_legal
from casework.home.actions import record_relative
from casework.register.choices import Relation
from pages.dates import short_date
from tests.asylum.build import a_permit
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import NOT_ASKED
from tests.shelters.build import a_site, a_stay, beds_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def case(cast):
    return an_arrival(cast, on=cast.ana.today() - 5 * DAY)


@pytest.fixture
def person(case):
    return people_of(case)[0]


def lines(case, user):
    page = page_of(as_(user).get(reverse("case-timeline", args=[case.number])))
    return page


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("press", "Según la prensa, sobre {}: Amenazas"),
        ("partner", "Una organización aliada contó un incidente sobre {}: Amenazas"),
        ("relative", "Un familiar contó un incidente sobre {}: Amenazas"),
        ("client", "{} contó un incidente: Amenazas"),
    ],
)
def test_an_incident_is_told_by_its_source(cast, case, person, source, said):
    sent = {
        "individual": person.pk,
        "relative": "self",
        "type": "threatened",
        "precision": "unknown",
        "actor": "unknown",
        "paper_signed": "unknown",
        "source": source,
        "certainty": "unchecked",
    }
    client, address = as_(cast.ana), reverse("incident-record", args=[case.number])
    assert client.post(address, sent).status_code == 302
    page = lines(case, cast.ana)
    assert page.says(said.format(person.display_name))
    assert page.says("contó un incidente") == (source != "press")


@pytest.mark.parametrize(
    ("happened_to", "said"),
    [
        ("self", "{} contó un incidente: Amenazas (a la propia persona), {}"),
        ("relative", "{} contó un incidente: Amenazas (a un familiar), {}"),
        ("nobody on file", "{} contó un incidente: Amenazas (a un familiar), {}"),
    ],
)
def test_an_incident_says_to_whom_it_happened_and_when(cast, case, person, happened_to, said):
    mother = record_relative(person, relation=Relation.MOTHER, name="Carmen", by=cast.ana)
    day = cast.ana.today() - DAY
    sent = {
        "individual": person.pk,
        "relative": {"self": "self", "relative": mother.pk}.get(happened_to, "other"),
        "type": "threatened",
        "happened_on": day.strftime("%d/%m/%Y"),
        "actor": "unknown",
        "paper_signed": "unknown",
        "source": "client",
        "certainty": "unchecked",
    }
    client, address = as_(cast.ana), reverse("incident-record", args=[case.number])
    assert client.post(address, sent).status_code == 302
    assert lines(case, cast.ana).says(said.format(person.display_name, short_date(day)))


def test_nobody_is_said_to_have_told_of_a_detention(cast, case, person):
    mother = record_relative(person, relation=Relation.MOTHER, name="Carmen", by=cast.ana)
    told = {"since": cast.ana.today() - DAY, "authority": "military"}
    as_(cast.ana).post(reverse("detention-record", args=[mother.pk]), told)
    name = cast.ana.full_name
    assert lines(case, cast.ana).says(
        f"{name} registró que un familiar de {person.display_name} está detenido"
    )


def promised(cast, case, until):
    told = {"kind": "meals", "starts_on": cast.ana.today(), "until": until, "source": "Caritas"}
    as_(cast.ana).post(reverse("aid-commit", args=["case", case.pk]), told)
    return Commitment.objects.get()


@pytest.mark.parametrize("days", [0, 2])
def test_aid_that_was_promised_and_ended_leaves_both_lines(cast, case, days):
    today = cast.ana.today()
    row = promised(cast, case, today + 9 * DAY)
    assert lines(case, cast.ana).says("anotó una ayuda prometida")
    end = reverse("commitment-end", args=[row.pk])
    assert as_(cast.ana).post(end, {"until": today + days * DAY}).status_code == 302
    page = lines(case, cast.ana)
    assert page.says("anotó una ayuda prometida")
    verb = "terminó una ayuda" if days else "retiró una ayuda"
    assert page.says(f"{cast.ana.full_name} {verb} a la familia: Comidas")


def test_a_stay_that_was_recorded_late_stands_under_its_own_days(cast, case, person):
    today, site = cast.carla.today(), a_site(cast.cucuta, run_by=cast.carla)
    bed = beds_of(site)[0]
    stay = a_stay(person, site, bed, by=cast.carla, starts_on=today - 3 * DAY)
    client = as_(cast.carla)
    client.post(reverse("placement-check-in", args=[stay.pk]), {"stays": [stay.pk]})
    leaves = {"on": today - DAY, "stays": [stay.pk], **NOT_ASKED}
    client.post(reverse("placement-check-out", args=[stay.pk]), leaves)
    stay.refresh_from_db()
    assert stay.ends_on == today - DAY
    text = lines(case, cast.ana).text
    came, went = text.index(f"entró a {site.name}"), text.index(f"salió de {site.name}")
    # The newest line is first, and both come after the lines of today.
    assert text.index("dio cupo a") < went < came
    assert f"registró {cast.carla.full_name}" in text


def test_a_stay_that_was_none_leaves_a_line(cast, case, person):
    site = a_site(cast.cucuta, run_by=cast.carla)
    stay = a_stay(
        person,
        site,
        beds_of(site)[0],
        by=cast.carla,
        starts_on=cast.carla.today() - 3 * DAY,
        checked_in_at=timezone.now() - 3 * DAY,
    )
    sent = {"stays": [str(stay.pk)], "cancel_reason": "mistake", "reason": "Otra familia"}
    as_(cast.carla).post(reverse("placement-annul", args=[stay.pk]), sent)
    stay.refresh_from_db()
    assert stay.cancelled_at
    page = lines(case, cast.ana)
    assert page.says("se había registrado por error")


def test_what_a_rule_set_is_said_of_the_rule(cast, case, person):
    add_task_once(person, RuleTask.SCAN_FOLLOWS, "Scan %(number)s", by=cast.ana)
    page = lines(case, cast.ana)
    assert page.says("Una regla del programa creó una tarea")
    assert not page.says(f"{cast.ana.full_name} creó una tarea")


def test_a_cancelled_permit_says_who_recorded_it(cast, case, person):
    refer_to_legal(case, by=cast.ana)
    permit = a_permit(cast, person, issued_on=cast.ana.today() - 4 * DAY)
    told = {"on": cast.lucia.today() - 2 * DAY}
    as_(cast.lucia).post(reverse("permit-cancel", args=[permit.pk]), told)
    text = lines(case, cast.lucia).text
    line = text[text.index("Se canceló el permiso de") :]
    assert f"registró {cast.lucia.full_name}" in line[:150]
