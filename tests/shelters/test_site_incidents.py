"""Incidents at a site: the person is asked first, a decision has a day of review, and nothing else follows."""

import datetime

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.rights.extract import extract_of
from shelters.incidents.actions import (
    correct_site_incident,
    decide_site_incident,
    record_site_incident,
)
from shelters.incidents.choices import OwnStatement, SiteDecision, SiteIncidentKind
from shelters.incidents.models import SiteIncident, SiteIncidentDecision
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site
from tests.shelters.door_builds import who_sleeps_here
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)
MOST_QUERIES = 16
TO_ASK = "Ask the person first"


def an_incident(cast, stay, *, by=None, **facts):
    said = {
        "on": cast.carla.today(),
        "kind": SiteIncidentKind.FIGHT,
        "account": "Discutió con el guarda.",
        "statement_state": OwnStatement.GIVEN,
        "statement": "El guarda me empujó primero.",
        **facts,
    }
    return record_site_incident(stay, by=by or cast.carla, **said)


def decided(cast, incident, *, by=None, **facts):
    said = {
        "decision": SiteDecision.WARNING,
        "because": "Es la segunda vez.",
        "review_on": cast.carla.today() + 14 * DAY,
        **facts,
    }
    return decide_site_incident(incident, by=by or cast.carla, **said)


def test_an_incident_holds_the_persons_own_statement_and_each_decision(cast, site, today):
    [stay] = who_sleeps_here(cast, site, "Luz")
    browser = as_(cast.carla)
    address = reverse("site-incident-record", args=[stay.pk])
    said = page_of(browser.get(address)).fields | {
        "kind": "fight",
        "account": "Discutió con el guarda.",
        "statement_state": "given",
        "statement": "El guarda me empujó primero.",
    }
    onward = browser.post(address, said).url
    incident = SiteIncident.objects.get()
    decide = reverse("site-incident-decide", args=[incident.pk])
    review = today + 14 * DAY
    said = page_of(browser.get(decide)).fields | {
        "decision": "warning",
        "because": "Es la segunda vez.",
        "review_on": f"{review:%d/%m/%Y}",
    }
    assert browser.post(decide, said).status_code == 302
    page = page_of(browser.get(onward))
    assert page.says("Discutió con el guarda.", "El guarda me empujó primero.", "Una advertencia")
    decided(cast, incident, decision=SiteDecision.NOTHING, because="Se aclaró.", review_on=None)
    assert page_of(browser.get(onward)).says("Una advertencia", "No sigue nada", "Se aclaró.")
    assert AuditEvent.objects.filter(verb="site_incident.decided").count() == 2


def test_nothing_is_decided_before_the_person_was_asked(cast, site):
    [stay] = who_sleeps_here(cast, site, "Luz")
    incident = an_incident(cast, stay, statement_state=OwnStatement.NOT_ASKED, statement="")
    with refused(TO_ASK):
        decided(cast, incident)
    page = page_of(as_(cast.carla).get(reverse("site-incident-correct", args=[incident.pk])))
    said = page.fields | {"statement_state": "declined"}
    as_(cast.carla).post(reverse("site-incident-correct", args=[incident.pk]), said)
    assert decided(cast, incident).decision == SiteDecision.WARNING


def test_the_form_presets_no_answer_about_the_statement(cast, site):
    [stay] = who_sleeps_here(cast, site, "Luz")
    address = reverse("site-incident-record", args=[stay.pk])
    page = page_of(as_(cast.carla).get(address))
    assert "statement_state" not in page.fields
    refused = as_(cast.carla).post(address, page.fields | {"kind": "fight", "account": "Algo."})
    assert page_of(refused).refusals
    assert not SiteIncident.objects.exists()


@pytest.mark.parametrize(
    ("state", "statement", "field"),
    [
        ("given", "", "statement"),
        ("declined", "Algo", "statement_state"),
        ("not_asked", "Algo", "statement_state"),
    ],
)
def test_a_statement_is_there_exactly_if_the_person_made_one(cast, site, state, statement, field):
    [stay] = who_sleeps_here(cast, site, "Luz")
    with refused(field=field):
        an_incident(cast, stay, statement_state=state, statement=statement)


@pytest.mark.parametrize("decision", ["warning", "agreement", "other_place"])
def test_what_weighs_on_somebody_has_a_day_of_review(cast, site, today, decision):
    [stay] = who_sleeps_here(cast, site, "Luz")
    incident = an_incident(cast, stay)
    for review_on in (None, today):
        with refused(field="review_on"):
            decided(cast, incident, decision=decision, review_on=review_on)
    assert decided(cast, incident, decision=decision).review_on


def to_review(user, today):
    rows = due(user, today=today, kinds=["site_incident_review"])
    return [(str(row.about_id), row.on) for row in rows]


def test_a_decision_falls_due_on_its_day_of_review_until_the_next_decision(cast, site, today):
    [elsewhere] = who_sleeps_here(cast, a_site(cast.cucuta), "Eider")
    decided(cast, an_incident(cast, elsewhere, by=cast.sonia), by=cast.sonia)
    incident = an_incident(cast, who_sleeps_here(cast, site, "Luz")[0])
    decided(cast, incident, review_on=today + 7 * DAY)
    line = [(str(incident.pk), today + 7 * DAY)]
    assert to_review(cast.carla, today) == line
    assert len(to_review(cast.sonia, today)) == 2
    assert not any(to_review(user, today) for user in (cast.ana, cast.lucia, cast.bruno))
    listed = page_of(as_(cast.carla).get(reverse("due-list")))
    assert listed.says(site.name, "revisar la decisión sobre un incidente")
    assert not listed.holds("Luz")
    with time_machine.travel(today + 8 * DAY):
        late = page_of(as_(cast.carla).get(reverse("site-incident-list"), {"state": "review"}))
        assert [row["Quién"].split()[0] for row in late.rows] == ["Luz"]
    decided(cast, incident, decision=SiteDecision.NOTHING, review_on=None)
    assert to_review(cast.carla, today) == []


def test_an_incident_recorded_by_mistake_asks_for_no_review(cast, site, today):
    incident = an_incident(cast, who_sleeps_here(cast, site, "Luz")[0])
    decided(cast, incident)
    correct_site_incident(incident, is_mistake=True, by=cast.carla)
    assert to_review(cast.carla, today) == []


def test_an_incident_touches_no_row_of_the_file_of_asylum_or_of_the_stay(cast, site):
    [stay] = who_sleeps_here(cast, site, "Luz")

    def everything():
        ours = {"SiteIncident", "SiteIncidentDecision", "AuditEvent"}
        models = [
            model
            for app in ("casework", "asylum", "shelters", "aid")
            for model in apps.get_app_config(app).get_models()
            if model.__name__ not in ours and model._meta.managed
        ]
        return {
            model._meta.label: sorted(map(str, model.objects.values_list())) for model in models
        }

    before = everything()
    decided(cast, an_incident(cast, stay), decision=SiteDecision.OTHER_PLACE)
    assert everything() == before
    # Nor does any table of asylum know of incidents.
    pointing = {
        field.related_model._meta.app_label
        for model in (SiteIncident, SiteIncidentDecision)
        for field in model._meta.related_objects
    }
    assert pointing == {"shelters"}


def test_only_who_runs_the_site_or_the_office_meets_an_incident(cast, site):
    [stay] = who_sleeps_here(cast, site, "Luz")
    incident = an_incident(cast, stay)
    decided(cast, incident)
    for model in (SiteIncident, SiteIncidentDecision):
        readers = {n for n, user in cast.users.items() if model.objects.visible_to(user).exists()}
        assert readers == {"carla", "sonia"}
    address = reverse("site-incident", args=[incident.pk])
    opened = {n for n, user in cast.users.items() if as_(user).get(address).status_code == 200}
    assert opened == {"carla", "sonia"}
    with pytest.raises(NotAllowed):
        an_incident(cast, stay, by=cast.ana)


def test_the_extract_gives_the_statement_and_the_decision_and_not_the_account(cast, site):
    [stay] = who_sleeps_here(cast, site, "Luz")
    decided(cast, an_incident(cast, stay))
    extract = extract_of(stay.individual, by=cast.sonia)
    values = [line.value for each in extract.sections for row in each.rows for line in row]
    assert {"El guarda me empujó primero.", "Es la segunda vez."} <= set(values)
    assert "Discutió con el guarda." not in values


def test_the_list_of_incidents_costs_the_same_for_one_and_for_four(cast, site):
    def queries():
        client = as_(cast.carla)
        client.get(reverse("site-incident-list"))
        with CaptureQueriesContext(connection) as found:
            client.get(reverse("site-incident-list"))
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    an_incident(cast, who_sleeps_here(cast, site, "Luz")[0])
    one = queries()
    for stay in who_sleeps_here(cast, site, "Eider", "Yorman", "Ana"):
        an_incident(cast, stay)
    many = queries()
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)
