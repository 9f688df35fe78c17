"""The own account: language, tokens, sessions, proving oneself again, leaving in a hurry."""

from typing import Any

import pytest
from django.test import Client
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed

from accounts.actions.tokens import TokenRefused, create_token
from accounts.models import AuditEvent, Session, User
from tests.cast import PASSWORD, Cast, log_in
from tests.page import page_of


def whose(token: str) -> str:
    user, _row = TokenAuthentication().authenticate_credentials(token.encode())
    return str(user.email)


def tokens_on(answer: Any) -> list[str]:
    return [code.text for code in page_of(answer).root.where("class", "token")]


def test_a_token_is_shown_once_stored_hashed_and_may_what_its_owner_may(cast: Cast) -> None:
    browser = log_in(cast.ana)
    [token] = tokens_on(browser.post("/account/tokens/new/"))
    row = AuthToken.objects.get()
    assert token not in f"{row.digest}{row.token_key}"
    assert not page_of(browser.get("/account/tokens/")).holds(token)
    assert whose(token) == "ana@amparo.example"
    assert log_in(cast.bruno).post(f"/account/tokens/{row.token_key}/revoke/").status_code == 404
    browser.post(f"/account/tokens/{row.token_key}/revoke/")
    with pytest.raises(AuthenticationFailed):
        whose(token)


def test_a_new_password_ends_tokens_and_other_sessions_and_keeps_this_one(cast: Cast) -> None:
    here, there = log_in(cast.ana), log_in(cast.ana)
    token = create_token(cast.ana, by=cast.ana)
    new = "tres gallinas azules beben"
    here.post(
        "/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new}
    )
    assert User.objects.get(pk=cast.ana.pk).check_password(new)
    assert (here.get("/account/").status_code, there.get("/account/").status_code) == (200, 302)
    with pytest.raises(AuthenticationFailed):
        whose(token)


def test_nobody_keeps_more_than_five_tokens(cast: Cast) -> None:
    for _number in range(5):
        create_token(cast.ana, by=cast.ana)
    with pytest.raises(TokenRefused):
        create_token(cast.ana, by=cast.ana)


def test_an_old_log_in_gives_the_password_again_and_then_goes_on(cast: Cast) -> None:
    browser = Client()
    browser.force_login(cast.ana)
    answer = browser.post("/account/tokens/new/")
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert not AuthToken.objects.exists()
    wrong = browser.post(answer["Location"], {"password": "wrong-wrong-wrong"})
    assert wrong.status_code == 200
    assert not AuthToken.objects.exists()
    assert tokens_on(browser.post(answer["Location"], {"password": PASSWORD}))
    assert AuthToken.objects.count() == 1


def test_a_proof_counts_for_five_minutes(cast: Cast) -> None:
    browser = log_in(cast.ana)
    session = browser.session
    (proof,) = session["account_authentication_methods"]
    proof["at"] -= 290
    session["account_authentication_methods"] = [proof]
    session.save()
    assert tokens_on(browser.post("/account/tokens/new/"))
    proof["at"] -= 11
    session["account_authentication_methods"] = [proof]
    session.save()
    assert browser.post("/account/tokens/new/").status_code == 302


def test_the_language_of_the_account_holds_in_every_browser(cast: Cast) -> None:
    browser = log_in(cast.ana)
    assert page_of(browser.get("/account/")).says("Mi cuenta")
    browser.post("/account/language/", {"language": "en"})
    other = Client(headers={"accept-language": "es"})
    other.force_login(cast.ana)
    assert page_of(other.get("/account/")).says("My account")


def test_keys_of_one_sign_are_switched_off_and_on_for_the_own_account(cast: Cast) -> None:
    browser, address = log_in(cast.ana), "/account/keys/"
    assert "data-no-letter-keys" not in browser.get("/account/").content.decode()
    off = browser.post(address, {"has_no_letter_keys": "on"}, follow=True)
    assert page_of(off).says("Las teclas de un solo signo ya no hacen nada.")
    assert "<body data-no-letter-keys" in off.content.decode()
    other = log_in(cast.bruno).get("/account/").content.decode()
    assert "data-no-letter-keys" not in other
    on = browser.post(address, {}, follow=True)
    assert "data-no-letter-keys" not in on.content.decode()


def test_every_page_holds_the_card_of_keys_and_a_link_for_whoever_has_no_script(
    cast: Cast,
) -> None:
    page = page_of(log_in(cast.ana).get("/account/"))
    [link] = page.root.where("data-keys")
    assert link.attributes["href"] == "/help/keys/"
    [card] = page.root.where("id", "keys")
    assert "abre esta lista de teclas" in card.text


def test_a_stranger_chooses_a_language_and_is_led_nowhere_else(cast: Cast) -> None:
    browser = Client()
    answer = browser.post(
        "/account/language/", {"language": "en", "next": "https://example.org/account/"}
    )
    assert answer["Location"] == "/account/login/"
    assert page_of(browser.get("/account/login/")).says("Log in")


def test_ending_other_sessions_keeps_this_one(cast: Cast) -> None:
    here, there, bruno = log_in(cast.ana), log_in(cast.ana), log_in(cast.bruno)
    here.post("/account/sessions/end/")
    assert [each.get("/account/").status_code for each in (here, there, bruno)] == [200, 302, 200]


def test_the_warning_gets_its_times_and_extending_answers_nothing(cast: Cast) -> None:
    browser = log_in(cast.ana)
    context = browser.get("/account/").context
    assert context["session_idle_seconds"] == 1800
    assert 35_990 <= context["session_longest_seconds"] <= 36_000
    answer = browser.post("/account/session/extend/")
    assert (answer.status_code, answer.content) == (204, b"")
    assert Client().post("/account/session/extend/").status_code == 302


def test_quick_exit_logs_out_clears_the_browser_and_names_nothing(cast: Cast) -> None:
    browser = log_in(cast.ana)
    answer = browser.post("/quick-exit/")
    assert not Session.objects.filter(user=cast.ana).exists()
    assert answer["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    page = page_of(answer)
    for word in ["Amparo", "Ana", "asilo", "caso"]:
        assert not page.holds(word)
    assert browser.get("/account/").status_code == 302
    assert AuditEvent.objects.filter(verb="account.quick_exit", actor=cast.ana).exists()
