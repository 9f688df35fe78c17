"""Guessing is slow, and nobody keeps the owner out by failing on purpose."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.throttles import ALARM_AT, LoginAttempt, waiting_time_in_words
from tests.cast import PASSWORD, Cast

LOG_IN = "/account/login/"
WRONG = "wrong-wrong-wrong"
NEW = "tres gallinas azules beben"


@pytest.fixture
def counted_in_memory(settings: Any) -> Iterator[None]:
    """A hundred guesses are not a thousand statements; the other tests count in the cache that all processes share."""
    backend = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "guesses"}
    settings.CACHES = {**settings.CACHES, "default": backend}
    yield
    cache.clear()


def log_in(
    email: str,
    password: str = PASSWORD,
    *,
    address: str = "10.0.0.1",
    browser: Client | None = None,
) -> list[str] | None:
    """None for somebody who is in, else what the page says."""
    browser = browser or Client()
    answer = browser.post(
        LOG_IN, {"login": email, "password": password}, REMOTE_ADDR=address, follow=False
    )
    if answer.status_code == 302:
        return None
    return list(answer.context["form"].non_field_errors())


def guess(email: str, times: int) -> None:
    """Strangers' wrong passwords, each from an address of its own, counted as the page to log in counts them."""
    for host in range(times):
        address = f"10.1.0.{host}"
        with suppress(ValidationError):
            LoginAttempt(RequestFactory(REMOTE_ADDR=address).post(LOG_IN), email, address).count()


def anas_browser() -> Client:
    browser = Client()
    assert log_in("ana@amparo.example", browser=browser) is None
    browser.post("/account/logout/")
    return browser


def test_five_failures_slow_this_account_from_this_address_and_lock_nobody_else_out(
    cast: Cast,
) -> None:
    for _attempt in range(5):
        log_in("ana@amparo.example", WRONG)
    assert log_in("ana@amparo.example") == [
        "Demasiados intentos. Espere 5 minutos y vuelva a intentarlo."
    ]
    assert log_in("bruno@amparo.example") is None
    assert log_in("ana@amparo.example", address="10.0.0.2") is None


@pytest.mark.usefixtures("counted_in_memory")
def test_guessing_one_account_from_many_addresses_is_bounded_for_strangers(cast: Cast) -> None:
    guess("ana@amparo.example", 95)
    for host in range(5):
        assert log_in("ana@amparo.example", WRONG, address=f"10.3.0.{host}")
    (told,) = log_in("ana@amparo.example", address="10.2.0.1") or [""]
    assert "espere 24 horas" in told
    assert "elija una contraseña nueva por correo" in told
    assert log_in("bruno@amparo.example", address="10.2.0.1") is None


@pytest.mark.usefixtures("counted_in_memory")
def test_a_browser_that_logged_in_before_is_not_slowed_by_strangers(cast: Cast) -> None:
    """Neither by those of far away, nor by one who fails at its own address."""
    browser = anas_browser()
    guess("ana@amparo.example", 100)
    for _attempt in range(20):
        log_in("ana@amparo.example", WRONG, address="10.0.0.1")
    assert log_in("ana@amparo.example", browser=browser, address="10.0.0.1") is None


def test_a_browser_that_logged_in_before_guesses_no_faster(cast: Cast) -> None:
    browser = anas_browser()
    for _attempt in range(5):
        log_in("ana@amparo.example", WRONG, browser=browser)
    (told,) = log_in("ana@amparo.example", browser=browser, address="10.9.0.1") or [""]
    assert "Espere 5 minutos" in told
    assert log_in("bruno@amparo.example", browser=browser) is None


@pytest.mark.usefixtures("counted_in_memory")
def test_a_new_password_opens_an_account_that_strangers_closed(cast: Cast) -> None:
    """What an administrator's reset is for: link by mail, new password, in from any browser."""
    guess("ana@amparo.example", 100)
    assert log_in("ana@amparo.example", address="10.2.0.1")
    administrator = Client()
    assert log_in("adela@amparo.example", browser=administrator) is None
    administrator.post(f"/users/{cast.ana.pk}/reset-password/")
    guess("ana@amparo.example", 100)
    link = next(line for line in mail.outbox[-1].body.splitlines() if "/reset/key/" in line)
    browser = Client()
    form_path = browser.get(link.removeprefix(settings.PUBLIC_URL))["Location"]
    assert browser.post(form_path, {"password1": NEW, "password2": NEW}).status_code == 302
    assert log_in("ana@amparo.example", NEW, address="10.2.0.1") is None
    guess("ana@amparo.example", 100)
    assert log_in("ana@amparo.example", NEW, browser=browser, address="10.2.0.2") is None


@pytest.mark.usefixtures("counted_in_memory")
def test_the_cookie_is_signed_and_tells_nobodys_address(cast: Cast) -> None:
    browser = anas_browser()
    cookie = browser.cookies[settings.DEVICE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert "amparo" not in cookie.value
    assert str(cast.ana.pk) not in cookie.value
    guess("ana@amparo.example", 100)
    browser.cookies[settings.DEVICE_COOKIE_NAME] = cookie.value[1:]
    assert log_in("ana@amparo.example", browser=browser, address="10.2.0.1")


@pytest.mark.usefixtures("counted_in_memory")
def test_colleagues_at_one_computer_are_each_known_to_it(cast: Cast) -> None:
    browser = anas_browser()
    assert log_in("bruno@amparo.example", browser=browser) is None
    browser.post("/account/logout/")
    guess("ana@amparo.example", 100)
    assert log_in("ana@amparo.example", browser=browser, address="10.2.0.1") is None


@pytest.mark.parametrize(
    ("permission", "reader"),
    [(Permission.AUDIT_OFFICE_READ, "sonia"), (Permission.USER_CHANGE, "adela")],
)
@pytest.mark.usefixtures("counted_in_memory")
def test_fifty_tries_are_written_down_once_where_those_look_who_must_know(
    cast: Cast, permission: Permission, reader: str
) -> None:
    guess("ana@amparo.example", ALARM_AT - 1)
    seen = AuditEvent.objects.visible_to(cast.users[reader], permission)
    assert not seen.filter(verb="account.guessed_at").exists()
    guess("ana@amparo.example", 10)
    event = seen.get(verb="account.guessed_at")
    assert (event.about_id, event.office, event.actor) == (str(cast.ana.pk), cast.cucuta, None)
    assert not AuditEvent.objects.filter(office=cast.arauca, verb=event.verb).exists()


@pytest.mark.usefixtures("counted_in_memory")
def test_an_unknown_address_is_counted_and_refused_alike(cast: Cast) -> None:
    guess("nobody@amparo.example", 100)
    guess("ana@amparo.example", 100)
    assert not User.objects.filter(email="nobody@amparo.example").exists()
    assert log_in("nobody@amparo.example", WRONG, address="10.2.0.1") == log_in(
        "ana@amparo.example", WRONG, address="10.2.0.1"
    )


def test_waiting_is_told_in_whole_minutes_or_hours_rounded_up(english: None) -> None:
    told = {
        0: "1 minute",
        61: "2 minutes",
        7_140: "119 minutes",
        7_141: "2 hours",
        86_000: "24 hours",
    }
    assert {seconds: waiting_time_in_words(seconds) for seconds in told} == told
