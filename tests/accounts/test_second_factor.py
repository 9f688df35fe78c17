"""The second factor: sealed at rest, once per code, and in production for everybody."""

import re

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from accounts.models import AuditEvent, Session, User
from tests.cast import PASSWORD, Cast, log_in

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
NOON = 1_550_923_200  # 23 February 2019, 12:00 UTC, the first second of a code


def code_at(moment: int, secret: str = SECRET) -> str:
    return format_hotp_value(hotp_value(secret, moment // 30))


@pytest.fixture
def ana_with_phone(cast: Cast) -> User:
    TOTP.activate(cast.ana, SECRET)
    return cast.ana


def test_a_seed_is_sealed_in_the_database_and_works_all_the_same(ana_with_phone: User) -> None:
    row = Authenticator.objects.get(user=ana_with_phone)
    assert SECRET not in str(row.data)
    with time_machine.travel(NOON, tick=False):
        assert row.wrap().validate_code(code_at(NOON))


def test_a_code_works_once_even_for_another_process(ana_with_phone: User) -> None:
    row = Authenticator.objects.get(user=ana_with_phone)
    with time_machine.travel(NOON, tick=False):
        first = row.wrap().validate_code(code_at(NOON))
        caches["default"].close()
        again = Authenticator.objects.get(pk=row.pk).wrap().validate_code(code_at(NOON))
    assert (first, again) == (True, False)


def test_the_right_password_alone_opens_nothing(ana_with_phone: User) -> None:
    browser = Client()
    answer = browser.post("/account/login/", {"login": ana_with_phone.email, "password": PASSWORD})
    assert answer["Location"] == "/account/second-factor/code/"
    assert browser.get("/account/").status_code == 302
    with time_machine.travel(NOON, tick=False):
        browser = Client()
        browser.post("/account/login/", {"login": ana_with_phone.email, "password": PASSWORD})
        wrong = browser.post("/account/second-factor/code/", {"code": code_at(NOON - 600)})
        right = browser.post("/account/second-factor/code/", {"code": code_at(NOON)})
        assert (wrong.status_code, right.status_code) == (200, 302)
        assert browser.get("/account/").status_code == 200
    failed = AuditEvent.objects.get(verb="account.second_factor_failed")
    assert failed.about_id == str(ana_with_phone.pk)


@pytest.mark.parametrize("name", ["ana", "carla", "lucia", "sonia", "adela", "aurelio"])
def test_in_production_every_role_first_sets_up_a_second_factor(
    cast: Cast, settings: Settings, name: str
) -> None:
    browser = log_in(cast.users[name])
    assert browser.get("/account/").status_code == 200
    settings.MFA_REQUIRED = True
    for path in ["/account/", "/roles/", "/users/", "/account/tokens/"]:
        assert browser.get(path).headers.get("Location") == "/account/second-factor/set-up/"
    assert browser.get("/account/second-factor/set-up/").status_code == 200


@pytest.mark.django_db(transaction=True)  # What is written down after the commit belongs to it.
def test_setting_one_up_shows_an_image_from_an_address_and_ends_in_recovery_codes(
    cast: Cast, settings: Settings
) -> None:
    settings.MFA_REQUIRED = True
    browser = log_in(cast.ana)
    page = browser.get("/account/second-factor/set-up/").content.decode()
    assert "data:" not in page
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)
    assert secret
    (image,) = re.findall(r'src="(/account/second-factor/image[^"]+)"', page)
    drawing = browser.get(image)
    assert drawing["Content-Type"].startswith("image/svg+xml")
    assert b"<svg" in drawing.content
    assert secret[1] not in Session.objects.get(user=cast.ana).session_data
    with time_machine.travel(NOON, tick=False):
        browser = log_in(cast.ana)
        page = browser.get("/account/second-factor/set-up/").content.decode()
        fresh = re.search(r"<code>([A-Z2-7]{32})</code>", page)
        assert fresh
        answer = browser.post(
            "/account/second-factor/set-up/", {"code": code_at(NOON, fresh[1])}, follow=True
        )
        codes = re.findall(r"<code>(\d{8})</code>", answer.content.decode())
        assert len(codes) == 10
        assert AuditEvent.objects.filter(verb="account.second_factor_set", actor=cast.ana).exists()
        assert {letter.to[0] for letter in mail.outbox} == {"ana@amparo.example"}
        assert all("factor" not in f"{each.subject}{each.body}" for each in mail.outbox)
        assert browser.get("/account/").status_code == 200


def test_a_recovery_code_lets_in_once(ana_with_phone: User) -> None:
    browser = log_in(ana_with_phone)
    browser.post("/account/recovery-codes/new/")
    code = re.findall(
        r"<code>(\d{8})</code>", browser.get("/account/recovery-codes/").content.decode()
    )[0]
    answers = []
    for _attempt in range(2):
        thief = Client()
        thief.post("/account/login/", {"login": ana_with_phone.email, "password": PASSWORD})
        answers.append(thief.post("/account/second-factor/code/", {"code": code}).status_code)
    assert answers == [302, 200]


def test_where_it_is_required_nobody_switches_it_off(
    ana_with_phone: User, settings: Settings
) -> None:
    settings.MFA_REQUIRED = True
    browser = log_in(ana_with_phone)
    browser.post("/account/second-factor/end/")
    assert Authenticator.objects.filter(user=ana_with_phone, type="totp").exists()
    settings.MFA_REQUIRED = False
    browser.post("/account/second-factor/end/")
    assert not Authenticator.objects.filter(user=ana_with_phone, type="totp").exists()
