"""Facts of the sources about partners: who gives, who declined, who is wary, whom to call."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from partners.actions import (
    add_contact,
    add_organisation,
    answer_request,
    end_contact,
    end_role,
    give_role,
    make_request,
    record_participation,
    record_tension,
)
from partners.choices import (
    REQUEST_MOVES,
    OrganisationKind,
    ParticipationStatus,
    PartnerRole,
    RequestKind,
    RequestOutcome,
    TensionKind,
)
from partners.corrections import change_contact
from partners.models import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
    PartnerRequest,
)
from partners.slots import requests_unanswered
from reference.models import Department, Municipality
from tests.asylum.build import undone
from tests.cast import Cast, as_
from tests.page import Page, page_of
from tests.refusals import refused
from worklist.due.rows import due

D = datetime.date
APRIL = D(2019, 4, 30)


def page(user: User, name: str, *args: object, query: str = "") -> Page:
    return page_of(as_(user).get(reverse(name, args=args) + query))


def an_organisation(cast: Cast, name: str, kind: str = "ngo", **facts: object) -> Organisation:
    return add_organisation(name=name, kind=kind, by=cast.adela, **facts)


def a_town() -> Municipality:
    norte, _ = Department.objects.get_or_create(code="54", defaults={"name": "Norte de Santander"})
    return Municipality.objects.get_or_create(
        code="54874", defaults={"name": "Villa del Rosario", "department": norte}
    )[0]


def test_f54_the_who_does_what_table_shows_state_un_ngo_church_and_volunteers(cast):
    given = {
        ("Unidad de Riesgo", "state"): "lodging",
        ("Agencia de Refugio", "un"): "meals",
        ("Fundación Puentes", "ngo"): "legal",
        ("Parroquia del Barrio", "church"): "lodging",
        ("Círculo de Voluntarios", "volunteers"): "items",
    }
    for (name, kind), role in given.items():
        give_role(an_organisation(cast, name, kind), role=role, starts_on=APRIL, by=cast.adela)
    table = page(cast.carla, "who-does-what").rows
    assert {
        (row["Organización"], heading)
        for row in table
        for heading, cell in row.items()
        if cell and heading != "Organización"
    } == {
        (f"{name} {OrganisationKind(kind).label}", PartnerRole(role).label)
        for (name, kind), role in given.items()
    }


def test_what_an_organisation_did_leaves_the_table_on_the_day_it_ends(cast):
    church = an_organisation(cast, "Parroquia del Barrio", "church")
    role = give_role(church, role="lodging", starts_on=APRIL, by=cast.adela)
    with refused("This is recorded already and still runs"):
        give_role(church, role="lodging", starts_on=APRIL, by=cast.adela)
    end_role(role, ends_on=cast.cucuta.today(), by=cast.adela)
    assert as_(cast.carla).get(reverse("who-does-what")).context["lines"] == []
    assert page(cast.carla, "organisation-list").says("Parroquia")
    give_role(church, role="lodging", starts_on=cast.cucuta.today(), by=cast.adela)
    assert OrganisationRole.objects.filter(organisation=church).count() == 2


def test_another_office_has_a_table_of_its_own(cast):
    church = an_organisation(cast, "Parroquia del Barrio", "church")
    role = give_role(church, role="lodging", starts_on=APRIL, by=cast.adela)
    assert as_(cast.mara).get(reverse("who-does-what")).context["lines"] == []
    assert as_(cast.mara).get(reverse("partner-role-end", args=[role.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        end_role(role, ends_on=cast.cucuta.today(), by=cast.mara)


def test_f57_a_wary_partner_says_so_with_a_reason(cast):
    partner = an_organisation(cast, "Socorro Discreto")
    with refused("Write down the reason"):
        record_participation(partner, status="wary", on=APRIL, by=cast.adela)
    record_participation(
        partner, status="wary", on=APRIL, reason="Demasiado político", by=cast.adela
    )
    assert page(cast.carla, "organisation-detail", partner.pk).says(
        "Demasiado político", "Con reservas"
    )


def test_the_newest_word_about_taking_part_counts_and_the_older_ones_are_kept(cast):
    partner = an_organisation(cast, "Socorro Discreto")
    for day, status in ((D(2019, 3, 1), "takes_part"), (APRIL, "declined")):
        record_participation(partner, status=status, on=day, reason="Dijo", by=cast.adela)
    row = Organisation.objects.with_roles_and_participation(cast.carla).get(pk=partner.pk)
    assert row.participation_today == ParticipationStatus.DECLINED
    assert Participation.objects.count() == 2
    assert page(cast.carla, "organisation-list", query="?participation_today=declined").says(
        "Socorro"
    )
    assert not page(cast.carla, "organisation-list", query="?participation_today=wary").holds(
        "Socorro"
    )


def test_f56_a_declined_request_for_cash_stands_in_the_list_and_in_the_report_with_its_reason(cast):
    state = an_organisation(cast, "Ministerio Anfitrión", "state")
    ngo = an_organisation(cast, "Fundación Puentes")
    asked = make_request(
        kind=RequestKind.CASH, asked_by=state, asked_of=ngo, on=APRIL, by=cast.adela
    )
    with refused("Write down the reason"):
        answer_request(asked, outcome="declined", answered_on=APRIL, by=cast.adela)
    answer_request(
        asked, outcome="declined", answered_on=APRIL, reason="No es su mandato", by=cast.adela
    )
    for name in ("request-list", "request-report"):
        found = page(cast.sonia, name, query="?outcome=declined")
        assert found.says("No es su mandato", "Ministerio Anfitrión")
    groups = as_(cast.sonia).get(reverse("request-report")).context["groups"]
    assert [(label, list(rows)) for label, rows in groups if rows] == [
        (RequestOutcome.DECLINED.label, [asked])
    ]
    [row] = page(cast.sonia, "request-report").rows
    assert "No es su mandato" in " ".join(row.values())
    assert "Fundación Puentes" in " ".join(row.values())


def waiting(cast: Cast) -> list[str]:
    """Requests without an answer, as they fall due for a supervisor."""
    rows = due(cast.sonia, today=cast.sonia.today(), kinds=[requests_unanswered.kind])
    return [row.about_id for row in rows]


def test_f58_a_request_to_move_people_stays_open_until_it_is_answered(cast):
    town_hall = an_organisation(cast, "Alcaldía Anfitriona", "state")
    asked = make_request(
        kind=RequestKind.RELOCATION,
        asked_by=town_hall,
        on=APRIL,
        words="Llevarlos a la capital",
        by=cast.adela,
    )
    record_tension(
        on=APRIL,
        municipality=a_town(),
        kind=TensionKind.STATEMENT,
        level=2,
        source="Prensa",
        account="La alcaldía los llama un peligro",
        by=cast.adela,
    )
    record_tension(
        on=APRIL, municipality=a_town(), kind=TensionKind.JEALOUSY, level=1, by=cast.adela
    )
    assert page(cast.ana, "request-list", query="?outcome=open").says("Llevarlos a la capital")
    assert waiting(cast) == [str(asked.pk)]
    assert page(cast.ana, "tension-list", query="?level=2").says("un peligro")
    assert not page(cast.ana, "tension-list", query="?kind=jealousy").holds("un peligro")
    answer_request(asked, outcome="declined", answered_on=D(2019, 5, 2), reason="No", by=cast.adela)
    assert not page(cast.ana, "request-list", query="?outcome=open").holds("Llevarlos")
    assert waiting(cast) == []


@pytest.mark.parametrize("present", RequestOutcome.values)
def test_a_request_moves_only_where_the_table_of_moves_leads(cast, present):
    asked = make_request(
        kind="items", asked_of=an_organisation(cast, "Fundación"), on=APRIL, by=cast.adela
    )
    if present != RequestOutcome.OPEN:
        asked = answer_request(
            asked, outcome=present, answered_on=APRIL, reason="Así", by=cast.adela
        )
    told = {"answered_on": APRIL, "reason": "Así", "by": cast.adela}
    for wanted in RequestOutcome.values:
        asked.refresh_from_db()
        if wanted in REQUEST_MOVES[present]:
            with undone():
                assert answer_request(asked, outcome=wanted, **told).outcome == wanted
        else:
            with refused("This request was answered already"):
                answer_request(asked, outcome=wanted, **told)


def test_the_database_refuses_an_answer_without_a_day(cast):
    asked = make_request(
        kind="items", asked_of=an_organisation(cast, "Fundación"), on=APRIL, by=cast.adela
    )
    with pytest.raises(IntegrityError, match="answered_request_has_a_day"), transaction.atomic():
        PartnerRequest.objects.filter(pk=asked.pk).update(outcome="granted")


def test_f70_the_directory_holds_posts_and_people_of_authorities_agencies_and_observers(cast):
    posts = {
        ("Frontera", "state"): "Gerente de frontera",
        ("Cancillería", "state"): "Ministra",
        ("Alcaldía", "state"): "Alcalde",
        ("Servicio de Migración", "state"): "Directora regional",
        ("Agencia de Refugio", "un"): "Oficial de protección",
        ("Comité de Socorro", "ngo"): "Jefa de misión",
        ("Observatorio", "ngo"): "Investigadora",
        ("Instituto de Análisis", "ngo"): "Analista",
        ("Grupo de Conflictos", "ngo"): "Corresponsal",
    }
    for (name, kind), position in posts.items():
        add_contact(
            an_organisation(cast, name, kind),
            post=position,
            name=f"Persona de {name}",
            phone="3001112233",
            by=cast.adela,
        )
    listed = page(cast.ana, "contact-list").rows
    assert {(row["Cargo"], row["Organización"], row["Nombre"]) for row in listed} == {
        (position, name, f"Persona de {name}") for (name, _kind), position in posts.items()
    }
    states = page(cast.ana, "contact-list", query="?kind=state")
    assert {"Alcalde", "Ministra"} <= set(states.column("Cargo"))
    assert not states.holds("Investigadora")
    assert AuditEvent.objects.filter(verb="contact.listed", actor=cast.ana, is_read=True).exists()


def test_a_contact_is_changed_ended_and_never_seen_by_another_office(cast):
    place = an_organisation(cast, "Frontera", "state")
    contact = add_contact(place, post="Gerente", name="Iván Prueba", by=cast.adela)
    address = reverse("contact-change", args=[contact.pk])
    typed = {"post": "Gerente", "name": "Eva Prueba", "phone": "abc", "email": ""}
    client = as_(cast.adela)
    assert "no es un número de teléfono" in client.post(address, typed).content.decode()
    assert client.post(address, typed | {"phone": "607 555 0101"}).status_code == 302
    assert "Iván Prueba → Eva Prueba" in client.get(address).content.decode()
    assert page(cast.ana, "organisation-detail", place.pk).says("Iván Prueba → Eva Prueba")
    contact.refresh_from_db()
    with refused("Nothing was changed"):
        change_contact(
            contact, post="Gerente", name="Eva Prueba", phone="607 555 0101", by=cast.adela
        )
    assert page(cast.ana, "organisation-detail", place.pk).says("Eva Prueba")
    assert not page(cast.mara, "organisation-detail", place.pk).holds("Eva Prueba")
    assert as_(cast.mara).get(reverse("contact-change", args=[contact.pk])).status_code == 404
    with refused("Give the name or the position"):
        add_contact(place, by=cast.adela)
    end_contact(contact, ended_on=cast.cucuta.today(), by=cast.adela)
    assert not page(cast.ana, "contact-list").holds("Eva Prueba")
    assert PartnerContact.objects.count() == 1


def test_who_only_reads_may_not_write(cast):
    with pytest.raises(NotAllowed):
        add_organisation(name="Nueva", kind="ngo", by=cast.ana)
    with pytest.raises(NotAllowed):
        make_request(kind="cash", asked_of=None, on=APRIL, by=cast.carla)
    assert reverse("organisation-add") not in page(cast.ana, "organisation-list").links
    assert as_(cast.ana).get(reverse("organisation-add")).status_code == 404


def test_an_organisation_is_added_and_changed_on_its_pages(cast):
    client = as_(cast.adela)
    client.post(reverse("organisation-add"), {"name": "Red Nueva", "kind": "volunteers"})
    added = Organisation.objects.get(name="Red Nueva")
    assert added.is_named_in_exports is False
    sent = {"name": "Red Nueva", "kind": "volunteers", "is_named_in_exports": "on"}
    assert client.post(reverse("organisation-change", args=[added.pk]), sent).status_code == 302
    added.refresh_from_db()
    assert added.is_named_in_exports
    refused = client.post(reverse("organisation-add"), {"name": "red nueva", "kind": "ngo"})
    assert "name" in refused.context["form"].errors
    for name, facts in (
        ("partner-role-give", {"role": "health", "starts_on": "2019-04-30"}),
        ("participation-record", {"status": "takes_part", "on": "2019-04-30"}),
        ("contact-add", {"post": "Médica"}),
    ):
        assert client.post(reverse(name, args=[added.pk]), facts).status_code == 302, name
    role = OrganisationRole.objects.get()
    ended = client.post(reverse("partner-role-end", args=[role.pk]), {"ends_on": "2019-05-30"})
    assert ended.status_code == 302
    contact = PartnerContact.objects.get()
    for name, facts in (
        ("contact-change", {"post": "Enfermera"}),
        ("contact-end", {"ended_on": "2019-05-30"}),
    ):
        assert client.post(reverse(name, args=[contact.pk]), facts).status_code == 302, name


def test_requests_and_tensions_are_written_on_their_pages(cast):
    client = as_(cast.adela)
    ngo = an_organisation(cast, "Fundación Puentes")
    sent = {"kind": "funds", "asked_of": str(ngo.pk), "on": "2019-04-30", "words": "Dos meses"}
    assert client.post(reverse("request-make"), sent).status_code == 302
    asked = PartnerRequest.objects.get()
    answer = {"outcome": "granted", "answered_on": "2019-05-02"}
    assert client.post(reverse("request-answer", args=[asked.pk]), answer).status_code == 302
    again = client.post(reverse("request-answer", args=[asked.pk]), answer)
    assert again.status_code == 200
    tension = {"on": "2019-04-30", "municipality": a_town().pk, "kind": "protest", "level": "3"}
    assert client.post(reverse("tension-record"), tension).status_code == 302
    [row] = page(cast.adela, "tension-list").rows
    assert "Protesta" in row.values()


LISTS = ["organisation-list", "contact-list", "request-list", "tension-list", "who-does-what"]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_asks_the_database_as_often_for_four_rows_as_for_one(
    cast, name, django_assert_max_num_queries
):
    def one_more(number: int) -> None:
        place = an_organisation(cast, f"Organización {number}")
        give_role(place, role="health", starts_on=APRIL, by=cast.adela)
        record_participation(place, status="takes_part", on=APRIL, by=cast.adela)
        add_contact(place, post="Médica", name="Inés", by=cast.adela)
        make_request(kind="cash", asked_of=place, on=APRIL, by=cast.adela)
        record_tension(on=APRIL, municipality=a_town(), kind="other", level=1, by=cast.adela)

    client = as_(cast.ana)
    one_more(0)
    client.get(reverse(name))
    with django_assert_max_num_queries(20) as one:
        client.get(reverse(name))
    for number in range(1, 4):
        one_more(number)
    with django_assert_max_num_queries(20) as four:
        client.get(reverse(name))
    assert len(one) == len(four)
