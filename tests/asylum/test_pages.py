"""Who sees which page of asylum, and what stands on it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import AuditEvent
from asylum.claims.slots import open_applications
from asylum.papers.choices import Wording
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus
from asylum.permits.actions import renew_permit
from asylum.procedure.models.application import AsylumApplication
from asylum.renunciation.slots import pending_renunciations
from casework.register.querysets.individual import case_of
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
    an_authority,
    verify,
)
from tests.build import a_case, people_of
from tests.cast import as_
from tests.page import page_of

S = ApplicationStatus
STATEMENT = "Recibió la orden de disparar"


@pytest.fixture
def files(cast, law):
    """One person with an application, a permit and a paper that awaits verification."""
    person = a_client(cast)
    return {
        "person": person,
        "application": an_application(cast, person, statement=STATEMENT),
        "permit": a_permit(cast, person, number="SC2-881-4410"),
        "paper": a_submitted_paper(cast, person, statement=STATEMENT),
    }


def page_for(client, user, url):
    client.force_login(user)
    return page_of(client.get(url))


# What makes a row of each list; who has signed nothing stands in the last one.
ROWS = {
    "application-list": an_application,
    "permit-list": a_permit,
    "renunciation-list": a_paper,
}


@pytest.mark.parametrize("name", [*ROWS, "renunciation-missing"])
def test_a_list_asks_as_much_of_the_database_for_four_rows_as_for_one(cast, law, client, name):
    def fill():
        person = a_client(cast)
        if name in ROWS:
            ROWS[name](cast, person)

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert client.get(reverse(name)).status_code == 200
        return len(seen)

    client.force_login(cast.lucia)
    fill()
    queries()
    at_one = queries()
    for _ in range(3):
        fill()
    assert queries() == at_one
    assert at_one <= 14


def test_legal_officers_see_only_cases_that_were_referred(cast, law, client, files):
    not_referred = people_of(a_case(cast, name="Deivi"))[0]
    page = page_for(client, cast.lucia, reverse("renunciation-missing"))
    assert not page.holds(not_referred.number)
    for name in ("application-lodge", "permit-record", "renunciation-record"):
        client.force_login(cast.lucia)
        assert client.get(reverse(name, args=[not_referred.pk])).status_code == 404
        assert client.get(reverse(name, args=[files["person"].pk])).status_code == 200


def test_a_referral_ends_and_with_it_the_sight(cast, law, client, files):
    files["application"].case.legal_referrals.update(ended_on=D(2019, 5, 15))
    for model in (AsylumApplication, Permit, Renunciation):
        assert not model.objects.visible_to(cast.lucia).exists()
        assert model.objects.visible_to(cast.ana).count() == 1


@pytest.mark.parametrize("reader", ["ana", "sonia"])
@pytest.mark.parametrize("row", ["application", "paper"])
def test_caseworkers_and_supervisors_read_state_and_date_but_no_statement(
    cast, law, client, files, reader, row
):
    page = page_for(client, getattr(cast, reader), files[row].get_absolute_url())
    assert not page.holds(STATEMENT)
    assert page_for(client, cast.lucia, files[row].get_absolute_url()).says(STATEMENT)


@pytest.mark.parametrize("reader", ["bruno", "carla", "adela", "aurelio", "mara"])
def test_others_find_nothing(cast, law, client, files, reader):
    client.force_login(getattr(cast, reader))
    for row in ("application", "permit", "paper"):
        assert client.get(files[row].get_absolute_url()).status_code == 404


def test_a_look_at_a_file_is_written_down_first(cast, law, client, files):
    page_for(client, cast.ana, files["permit"].get_absolute_url())
    event = AuditEvent.objects.filter(verb="permit.read").get()
    assert (event.actor, event.is_read, event.about_id) == (cast.ana, True, str(files["permit"].pk))


def test_whoever_recorded_is_offered_no_verification_and_a_colleague_is(cast, law, client, files):
    verify = reverse("renunciation-verify", args=[files["paper"].pk])
    assert not page_for(client, cast.lucia, files["paper"].get_absolute_url()).holds(verify)
    assert verify in page_for(client, cast.luis, files["paper"].get_absolute_url()).links
    client.force_login(cast.lucia)
    sent = {
        "on": "2019-05-16",
        "authority": an_authority().pk,
        "reference": "MRE-1",
        "are_consequences_explained": "yes",
        "is_copy_given": "yes",
    }
    assert client.post(verify, sent).status_code == 200
    client.force_login(cast.luis)
    unsaid = client.post(verify, {"on": "2019-05-16"})
    assert list(unsaid.context["form"].errors) == ["because"]
    assert client.post(verify, sent).status_code == 302
    files["paper"].refresh_from_db()
    assert files["paper"].verified_by == cast.luis


def test_a_claim_that_is_summoned_is_not_summoned_once_more_in_the_same_words(cast, law, client):
    claim = an_application(cast, status="summoned")
    client.force_login(cast.lucia)
    page = page_of(client.get(claim.get_absolute_url()))
    move = reverse("application-move", args=[claim.pk])
    words = {url.partition("?to=")[2]: said for url, said in page.links.items() if move in url}
    assert words["summoned"] == "Citada de nuevo"
    assert words["interviewed"] == "Entrevistada"
    asked = page_of(client.get(f"{move}?to=summoned"))
    assert asked.says("Citada de nuevo")
    sent = {"to": "summoned", "on": "16/5/2019", "interview_on": "10/6/2019"}
    assert client.post(move, sent).url == claim.get_absolute_url()
    claim.refresh_from_db()
    assert claim.interview_on == D(2019, 6, 10)
    admitted = an_application(cast, status="admitted")
    assert ("summoned", "Citada a entrevista") in admitted.moves_in_words


def test_a_paper_says_what_its_verification_lacks_until_it_is_verified(cast, law, client, files):
    address, lacks = files["paper"].get_absolute_url(), "Para la verificación no consta:"
    client.force_login(cast.lucia)
    page = page_of(client.get(address, HTTP_ACCEPT_LANGUAGE="es"))
    assert page.says(
        f"{lacks} la autoridad, el radicado de su acto, que se explicaron las consecuencias, "
        "que la persona recibió copia."
    )
    fresh = a_paper(cast, a_client(cast), are_consequences_explained="yes")
    page = page_of(client.get(fresh.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="es"))
    assert page.says(lacks)
    assert not page.says("que se explicaron")
    verify(files["paper"], on=D(2019, 5, 3), by=cast.luis)
    temporary = a_paper(cast, a_client(cast), wording=Wording.TEMPORARY)
    for paper in (files["paper"], temporary):
        page = page_of(client.get(paper.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="es"))
        assert not page.says(lacks)


def test_the_state_that_a_button_named_is_chosen_and_a_summons_asks_for_its_day(
    cast, law, client, files
):
    claim = files["application"]
    verify(files["paper"], on=D(2019, 5, 3), by=cast.luis)
    url = reverse("application-move", args=[claim.pk])
    client.force_login(cast.lucia)
    assert page_of(client.get(f"{url}?to=admitted")).fields["to"] == "admitted"
    assert page_of(client.get(url)).fields.get("to", "") == ""
    sent = {"to": "admitted", "on": "2019-05-16"}
    assert client.post(f"{url}?to=admitted", sent).status_code == 302
    summons = client.post(f"{url}?to=summoned", {"to": "summoned", "on": "2019-05-16"})
    assert list(summons.context["form"].errors) == ["interview_on"]


def test_only_lawful_moves_are_offered(cast, law, client, files):
    page = page_for(client, cast.lucia, files["application"].get_absolute_url())
    move = reverse("application-move", args=[files["application"].pk])
    offered = {state for state in S if f"{move}?to={state.value}" in page.links}
    assert offered == {
        S.RECEIVED,
        S.ADMITTED,
        S.INADMITTED,
        S.REFUSED,
        S.WITHDRAWN,
        S.CLOSED,
        S.MISTAKEN,
    }


def test_f29_the_form_asks_why_and_then_takes_the_override(cast, law, client, files):
    client.force_login(cast.lucia)
    url = reverse("application-move", args=[files["application"].pk]) + "?to=admitted"
    answer = client.post(url, {"to": "admitted", "on": "2019-05-16"})
    assert answer.status_code == 200
    assert "override_reason" in answer.context["form"].errors
    answer = client.post(
        url, {"to": "admitted", "on": "2019-05-16", "override_reason": "La ley de 2025"}
    )
    assert answer.status_code == 302


def test_a_permit_is_renewed_with_its_new_date_alone(cast, law, client, files):
    client.force_login(cast.lucia)
    answer = client.post(
        reverse("permit-renew", args=[files["permit"].pk]),
        {"issued_on": "2019-05-16", "expires_on": "14/8/2019"},
    )
    assert answer.status_code == 302
    new = Permit.objects.current().get()
    assert (new.previous, new.expires_on, new.number) == (
        files["permit"],
        D(2019, 8, 14),
        "SC2-881-4410",
    )


def test_a_last_day_far_beyond_the_rule_is_asked_about(cast, law, files):
    client, permit = as_(cast.lucia), files["permit"]
    words = "Según la norma, un documento expedido ese día vale hasta el"
    sent = {"type": permit.type, "number": "SC2-5", "issued_on": "15/5/2019"}
    pages = {
        reverse("permit-renew", args=[permit.pk]): {"issued_on": "15/5/2019"},
        reverse("permit-correct", args=[permit.pk]): sent | {"work_right": "unknown"},
        reverse("permit-record", args=[files["person"].pk]): sent | {"work_right": "unknown"},
    }
    for address, typed in pages.items():
        asked = page_of(client.post(address, typed | {"expires_on": "15/8/2028"}))
        assert asked.says(words, "¿Este dice 15 ago 2028?"), address
        assert "is_sure" in asked.fields or asked.offered("is_sure")
        assert not Permit.objects.filter(expires_on=D(2028, 8, 15)).exists()
    [renew, *_others] = pages
    sure = {"issued_on": "15/5/2019", "expires_on": "15/8/2028", "is_sure": "on"}
    assert client.post(renew, sure).status_code == 302
    assert Permit.objects.current().get(expires_on=D(2028, 8, 15)).previous == permit


@pytest.mark.parametrize(
    ("said", "kept"),
    [({}, "unknown"), ({"work_right": "as_before"}, "yes"), ({"work_right": "no"}, "no")],
)
def test_a_new_paper_says_of_work_what_somebody_read_on_it(cast, law, client, said, kept):
    old = a_permit(cast, work_right="yes")
    client.force_login(cast.lucia)
    address = reverse("permit-renew", args=[old.pk])
    form = client.get(address).context["form"]
    assert form["work_right"].value() == "unknown", "nobody has read the new paper yet"
    assert "" not in dict(form.fields["work_right"].choices)
    sent = {"issued_on": "2019-05-16", "expires_on": "14/8/2019"}
    assert client.post(address, sent | said).status_code == 302
    assert Permit.objects.current().get(previous=old).work_right == kept


def test_an_application_without_the_day_of_lodging_stays_in_preparation(cast, law, client):
    person = a_client(cast)
    client.force_login(cast.lucia)
    answer = client.post(
        reverse("application-lodge", args=[person.pk]),
        {"entered_on": "2019-02-23", "grounds": ["1951", "torture"]},
    )
    assert answer.status_code == 302
    application = AsylumApplication.objects.get()
    assert (application.status, application.grounds) == (S.DRAFT, ["1951", "torture"])


def test_permits_can_be_narrowed_to_those_that_expire_soon(cast, law, client):
    soon = a_permit(cast, expires_on=D(2019, 5, 20))
    a_permit(cast, expires_on=D(2019, 9, 20))
    expired = a_permit(cast, expires_on=D(2019, 5, 1))
    client.force_login(cast.ana)
    for query, row in ({"within": 7}, soon), ({"standing": "expired"}, expired):
        answer = client.get(reverse("permit-list"), query)
        assert [permit.pk for permit in answer.context["page_obj"].object_list] == [row.pk]


def test_what_a_newer_paper_replaced_ends_for_nobody_and_is_found_among_all(cast, law, client):
    old = a_permit(cast, expires_on=D(2019, 5, 20))
    new = renew_permit(old, issued_on=D(2019, 5, 16), expires_on=D(2019, 8, 14), by=cast.lucia)
    other = a_permit(cast, expires_on=D(2019, 6, 20))
    client.force_login(cast.ana)
    for query, rows in (
        ({}, [other, new]),
        ({"type": old.type}, [other, new]),
        ({"standing": ""}, [old, other, new]),
    ):
        answer = client.get(reverse("permit-list"), query)
        assert list(answer.context["page_obj"].object_list) == rows
        _before, _table, body = answer.content.decode().partition("<tbody>")
        lines = body.partition("</tbody>")[0].split("<tr")[1:]
        assert ['class="when"' in line for line in lines] == [row != old for row in rows]
    [tab] = [tab for tab in answer.context["standing"] if tab["is_current"]]
    assert tab["label"] == "Todos los permisos"


def test_the_list_of_permits_shows_what_nothing_replaced_and_says_so_of_expired_ones(
    cast, law, client
):
    expired = a_permit(cast, expires_on=D(2019, 5, 10))
    client.force_login(cast.ana)
    for query in ({}, {"standing": "current", "type": expired.type}):
        answer = client.get(reverse("permit-list"), query)
        assert list(answer.context["page_obj"].object_list) == [expired]
        assert page_of(answer).says("Sin reemplazar")
        assert not page_of(answer).says("En uso")


def test_the_case_page_shows_each_panel_to_those_who_may(cast, law, client):
    family = a_referred_family(cast)
    application = an_application(cast, family[0])
    case = application.case
    url = reverse("case-part", args=[case.number, "law"])
    for user, may_change in ((cast.ana, False), (cast.lucia, True)):
        page = page_for(client, user, url)
        assert application.get_absolute_url() in page.links
        assert (reverse("permit-record", args=[family[1].pk]) in page.links) is may_change
        assert (reverse("renunciation-record", args=[family[0].pk]) in page.links) is may_change
        assert not page.holds(reverse("renunciation-record", args=[family[1].pk]))


def test_a_case_does_not_close_over_an_open_application_or_a_paper_to_verify(cast, law, files):
    case = files["application"].case
    assert [len(open_applications(case)), len(pending_renunciations(case))] == [1, 1]
    other = people_of(a_case(cast))[0].memberships.get().case
    assert [*open_applications(other), *pending_renunciations(other)] == []


@pytest.mark.parametrize("name", ["applications", "permits", "renunciations"])
def test_the_api_says_states_and_dates_within_the_same_sight(cast, law, client, files, name):
    for user, count in (("ana", 1), ("lucia", 1), ("sonia", 1), ("bruno", 0), ("mara", 0)):
        client.force_login(getattr(cast, user))
        answer = client.get(f"/api/v1/{name}/")
        assert (answer.status_code, answer.json()["count"]) == (200, count)
        for secret in (STATEMENT, "Yorman", "SC2-881-4410"):
            assert not page_of(answer).holds(secret)
    client.force_login(cast.carla)
    assert client.get(f"/api/v1/{name}/").status_code == 404


def test_each_person_has_one_strip_and_what_may_be_done_behind_one_menu(cast, law, client):
    people = a_referred_family(cast)
    an_application(cast, people[0])
    a_permit(cast, people[0])
    number = case_of(people[0], cast.lucia.today()).number
    page = page_for(client, cast.lucia, reverse("case-part", args=[number, "law"]))
    [section] = page.root.where("id", "applications")
    [strips] = section.where("class", "family")
    rows = [each for each in strips.children if getattr(each, "tag", "") == "li"]
    assert [row.text.startswith(each.display_name) for row, each in zip(rows, people, strict=True)]
    assert "Salvoconducto SC-2" in rows[0].text
    assert "Nueva solicitud" not in rows[0].text
    assert "Sin solicitud · Sin permiso" in rows[1].text
    for row in rows:
        [menu] = row.where("class", "acts")
        assert "Nuevo permiso" in menu.text


def test_the_list_of_applications_counts_none_that_was_a_mistake(cast, law):
    person = a_client(cast)
    an_application(cast, person, status=S.LODGED)
    wrong = an_application(cast, status=S.MISTAKEN)
    address = reverse("application-list")
    page = page_of(as_(cast.lucia).get(address))
    assert page.heading.endswith("Solicitudes 1")
    assert wrong.get_absolute_url() not in page.links
    assert (
        wrong.get_absolute_url() in page_of(as_(cast.lucia).get(f"{address}?status=mistaken")).links
    )
