"""Inviting, disabling and helping colleagues back in."""

import re
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.core.mail.utils import DNS_NAME
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from knox.models import AuthToken

from accounts.access import NotAllowed
from accounts.actions import users
from accounts.models import AuditEvent, User
from accounts.roles import Role
from tests.cast import PASSWORD, Cast, give, log_in

NEW = "tres gallinas azules beben"


def invite(cast: Cast) -> User:
    log_in(cast.adela).post(
        "/users/invite/",
        {
            "full_name": "Nina Peñaranda",
            "email": "nina@amparo.example",
            "office": str(cast.cucuta.pk),
            "language": "es",
        },
    )
    return User.objects.get(email="nina@amparo.example")


def link_in(letter: mail.EmailMessage) -> str:
    found = re.search(rf"{settings.PUBLIC_URL}(\S+)", str(letter.body))
    assert found
    return found[1]


def test_the_invited_person_sets_a_password_by_mail_and_logs_in(cast: Cast) -> None:
    nina = invite(cast)
    (letter,) = mail.outbox
    assert letter.to == ["nina@amparo.example"]
    for word in ["Nina", "Peñaranda", "nina@", "Cúcuta", "Adela", "Amparo"]:
        assert word not in f"{letter.subject} {letter.body}"
    browser = Client()
    form_path = browser.get(link_in(letter))["Location"]
    browser.post(form_path, {"password1": NEW, "password2": NEW})
    answer = browser.post("/account/login/", {"login": nina.email, "password": NEW})
    assert "Todavía no tiene rol" in browser.get(answer["Location"], follow=True).content.decode()
    assert AuditEvent.objects.get(verb="account.invited").actor == cast.adela


def test_a_mail_names_the_public_host_and_never_the_machine(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DNS_NAME, "_fqdn", "machine.internal", raising=False)
    settings.PUBLIC_URL = "https://amparo.example:8443"
    apps.get_app_config("accounts").ready()
    invite(cast)
    (letter,) = mail.outbox
    assert str(letter.message()["Message-ID"]).endswith("@amparo.example>")
    assert "machine" not in letter.message().as_string()


def test_an_address_is_invited_once_whatever_its_capitals(cast: Cast) -> None:
    invite(cast)
    with pytest.raises(users.UserRefused) as refusal:
        users.invite_user(
            email="NINA@amparo.example",
            full_name="N",
            office=cast.cucuta,
            language="es",
            by=cast.adela,
        )
    assert refusal.value.field == "email"


def test_disabling_ends_sessions_and_tokens_and_enabling_brings_back_roles_not_tokens(
    cast: Cast,
) -> None:
    browser = log_in(cast.ana)
    AuthToken.objects.create(user=cast.ana)
    administrator = log_in(cast.adela)
    administrator.post(f"/users/{cast.ana.pk}/disable/")
    assert browser.get("/account/").status_code == 302
    assert not AuthToken.objects.filter(user=cast.ana).exists()
    administrator.post(f"/users/{cast.ana.pk}/enable/")
    assert browser.get("/account/").status_code == 302
    assert log_in(User.objects.get(pk=cast.ana.pk)).get("/account/").status_code == 200


def test_a_reset_stops_the_old_password_and_mails_a_link(cast: Cast) -> None:
    browser = log_in(cast.ana)
    log_in(cast.adela).post(f"/users/{cast.ana.pk}/reset-password/")
    assert browser.get("/account/").status_code == 302
    assert not User.objects.get(pk=cast.ana.pk).check_password(PASSWORD)
    visitor = Client()
    form_path = visitor.get(link_in(mail.outbox[0]))["Location"]
    visitor.post(form_path, {"password1": NEW, "password2": NEW})
    assert User.objects.get(pk=cast.ana.pk).check_password(NEW)


def test_a_lost_phone_is_forgotten_by_an_administrator_not_by_oneself(cast: Cast) -> None:
    TOTP.activate(cast.ana, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    log_in(cast.adela).post(f"/users/{cast.ana.pk}/reset-second-factor/")
    answer = Client().post("/account/login/", {"login": cast.ana.email, "password": PASSWORD})
    assert answer["Location"] == "/"
    with pytest.raises(users.UserRefused):
        users.reset_second_factor(cast.adela, by=cast.adela)
    with pytest.raises(users.UserRefused):
        users.disable_user(cast.adela, by=cast.adela)


@pytest.mark.parametrize("name", ["ana", "carla", "lucia", "sonia", "aurelio", "mara"])
def test_only_administrators_change_accounts(cast: Cast, name: str) -> None:
    somebody = cast.users[name]
    browser = log_in(somebody)
    for path in ["disable", "enable", "reset-password", "reset-second-factor"]:
        assert browser.post(f"/users/{cast.bruno.pk}/{path}/").status_code == 404
    for action in [users.disable_user, users.enable_user, users.reset_password]:
        with pytest.raises(NotAllowed):
            action(cast.bruno, by=somebody)
    assert browser.get("/users/invite/").status_code == 404


def test_the_list_asks_as_many_questions_for_one_row_as_for_four(cast: Cast) -> None:
    browser = log_in(cast.adela)
    browser.get("/users/")

    def questions(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(path).status_code == 200
        return len(captured)

    one = questions("/users/?words=adela")
    for number in range(4):
        person = User.objects.create(
            email=f"p{number}@amparo.example", full_name=f"P{number}", office=cast.arauca
        )
        give(person, Role.AUDITOR, cast.arauca)
    many = questions("/users/?words=amparo.example")
    assert one == many <= 12


def test_the_list_is_filtered_by_words_office_role_and_state(cast: Cast) -> None:
    browser = log_in(cast.adela)
    User.objects.filter(pk=cast.bruno.pk).update(is_active=False)

    def names(query: str) -> list[str]:
        return [person.full_name for person in browser.get(f"/users/?{query}").context["page_obj"]]

    assert names("words=ana@") == ["Ana"]
    assert names(f"office={cast.arauca.pk}") == ["Mara"]
    assert names("role=legal_officer") == ["Lucia", "Luis"]
    assert names("is_active=False") == ["Bruno"]
