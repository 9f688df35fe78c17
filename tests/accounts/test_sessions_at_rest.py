"""A stolen copy of the session table logs nobody in and tells nothing."""

import base64
import datetime
import json
import os

import pytest
import time_machine
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from accounts.models import Session, User
from accounts.sessions import SessionStore, stored_key
from tests.cast import Cast
from vault.master import current, derive


def who(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.user.email if request.user.is_authenticated else "nobody")


urlpatterns = [path("who/", who)]
pytestmark = pytest.mark.urls(__name__)
NEW = base64.b64encode(b"N" * 32).decode()


@pytest.fixture
def anas_browser(cast: Cast) -> Client:
    browser = Client()
    browser.force_login(cast.ana)
    return browser


def seen(browser: Client) -> str:
    return browser.get("/who/").content.decode()


def test_the_cookie_logs_in_and_what_the_table_holds_does_not(anas_browser: Client) -> None:
    row = Session.objects.get()
    cookie = anas_browser.cookies[settings.SESSION_COOKIE_NAME].value
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = row.session_key
    assert row.session_key == stored_key(cookie)
    assert cookie not in row.session_key + row.session_data
    assert (seen(anas_browser), seen(thief)) == ("ana@amparo.example", "nobody")


def test_the_content_of_a_session_cannot_be_read_nor_moved_to_another_row(db: None) -> None:
    store = SessionStore()
    store["seed"] = "JBSWY3DPEHPK3PXP"
    store.save()
    other = SessionStore()
    other.save()
    row = Session.objects.get(session_key=stored_key(store.session_key))
    assert "JBSWY3DPEHPK3PXP" not in row.session_data
    assert SessionStore(store.session_key)["seed"] == "JBSWY3DPEHPK3PXP"
    Session.objects.exclude(pk=row.pk).update(session_data=row.session_data)
    assert SessionStore(other.session_key).get("seed") is None


def as_sealed_before(text: str, place: str) -> str:
    """As sessions once were sealed: without a version, under another key, bound to the bare place."""
    cipher, nonce = AESGCM(derive(current().secret, "accounts session")), os.urandom(12)
    return base64.urlsafe_b64encode(
        nonce + cipher.encrypt(nonce, text.encode(), place.encode())
    ).decode()


def test_what_was_sealed_in_the_form_of_before_opens_no_session(db: None, cast: Cast) -> None:
    store = SessionStore()
    store["seed"] = "JBSWY3DPEHPK3PXP"
    store.save()
    rows = Session.objects.filter(session_key=stored_key(store.session_key))
    content = json.dumps({"seed": "JBSWY3DPEHPK3PXP"})
    assert SessionStore(store.session_key).get("seed") == "JBSWY3DPEHPK3PXP"
    for _chance_of_the_first_byte in range(300):
        rows.update(session_data=as_sealed_before(content, stored_key(store.session_key)))
        assert SessionStore(store.session_key).get("seed") is None


def test_a_session_outlives_a_new_master_key_while_the_old_one_is_named(
    anas_browser: Client, settings: Settings
) -> None:
    settings.MASTER_KEY, old = NEW, settings.MASTER_KEY
    cookie = anas_browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert SessionStore(cookie).get(SESSION_KEY) is None
    settings.OLD_MASTER_KEYS = [old]
    assert SessionStore(cookie)[SESSION_KEY] == str(Session.objects.get().user_id)
    assert seen(anas_browser) == "ana@amparo.example"


def test_thirty_idle_minutes_end_a_session(cast: Cast) -> None:
    start = datetime.datetime(2019, 2, 23, 8, tzinfo=datetime.UTC)
    browser = Client()
    with time_machine.travel(start, tick=False) as clock:
        browser.force_login(cast.ana)
        clock.shift(datetime.timedelta(minutes=29))
        assert seen(browser) == "ana@amparo.example"
        clock.shift(datetime.timedelta(minutes=29))
        assert seen(browser) == "ana@amparo.example"
        clock.shift(datetime.timedelta(minutes=31))
        assert seen(browser) == "nobody"


def test_ten_hours_end_a_session_however_busy_it_is(cast: Cast) -> None:
    start = datetime.datetime(2019, 2, 23, 8, tzinfo=datetime.UTC)
    browser = Client()
    with time_machine.travel(start, tick=False) as clock:
        browser.force_login(cast.ana)
        for _quarter in range(39):
            clock.shift(datetime.timedelta(minutes=15))
            assert seen(browser) == "ana@amparo.example"
        clock.shift(datetime.timedelta(minutes=16))
        assert seen(browser) == "nobody"


def test_a_busy_browser_writes_its_session_once_a_minute_at_most(
    anas_browser: Client, django_assert_num_queries: object
) -> None:
    seen(anas_browser)
    with django_assert_num_queries(2):  # the session, the user with the office
        seen(anas_browser)


@pytest.mark.parametrize("change", ["disabled", "password"])
def test_disabling_and_a_new_password_end_sessions_at_the_next_request(
    anas_browser: Client, cast: Cast, change: str
) -> None:
    assert seen(anas_browser) == "ana@amparo.example"
    ana = User.objects.get(pk=cast.ana.pk)
    if change == "disabled":
        ana.is_active = False
    else:
        ana.set_password("another word for everything")
    ana.save()
    assert seen(anas_browser) == "nobody"


def test_pages_behind_a_log_in_are_not_kept_by_the_browser(anas_browser: Client) -> None:
    assert "no-store" in anas_browser.get("/who/")["Cache-Control"]
    assert "Cache-Control" not in Client().get("/who/")
