"""Roles until a date, approved by a third person."""

import datetime
from contextlib import nullcontext

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.formats import date_format

from accounts.access import NotAllowed
from accounts.actions.grants import (
    GrantRefused,
    approve_grant,
    end_grant,
    give_role,
    refuse_grant,
)
from accounts.actions.offices import open_office, open_team
from accounts.actions.users import invite_user
from accounts.models import AuditEvent, Grant, Office, User
from accounts.models.grant import WhyRefused
from accounts.permissions import Permission
from accounts.roles import ROLES, HeldAt, Role
from tests.cast import PASSWORD, SINCE, Cast, give, hire, log_in
from tests.page import page_of
from tests.refusals import refused
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

OWN_ACCOUNT_ONLY = frozenset({Permission.ACCOUNT_CHANGE})


@pytest.fixture
def newcomer(cast: Cast) -> User:
    return invite_user(
        email="nina@amparo.example",
        full_name="Nina",
        office=cast.cucuta,
        language="es",
        by=cast.adela,
    )


def permissions(user: User) -> frozenset[Permission]:
    return User.objects.get(pk=user.pk).permissions_today()


def test_an_invited_person_sees_nothing(newcomer: User) -> None:
    assert permissions(newcomer) == OWN_ACCOUNT_ONLY
    assert not newcomer.has_usable_password()


def test_f26_nobody_screens_for_exclusion_without_a_last_day(cast: Cast, newcomer: User) -> None:
    today = cast.adela.today()
    told = {"role": Role.SCREENER, "office": cast.cucuta, "starts_on": today}
    with refused("This role is given until a day only"):
        give_role(newcomer, **told, by=cast.adela)
    with pytest.raises(IntegrityError, match="grant_of_a_screener_ends"), transaction.atomic():
        give(newcomer, **told)
    ended = {**told, "ends_on": today, "starts_on": today - datetime.timedelta(days=9)}
    give(newcomer, **ended)
    assert permissions(newcomer) == OWN_ACCOUNT_ONLY


@pytest.mark.parametrize("role", [role for role in Role if ROLES[role].sees_people])
def test_a_role_that_sees_people_counts_once_a_supervisor_approves_it(
    cast: Cast, newcomer: User, role: Role
) -> None:
    team = cast.norte if ROLES[role].held_at is HeldAt.TEAM else None
    grant = give_role(
        newcomer,
        role=role,
        office=cast.cucuta,
        team=team,
        starts_on=cast.ana.today(),
        ends_on=cast.ana.today() + datetime.timedelta(days=30) if ROLES[role].must_end else None,
        by=cast.adela,
    )
    assert permissions(newcomer) == OWN_ACCOUNT_ONLY
    approve_grant(grant, by=cast.sonia)
    assert permissions(newcomer) == ROLES[role].permissions
    verbs = AuditEvent.objects.filter(about_id=str(grant.pk)).values_list(
        "verb", "actor__full_name"
    )
    assert set(verbs) == {("grant.given", "Adela"), ("grant.approved", "Sonia")}


def test_only_a_supervisor_of_that_office_approves(cast: Cast, newcomer: User) -> None:
    grant = give_role(
        newcomer,
        role=Role.COORDINATOR,
        office=cast.cucuta,
        starts_on=cast.ana.today(),
        by=cast.adela,
    )
    for name in ["ana", "lucia", "adela", "aurelio", "mara"]:
        with pytest.raises(NotAllowed):
            approve_grant(grant, by=cast.users[name])
        assert log_in(cast.users[name]).post(f"/grants/{grant.pk}/approve/").status_code == 404
    assert permissions(newcomer) == OWN_ACCOUNT_ONLY


def test_a_role_that_a_supervisor_refuses_never_counts_and_whoever_gave_it_is_told(
    cast: Cast, newcomer: User
) -> None:
    given = {"office": cast.cucuta, "starts_on": cast.ana.today(), "by": cast.adela}
    grant = give_role(newcomer, role=Role.COORDINATOR, **given)
    sonia = log_in(cast.sonia)
    address = reverse("grant-refuse", args=[grant.pk])
    assert page_of(sonia.get(reverse("grant-list"))).holds(address)
    # A reason is chosen, and by the reader.
    assert page_of(sonia.post(address, {})).says("Elija el motivo.")
    assert " checked" not in sonia.get(address).content.decode()
    assert sonia.post(address, {"because": WhyRefused.UNSAFE}).status_code == 302
    assert permissions(newcomer) == OWN_ACCOUNT_ONLY
    left = page_of(sonia.get(reverse("grant-list")))
    assert left.says("Rechazado: Coordinación de albergues de Nina.")
    assert not left.holds(address)
    for act in (approve_grant, refuse_grant):
        told = {"because": WhyRefused.UNSAFE} if act is refuse_grant else {}
        with refused("Sonia refused this role before", kind=GrantRefused):
            act(grant, by=cast.sonia, **told)
    with refused("has ended already", kind=GrantRefused):
        end_grant(grant, on=cast.ana.today(), by=cast.adela)
    [event] = AuditEvent.objects.filter(verb="grant.refused")
    assert (event.actor, event.details["because"]) == (cast.sonia, "unsafe")
    tick()
    inbox = page_of(log_in(cast.adela).get(reverse("inbox")))
    assert inbox.says("Sonia rechazó un rol de Nina, Coordinación de albergues: Parece un intento")
    [notice] = Notice.objects.filter(user=cast.adela, kind="role_refused")
    opened = log_in(cast.adela).post(reverse("notice-open", args=[notice.pk]), follow=True)
    account = page_of(opened)
    assert account.says("rechazado por Sonia")
    assert not account.holds(reverse("grant-end", args=[grant.pk]))
    # Whoever opens it once more reads who decided; whom it was given to does not read it as held.
    answer = page_of(sonia.get(address, follow=True))
    assert answer.says("Sonia ya rechazó este rol.")
    assert not page_of(log_in(newcomer).get(reverse("account"))).says("Coordinación de albergues")


def test_a_role_is_not_given_twice_for_a_day(cast: Cast, newcomer: User) -> None:
    today, days = cast.ana.today(), datetime.timedelta(days=10)
    given = {"role": Role.COORDINATOR, "office": cast.cucuta, "by": cast.adela}
    first = give_role(newcomer, **given, starts_on=today, ends_on=today + days)
    for starts_on in (today - days, today, today + days / 2):
        with refused("waits for a supervisor already", kind=GrantRefused, field="role"):
            give_role(newcomer, **given, starts_on=starts_on)
    approve_grant(first, by=cast.sonia)
    with refused("Nina has this role here already", kind=GrantRefused, field="role"):
        give_role(newcomer, **given, starts_on=today - days, ends_on=today + days / 2)
    give_role(newcomer, **given, starts_on=today - days, ends_on=today)
    give_role(newcomer, **given, starts_on=today + days)


def test_a_role_that_was_refused_can_be_given_again_and_who_decides_reads_of_it(
    cast: Cast, newcomer: User
) -> None:
    given = {"role": Role.COORDINATOR, "office": cast.cucuta, "starts_on": cast.ana.today()}
    first = give_role(newcomer, **given, by=cast.adela)
    refuse_grant(first, because=WhyRefused.OTHER_ROLE, by=cast.sonia)
    give_role(newcomer, **given, by=cast.adela)
    page = page_of(log_in(cast.sonia).get(reverse("grant-list")))
    assert page.says("Rechazado antes", "Sonia: Corresponde otro rol")
    account = page_of(log_in(cast.adela).get(reverse("user", args=[newcomer.pk]))).text
    assert account.index("Espera aprobación") < account.index("Rechazado")


def test_whoever_approves_reads_what_the_person_has_and_when_the_role_was_given(
    cast: Cast, newcomer: User
) -> None:
    given = {"office": cast.cucuta, "starts_on": cast.ana.today(), "by": cast.adela}
    give_role(cast.bruno, role=Role.COORDINATOR, **given)
    give_role(newcomer, role=Role.COORDINATOR, **given)
    page = page_of(log_in(cast.sonia).get(reverse("grant-list")))
    assert page.says("Tiene ahora: Gestión de casos · Cúcuta · Terminal")
    assert page.says("Tiene ahora: ningún rol")
    assert page.says(date_format(cast.sonia.today(), "j b Y"))


def test_roles_that_wait_and_what_was_done_to_accounts_cost_the_same_for_one_and_for_four(
    cast: Cast,
) -> None:
    def costs() -> list[int]:
        counted = []
        for name, user in (("grant-list", cast.sonia), ("audit-accounts", cast.adela)):
            client = log_in(user)
            client.get(reverse(name))
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name)).status_code == 200
            counted.append(len(queries))
        return counted

    given = {"role": Role.COORDINATOR, "office": cast.cucuta, "starts_on": cast.ana.today()}
    give_role(cast.bruno, **given, by=cast.adela)
    of_one = costs()
    for number in range(3):
        colleague = hire(f"Colega {number}", Role.LEGAL_OFFICER, cast.cucuta)
        give_role(colleague, **given, by=cast.adela)
    assert costs() == of_one


def test_events_about_a_role_or_an_account_say_whose_it_is(cast: Cast, newcomer: User) -> None:
    give_role(
        newcomer,
        role=Role.COORDINATOR,
        office=cast.cucuta,
        starts_on=cast.ana.today(),
        by=cast.adela,
    )
    client = log_in(cast.adela)
    rows = page_of(client.get(reverse("audit-accounts"))).text
    assert rows.count("Nina") == 2
    saved = b"".join(client.get(reverse("audit-accounts-file")).streaming_content).decode()
    assert saved.count(",Nina,") == 2


def test_a_role_is_refused_by_a_supervisor_of_that_office_who_did_not_give_it_and_stays_so(
    cast: Cast, newcomer: User
) -> None:
    given = {"office": cast.cucuta, "starts_on": cast.ana.today()}
    grant = give_role(newcomer, role=Role.COORDINATOR, **given, by=cast.adela)
    for name in ["ana", "lucia", "adela", "aurelio", "mara"]:
        with pytest.raises(NotAllowed):
            refuse_grant(grant, because=WhyRefused.UNSAFE, by=cast.users[name])
        page = reverse("grant-refuse", args=[grant.pk])
        assert log_in(cast.users[name]).post(page, {"because": "unsafe"}).status_code == 404
    give(cast.sonia, Role.ADMINISTRATOR, **given)
    sonia = User.objects.get(pk=cast.sonia.pk)
    own = give_role(cast.ana, role=Role.COORDINATOR, **given, by=sonia)
    with refused("by somebody who neither gave nor holds it", kind=GrantRefused):
        refuse_grant(own, because=WhyRefused.UNSAFE, by=sonia)
    refuse_grant(grant, because=WhyRefused.NOT_EXPECTED, by=cast.sonia)
    anew = {"refused_by": None, "refused_at": None, "refused_because": ""}
    with (
        pytest.raises(IntegrityError, match="accounts_grant_stays_refused"),
        transaction.atomic(),
    ):
        Grant.objects.filter(pk=grant.pk).update(**anew)


def test_nobody_gives_ends_or_approves_the_own_role(cast: Cast) -> None:
    today = cast.ana.today()
    with pytest.raises(GrantRefused):
        give_role(cast.adela, role=Role.AUDITOR, office=cast.cucuta, starts_on=today, by=cast.adela)
    with pytest.raises(GrantRefused):
        end_grant(Grant.objects.get(user=cast.adela), on=today, by=cast.adela)
    give(cast.sonia, Role.ADMINISTRATOR, cast.cucuta)
    own = Grant.objects.create(
        user=cast.sonia,
        role=Role.LEGAL_OFFICER,
        office=cast.cucuta,
        starts_on=today,
        granted_by=cast.adela,
        needs_approval=True,
    )
    with pytest.raises(GrantRefused):
        approve_grant(own, by=cast.sonia)
    given = give_role(
        cast.ana,
        role=Role.COORDINATOR,
        office=cast.cucuta,
        starts_on=today,
        by=User.objects.get(pk=cast.sonia.pk),
    )
    with pytest.raises(GrantRefused):
        approve_grant(given, by=User.objects.get(pk=cast.sonia.pk))
    for grant in [own, given]:
        with pytest.raises(IntegrityError), transaction.atomic():
            Grant.objects.filter(pk=grant.pk).update(
                approved_by=cast.sonia, approved_at=datetime.datetime.now(datetime.UTC)
            )


def test_the_first_supervisor_of_a_new_office_needs_nobody_and_the_second_does(
    cast: Cast, newcomer: User
) -> None:
    office = open_office(name="Maicao", time_zone="America/Bogota", country="CO", by=cast.adela)
    team = open_team(office, name="Sala", by=cast.adela)
    first = give_role(
        newcomer, role=Role.SUPERVISOR, office=office, starts_on=office.today(), by=cast.adela
    )
    end_grant(first, on=office.today(), by=cast.adela)
    second = give_role(
        newcomer, role=Role.SUPERVISOR, office=office, starts_on=office.today(), by=cast.adela
    )
    caseworker = give_role(
        newcomer,
        role=Role.CASEWORKER,
        office=office,
        team=team,
        starts_on=office.today(),
        by=cast.adela,
    )
    assert [each.is_waiting() for each in (first, second, caseworker)] == [False, True, True]


def test_a_role_ends_on_its_day_and_losing_it_counts_at_the_next_request(cast: Cast) -> None:
    browser = Client()
    browser.force_login(cast.adela)
    assert browser.get("/users/").status_code == 200
    other = User.objects.create_user("otto@amparo.example", full_name="Otto", office=cast.cucuta)
    give(other, Role.ADMINISTRATOR, cast.cucuta)
    end_grant(Grant.objects.get(user=cast.adela), on=other.today(), by=other)
    assert browser.get("/users/")["Location"] == reverse("account")
    tomorrow = other.today() + datetime.timedelta(days=1)
    Grant.objects.filter(user=other).update(ends_on=tomorrow)
    assert Grant.objects.in_force(tomorrow - datetime.timedelta(days=1)).filter(user=other).exists()
    assert not Grant.objects.in_force(tomorrow).filter(user=other).exists()


def test_a_role_is_refused_at_the_wrong_place_or_with_dates_turned_round(
    cast: Cast, newcomer: User
) -> None:
    today = cast.ana.today()
    wrong = [
        {"role": Role.CASEWORKER, "office": cast.cucuta},
        {"role": Role.CASEWORKER, "office": cast.cucuta, "team": cast.rio},
        {"role": Role.AUDITOR, "office": cast.cucuta, "team": cast.norte},
        {"role": Role.AUDITOR, "office": cast.cucuta, "ends_on": today},
    ]
    fields = []
    for each in wrong:
        with pytest.raises(GrantRefused) as refusal:
            give_role(newcomer, starts_on=today, by=cast.adela, **each)
        fields.append(refusal.value.field)
    assert fields == ["team", "team", "team", "ends_on"]


@pytest.mark.parametrize("name", ["ana", "carla", "lucia", "sonia", "aurelio"])
def test_only_administrators_give_and_end_roles(cast: Cast, newcomer: User, name: str) -> None:
    somebody = cast.users[name]
    with pytest.raises(NotAllowed):
        give_role(
            newcomer, role=Role.AUDITOR, office=cast.cucuta, starts_on=somebody.today(), by=somebody
        )
    with pytest.raises(NotAllowed):
        end_grant(Grant.objects.get(user=cast.bruno), on=somebody.today(), by=somebody)


def test_giving_a_role_in_the_browser_until_a_date(cast: Cast, newcomer: User) -> None:
    browser = log_in(cast.adela)
    answer = browser.post(
        f"/users/{newcomer.pk}/roles/give/",
        {
            "role": "caseworker",
            "office": str(cast.cucuta.pk),
            "team": str(cast.norte.pk),
            "starts_on": "2026-01-01",
            "ends_on": "2027-12-31",
        },
    )
    assert answer.status_code == 302
    grant = Grant.objects.get(user=newcomer)
    assert (grant.team, grant.ends_on, grant.granted_by, grant.is_waiting()) == (
        cast.norte,
        datetime.date(2027, 12, 31),
        cast.adela,
        True,
    )
    assert "Nina" in log_in(cast.sonia).get("/grants/").content.decode()
    assert "Nina" not in log_in(cast.mara).get("/grants/").content.decode()
    assert log_in(cast.sonia).post(f"/grants/{grant.pk}/approve/").status_code == 302
    assert Permission.CASE_READ in permissions(newcomer)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("needs_approval", False),
        ("granted_by", None),
        ("role", Role.LEGAL_OFFICER),
        ("office", "arauca"),
        ("user", "bruno"),
    ],
)
def test_the_database_keeps_a_grant_as_it_was_given(cast: Cast, column: str, value: object) -> None:
    """The rule of the third person is worth as much as the columns that it reads."""
    grant = give_role(
        cast.ana,
        role=Role.COORDINATOR,
        office=cast.cucuta,
        starts_on=cast.cucuta.today(),
        by=cast.adela,
    )
    said = getattr(cast, value) if isinstance(value, str) and hasattr(cast, value) else value
    with pytest.raises(IntegrityError, match="A grant keeps"), transaction.atomic():
        Grant.objects.filter(pk=grant.pk).update(**{column: said})
    end_grant(grant, on=cast.cucuta.today(), by=cast.adela)


HER, GIVER = "user_id", "granted_by_id"


@pytest.mark.parametrize(
    ("refused_by", "role", "giver", "needs_approval"),
    [
        ("grant_is_given_by_somebody_else", "auditor", HER, False),
        ("grant_is_given_by_somebody_else", "legal_officer", HER, True),
        ("accounts_grant_is_given", "administrator", "NULL", False),
        ("accounts_grant_is_given", "legal_officer", "NULL", True),
        ("accounts_grant_is_given", "legal_officer", GIVER, False),
        ("accounts_grant_is_given", "supervisor", GIVER, False),
        ("", "legal_officer", GIVER, True),
        ("", "administrator", GIVER, False),
    ],
)
def test_the_database_refuses_a_role_that_nobody_else_gave_or_that_goes_without_approval(
    cast: Cast, refused_by: str, role: str, giver: str, needs_approval: bool
) -> None:
    """Of Ana's grant, which Adela gave, another one is made with no word to the actions."""
    copied = (
        "INSERT INTO accounts_grant (id, user_id, role, office_id, starts_on, granted_by_id, granted_at,"  # noqa: S608
        f" needs_approval) SELECT gen_random_uuid(), user_id, %s, office_id, starts_on, {giver}, now(), %s"
        " FROM accounts_grant WHERE user_id = %s"
    )
    expected = pytest.raises(IntegrityError, match=refused_by) if refused_by else nullcontext()
    with expected, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(copied, [role, needs_approval, cast.ana.pk])


def test_the_database_lets_the_first_supervisor_of_an_office_count_at_once(cast: Cast) -> None:
    office = Office.objects.create(name="Maicao")
    first = {"role": Role.SUPERVISOR, "office": office, "granted_by": cast.adela}
    Grant.objects.create(user=cast.ana, **first, starts_on=SINCE)
    with pytest.raises(IntegrityError, match="accounts_grant_is_given"), transaction.atomic():
        Grant.objects.create(user=cast.bruno, **first, starts_on=SINCE)


def test_the_database_needs_approval_for_exactly_the_roles_that_see_people(cast: Cast) -> None:
    refused_at_once = set()
    for role in set(Role) - {Role.SUPERVISOR}:
        team = cast.norte if ROLES[role].held_at is HeldAt.TEAM else None
        try:
            with transaction.atomic():
                give(
                    cast.bruno,
                    role,
                    cast.cucuta,
                    team=team,
                    ends_on=datetime.date(2030, 1, 1),
                    needs_approval=False,
                )
        except IntegrityError:
            refused_at_once.add(role)
    assert refused_at_once == {
        role for role in Role if ROLES[role].sees_people and role != Role.SUPERVISOR
    }


def test_whoever_waits_reads_who_can_approve_the_role_and_nobody_else(
    cast: Cast, newcomer: User
) -> None:
    grant = give_role(
        newcomer,
        role=Role.LEGAL_OFFICER,
        office=cast.cucuta,
        starts_on=cast.adela.today(),
        by=cast.adela,
    )
    page = page_of(log_in(newcomer).get("/account/"))
    assert page.holds(f"Quién puede aprobarlo: {cast.sonia.full_name}.")
    assert not page.holds(cast.ana.full_name)
    approve_grant(grant, by=cast.sonia)
    assert not page_of(log_in(newcomer).get("/account/")).holds("Quién puede aprobarlo")


def test_who_has_no_role_today_is_led_from_every_page_to_the_own_account(
    cast: Cast, newcomer: User
) -> None:
    newcomer.set_password(PASSWORD)
    newcomer.save()
    for waits in (False, True):
        if waits:
            facts = {"role": Role.LEGAL_OFFICER, "office": cast.cucuta, "by": cast.adela}
            give_role(newcomer, starts_on=cast.adela.today(), **facts)
        said = "Su rol espera" if waits else "Todavía no tiene rol"
        for asked in ("", "/", "/cases/"):
            browser = Client()
            sent = {"login": newcomer.email, "password": PASSWORD, "next": asked}
            page = page_of(browser.post(reverse("account_login"), sent, follow=True))
            assert page.holds(said), asked
            assert page_of(browser.get("/", follow=True)).holds(said)
        missing = browser.get("/nowhere/")
        assert missing.status_code == 404
        ways = [
            each.attributes
            for each in page_of(missing, whatever_status=True).root.where("class", "button")
        ]
        leads = [browser.get(way["href"], follow=True) for way in ways if "href" in way]
        assert {each.status_code for each in leads} == {200}


def test_the_form_says_for_which_roles_a_team_and_a_last_day_are_needed(
    cast: Cast, newcomer: User
) -> None:
    adela, address = log_in(cast.adela), reverse("grant-give", args=[newcomer.pk])
    page = page_of(adela.get(address))
    assert page.says("Equipo necesario para gestión de casos")
    assert page.says("Hasta necesario para quien evalúa la exclusión")
    assert not page.says("Equipo opcional")
