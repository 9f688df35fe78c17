"""Logging in: by e-mail only, without telling strangers who has an account, and written down."""

import datetime
import re

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.actions.password_links import send_wanted_links
from accounts.models import AuditEvent, User, WantedPasswordLink
from config import settings as from_settings
from tests.cast import PASSWORD, Cast

LOG_IN = "/account/login/"


def try_log_in(email: str, password: str = PASSWORD, address: str = "10.0.0.1") -> object:
    browser = Client(REMOTE_ADDR=address)
    response = browser.post(LOG_IN, {"login": email, "password": password})
    response.errors = (  # type: ignore[attr-defined]
        response.context["form"].non_field_errors() if response.status_code == 200 else []
    )
    return response


def test_the_right_password_opens_the_start_page_and_is_written_down(cast: Cast) -> None:
    response = try_log_in("ana@amparo.example")
    assert (response.status_code, response["Location"]) == (302, "/")
    event = AuditEvent.objects.get(verb="account.logged_in")
    assert (event.actor, event.about_id, event.office) == (cast.ana, str(cast.ana.pk), cast.cucuta)


def test_an_unknown_a_disabled_and_a_mistyped_account_look_alike(cast: Cast) -> None:
    User.objects.filter(pk=cast.bruno.pk).update(is_active=False)
    answers = [
        try_log_in("nobody@amparo.example"),
        try_log_in("bruno@amparo.example"),
        try_log_in("ana@amparo.example", "wrong-wrong-wrong"),
    ]
    assert [(each.status_code, each.errors) for each in answers] == [
        (200, ["El correo o la contraseña no son correctos."])
    ] * 3
    about = AuditEvent.objects.filter(verb="account.log_in_failed").values_list("about_id")
    assert {row[0] for row in about} == {"", str(cast.bruno.pk), str(cast.ana.pk)}


def test_there_is_no_sign_up_and_no_other_page_of_allauth(cast: Cast) -> None:
    for name in ["account_signup", "account_email", "account_set_password", "account_inactive"]:
        with pytest.raises(NoReverseMatch):
            reverse(name)
    for path in ["/accounts/signup/", "/account/signup/", "/account/email/"]:
        assert Client().get(path).status_code == 404


def test_a_reset_mail_names_nobody_and_goes_only_to_accounts_that_may_log_in(cast: Cast) -> None:
    User.objects.filter(pk=cast.bruno.pk).update(is_active=False)
    pages = set()
    for email in ["nobody@amparo.example", "bruno@amparo.example", "ana@amparo.example"]:
        answer = Client().post("/account/password/reset/", {"email": email}, follow=True)
        text = answer.content.decode()
        pages.add(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text))
    assert len(pages) == 1
    assert mail.outbox == []
    assert WantedPasswordLink.objects.count() == 3
    assert (send_wanted_links(), send_wanted_links()) == (1, 0)
    assert not WantedPasswordLink.objects.exists()
    (letter,) = mail.outbox
    assert letter.to == ["ana@amparo.example"]
    text = f"{letter.subject} {letter.body}"
    assert "Ana" not in text
    assert "amparo.example" not in text
    assert "Cúcuta" not in text


def test_a_link_waits_while_the_mail_server_is_away_and_no_longer_than_an_hour(
    cast: Cast, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    Client().post("/account/password/reset/", {"email": "ana@amparo.example"})
    assert send_wanted_links() == 0
    assert WantedPasswordLink.objects.get().user == cast.ana
    WantedPasswordLink.objects.update(asked_at=timezone.now() - datetime.timedelta(hours=2))
    assert send_wanted_links() == 0
    assert not WantedPasswordLink.objects.exists()


def test_the_link_sets_a_password_once_and_ends_tokens(cast: Cast) -> None:
    browser = Client()
    browser.post("/account/password/reset/", {"email": "ana@amparo.example"})
    send_wanted_links()
    link = next(line for line in mail.outbox[0].body.splitlines() if "/reset/key/" in line)
    path = link.removeprefix(settings.PUBLIC_URL)
    form_path = browser.get(path)["Location"]
    new = "tres gallinas azules beben"
    answer = browser.post(form_path, {"password1": new, "password2": new})
    assert answer.status_code == 302
    assert try_log_in("ana@amparo.example", new).status_code == 302
    assert try_log_in("ana@amparo.example").errors
    assert "password1" not in Client().get(path, follow=True).content.decode()


def test_logging_out_takes_a_post_and_is_written_down(cast: Cast) -> None:
    browser = Client()
    browser.force_login(cast.ana)
    browser.get("/account/logout/")
    assert "_auth_user_id" in browser.session
    browser.post("/account/logout/")
    assert "_auth_user_id" not in browser.session
    assert AuditEvent.objects.filter(verb="account.logged_out", actor=cast.ana).count() == 1


def test_passwords_are_kept_with_argon2id() -> None:
    (hasher,) = from_settings.PASSWORD_HASHERS
    assert hasher == "django.contrib.auth.hashers.Argon2PasswordHasher"
    assert Argon2PasswordHasher().encode("tres gallinas", "saltsalt").startswith("argon2$argon2id$")


def test_too_many_requests_are_told_to_wait_in_spanish(cast: Cast) -> None:
    for _attempt in range(30):
        Client(REMOTE_ADDR="10.3.0.1").post("/account/login/", {"login": "", "password": ""})
    answer = Client(REMOTE_ADDR="10.3.0.1").post("/account/login/", {"login": "", "password": ""})
    assert answer.status_code == 429
    assert "Espere un poco" in answer.content.decode()
