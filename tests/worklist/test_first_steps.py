"""The first steps of a new Amparo: each tick from the data, what is said by name, and nobody nagged in vain."""

import datetime
import smtplib

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.access import NotAllowed
from accounts.actions.grants import give_role
from accounts.actions.offices import change_letterhead, change_office, open_office
from accounts.models import AuditEvent, Grant
from accounts.roles import Role
from reference.actions import add_text_version
from reference.models import HouseText
from tests.cast import Cast, as_, give, hire
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site
from worklist.first_steps import actions as actions
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.order import first_steps
from worklist.first_steps.steps import Step, StepState
from worklist.scheduler.heartbeats import BACKUP, RESTORED, beat
from worklist.today.blocks.first_steps import first_steps_block
from worklist.today.facts import TodayFacts

TODAY = "/"
PAGE = "/first-steps/"


@pytest.fixture
def new(cast: Cast, settings: Settings) -> Cast:
    """A production that nobody filled, with a mail server."""
    settings.INVENTS_PEOPLE, settings.IS_PRODUCTION = False, True
    settings.EMAIL_HOST, settings.EMAIL_PORT = "mail.example.org", 587
    settings.MAIL_LIES_IN_FOLDER = False
    return cast


def step(cast: Cast, slug: str) -> Step:
    return {each.slug: each for each in first_steps(cast.adela)}[slug]


def states(cast: Cast) -> dict[str, StepState]:
    return {each.slug: each.state for each in first_steps(cast.adela)}


def a_notice(version: int, body: str) -> HouseText:
    rows = [
        HouseText(code="privacy-notice", version=version, language=each, title="Aviso", body=body)
        for each in ("es", "en")
    ]
    return HouseText.objects.bulk_create(rows)[0]


def test_the_country_and_the_clock_are_done_once_somebody_said_them(new: Cast) -> None:
    assert step(new, "office").state is StepState.OPEN
    facts = {"name": "Cúcuta", "country": "CO", "time_zone": "America/Caracas"}
    change_office(new.cucuta, **facts, by=new.adela)
    done = step(new, "office")
    assert (done.state, done.by) == (StepState.DONE, "Adela")
    assert "America/Caracas" in done.sentence
    other = open_office(name="Tibú", time_zone="America/Bogota", country="CO", by=new.adela)
    assert "Tibú" not in step(new, "office").sentence, "nobody of hers works there"
    give(new.adela, Role.ADMINISTRATOR, other)
    del new.adela.grants_today
    assert "Tibú" in step(new, "office").sentence
    new.sonia.last_login = timezone.now()
    new.sonia.save()
    assert "Tibú" in step(new, "supervisor").sentence


def test_the_letterhead_is_done_once_every_office_names_its_organisation(new: Cast) -> None:
    waits = step(new, "letterhead")
    assert waits.is_open
    assert waits.url.endswith(f"/offices/{new.cucuta.pk}/letterhead/")
    write_letterhead(new)
    done = step(new, "letterhead")
    assert (done.state, done.by, done.sentence) == (
        StepState.DONE,
        "Adela",
        "Cúcuta: Casa Abierta.",
    )


def test_a_supervisor_counts_once_she_got_in(new: Cast, settings: Settings) -> None:
    waits = step(new, "supervisor")
    assert waits.is_open
    assert "Sonia" in waits.sentence
    assert waits.url.endswith(f"/users/{new.sonia.pk}/")
    new.sonia.last_login = timezone.now()
    new.sonia.save()
    assert step(new, "supervisor").is_done
    settings.MFA_REQUIRED = True
    assert step(new, "supervisor").is_open, "she has no second factor"
    settings.MFA_REQUIRED = False
    new.sonia.is_active = False
    new.sonia.save()
    assert step(new, "supervisor").is_open


def test_roles_that_wait_are_shown_to_the_users_who_approve_them(new: Cast) -> None:
    assert "roles" not in states(new)
    ana = hire("Elena", Role.AUDITOR, new.cucuta)
    today = new.adela.today()
    give_role(ana, role=Role.COORDINATOR, office=new.cucuta, starts_on=today, by=new.adela)
    theirs = {each.slug: each for each in first_steps(new.sonia)}
    assert theirs["roles"].is_open
    assert theirs["roles"].url == "/grants/"
    assert step(new, "roles").url == "", "she cannot open that page"
    assert "Supervisión" in step(new, "roles").who


def test_the_notice_is_done_when_it_is_ones_own_and_says_how_to_reach_somebody(new: Cast) -> None:
    a_notice(1, "Esta organización. Escriba a datos@example.org")
    assert step(new, "privacy").is_open, "the text that Amparo brings along"
    a_notice(2, "Casa Abierta responde por los datos. Su contacto está en la hoja.")
    assert step(new, "privacy").is_open, "neither phone nor e-mail"
    text = a_notice(3, "Casa Abierta, calle 5, 607 571 22 33")
    assert step(new, "privacy").is_done
    wording = {"title_es": "Aviso", "body_es": "Casa, datos@casa.example", "title_en": "Notice"}
    day = new.adela.today() - datetime.timedelta(days=1)
    add_text_version(
        text, in_force_from=day, by=new.adela, body_en="House, datos@casa.example", **wording
    )
    assert step(new, "privacy").by == "Adela"


def test_a_site_its_beds_and_its_coordinator_are_counted_and_not_believed(new: Cast) -> None:
    assert states(new)["site"] is StepState.OPEN
    assert step(new, "rooms").sentence == "Después de abrir el primer sitio."
    assert step(new, "coordinator").is_open
    assert {each.slug for each in first_steps(new.carla)} == set()
    bare = a_site(new.cucuta, beds=(), run_by=new.carla)
    assert (states(new)["site"], states(new)["rooms"]) == (StepState.DONE, StepState.OPEN)
    assert step(new, "rooms").url.endswith(f"/sites/{bare.pk}/"), "rooms are not hers to add"
    theirs = {each.slug: each for each in first_steps(new.carla)}
    assert set(theirs) == {"rooms"}
    assert theirs["rooms"].url.endswith(f"/sites/{bare.pk}/rooms/")
    assert step(new, "coordinator").sentence == f"Carla: {bare.name}."
    Grant.objects.filter(user=new.carla).update(ends_on=new.carla.today())
    assert step(new, "coordinator").is_open, "her role does not count"
    a_site(new.cucuta, beds=(4,))
    assert states(new)["rooms"] is StepState.OPEN, "one site is still bare"


def test_a_mail_is_done_when_it_arrived_through_this_very_server(
    new: Cast, settings: Settings
) -> None:
    with refused("nothing to say"):
        actions.say_step(ConfirmedStep.MAIL, by=new.adela)
    page = as_(new.adela).post("/first-steps/mail/", follow=True)
    assert page_of(page).says("mail.example.org:587 recibió un correo para adela@amparo.example")
    assert [each.to for each in mail.outbox] == [["adela@amparo.example"]]
    assert "/first-steps/" in mail.outbox[0].body
    assert step(new, "mail").is_open
    assert step(new, "mail").asks == ConfirmedStep.MAIL
    as_(new.adela).post("/first-steps/mail/say/")
    assert (step(new, "mail").state, step(new, "mail").by) == (StepState.DONE, "Adela")
    event = AuditEvent.objects.get(verb="first_step.said")
    assert (event.actor, event.details) == (new.adela, {"step": "mail"})
    settings.EMAIL_HOST = "elsewhere.example.org"
    assert step(new, "mail").is_open, "of that server nobody said it"


def test_what_became_of_a_mail_is_told_as_it_is(
    new: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    adela = as_(new.adela)

    def told() -> str:
        return page_of(adela.post("/first-steps/mail/", follow=True)).text

    def fail(*args: object, **kwargs: object) -> None:
        raise smtplib.SMTPServerDisconnected

    with monkeypatch.context() as patched:
        patched.setattr(actions, "send_mail", fail)
        assert "mail.example.org:587 no recibió el correo" in told()
    settings.EMAIL_HOST = ""
    assert "No hay servidor de correo" in told()
    settings.MAIL_LIES_IN_FOLDER = True
    assert "está como archivo en la carpeta" in told()
    outcomes = [event.details["outcome"] for event in AuditEvent.objects.filter(verb="mail.tested")]
    assert set(outcomes) == {"failed", "no_server", "in_folder"}
    assert step(new, "mail").asks is None, "none of them can have arrived"


def test_a_backup_is_detected_and_a_restore_is_detected_or_confirmed(new: Cast) -> None:
    assert (states(new)["backup"], states(new)["restored"]) == (StepState.OPEN, StepState.OPEN)
    beat(BACKUP)
    assert (states(new)["backup"], states(new)["restored"]) == (StepState.DONE, StepState.OPEN)
    said = actions.say_step(ConfirmedStep.RESTORED, by=new.adela)
    assert states(new)["restored"] is StepState.DONE
    actions.take_back_step(said, by=new.adela)
    assert states(new)["restored"] is StepState.OPEN
    with refused("taken back already"):
        actions.take_back_step(said, by=new.adela)
    beat(RESTORED)
    assert states(new)["restored"] is StepState.DONE


def test_a_confirmation_does_not_count_for_another_master_key(
    new: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions.say_step(ConfirmedStep.KEY, by=new.adela)
    assert step(new, "key").is_done
    with refused("said already"):
        actions.say_step(ConfirmedStep.KEY, by=new.adela)
    StepSaid.objects.update(holds_for="another")
    assert step(new, "key").is_open


def test_only_users_who_set_up_confirm_steps_and_withdraw_confirmations(new: Cast) -> None:
    said = actions.say_step(ConfirmedStep.KEY, by=new.adela)
    for act in (
        lambda: actions.say_step(ConfirmedStep.RESTORED, by=new.sonia),
        lambda: actions.take_back_step(said, by=new.sonia),
        lambda: actions.send_test_mail(by=new.sonia),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert as_(new.adela).post("/first-steps/nonsense/say/").status_code == 404


def write_letterhead(new: Cast) -> None:
    rest = {"address": "", "phone": "", "email": ""}
    change_letterhead(new.cucuta, organisation="Casa Abierta", **rest, by=new.adela)


def finish(new: Cast) -> Client:
    facts = {"name": "Cúcuta", "country": "CO", "time_zone": "America/Caracas"}
    change_office(new.cucuta, **facts, by=new.adela)
    for each in (new.sonia, new.ana):
        each.last_login = timezone.now()
        each.save()
    write_letterhead(new)
    a_notice(2, "Casa Abierta, datos@casa.example")
    a_site(new.cucuta, run_by=new.carla)
    adela = as_(new.adela)
    adela.post("/first-steps/mail/")
    beat(BACKUP)
    for said in ("mail", "restored", "key"):
        adela.post(f"/first-steps/{said}/say/")
    return adela


def test_the_list_stands_on_today_until_it_is_done_and_put_away(new: Cast) -> None:
    adela = as_(new.adela)
    page = page_of(adela.get(TODAY))
    assert page.says("Primeros pasos")
    assert page.says("Ocultar esta lista") is False
    with refused("still to be done"):
        actions.say_step(ConfirmedStep.PUT_AWAY, by=new.adela)
    adela = finish(new)
    page = page_of(adela.get(TODAY))
    assert page.says("No queda nada por hacer")
    answer = adela.post("/first-steps/put_away/say/?back=/")
    assert answer.url == "/"
    assert not page_of(adela.get(TODAY)).says("No queda nada por hacer")
    page = page_of(adela.get(PAGE))
    assert page.says("Adela la ocultó el", "Listos: 12")
    adela.post(f"/first-steps/{StepSaid.objects.get(step='put_away').pk}/take-back/")
    assert page_of(adela.get(TODAY)).says("No queda nada por hacer")


def test_others_see_their_own_part_and_only_while_there_is_one(new: Cast) -> None:
    assert first_steps_block.context(TodayFacts(new.ana)) is None
    assert first_steps_block.context(TodayFacts(new.carla)) is None
    site = a_site(new.cucuta, beds=(), run_by=new.carla)
    page = page_of(as_(new.carla).get(TODAY))
    assert page.says(site.name)
    assert not page.says("Enviarme un correo de prueba")
    assert as_(new.carla).get(PAGE).status_code == 404
    assert [
        each.slug for each, _may in first_steps_block.context(TodayFacts(new.sonia))["open"]
    ] == ["rooms"]


def test_the_page_costs_the_same_for_one_site_and_for_four(new: Cast) -> None:
    adela, counts = as_(new.adela), []
    for more in (1, 3):
        for _ in range(more):
            a_site(new.cucuta, run_by=new.carla)
        adela.get(PAGE)
        with CaptureQueriesContext(connection) as queries:
            adela.get(PAGE)
        counts.append(len(queries))
    assert counts[0] == counts[1], counts


def test_a_user_who_cannot_do_a_step_reads_who_can(new: Cast) -> None:
    a_site(new.cucuta, beds=())
    page = page_of(as_(new.adela).get(TODAY))
    assert page.says("Lo hace: Coordinación de albergues, Supervisión")
    assert page.says("Lo hace: quien opera el servidor")


def test_a_world_of_invented_people_has_no_first_steps(new: Cast, settings: Settings) -> None:
    settings.INVENTS_PEOPLE = True
    assert first_steps_block.context(TodayFacts(new.adela)) is None


def test_an_empty_demonstration_needs_no_backup_and_no_key(new: Cast, settings: Settings) -> None:
    settings.IS_PRODUCTION, settings.EMAIL_HOST = False, ""
    settings.MAIL_LIES_IN_FOLDER = True
    found = states(new)
    assert {found[each] for each in ("mail", "backup", "restored", "key")} == {StepState.NOT_HERE}
    page = page_of(as_(new.adela).get(PAGE))
    assert page.says("No hacen falta en una demostración: 4", "0 de 8 listos")


def test_somebody_has_to_be_there_who_logs_arrivals(new: Cast) -> None:
    waits = step(new, "caseworker")
    assert waits.is_open
    assert "Ana" in waits.sentence
    new.ana.last_login = timezone.now()
    new.ana.save()
    assert step(new, "caseworker").is_done
    Grant.objects.filter(role=Role.CASEWORKER).update(ends_on=new.adela.today())
    assert "gestión de casos en un equipo" in step(new, "caseworker").sentence
    page = page_of(as_(new.adela).get(PAGE))
    assert page.says("Alguien de gestión de casos que pueda registrar llegadas")
