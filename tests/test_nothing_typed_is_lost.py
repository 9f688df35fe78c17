"""A form that was sent to a page which is no more: nothing is saved by halves, and what was typed comes back."""

import datetime

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Session
from casework.merges.actions import merge_individuals
from casework.notes.models import Note
from tests.build import a_case, an_individual
from tests.cast import PASSWORD, Cast, log_in

TYPED = "Vive con su tía en Los Patios"


def test_who_sends_a_form_to_a_merged_record_is_told_and_gets_it_back(cast: Cast) -> None:
    survivor = an_individual(cast)
    merged = an_individual(cast, given_names="Jorman José", document="V-5.111.222")
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    browser = log_in(cast.ana)
    page = browser.post(
        reverse("individual-correct", args=[merged.number]), {"given_names": TYPED}, follow=True
    )
    text = page.content.decode()
    assert page.redirect_chain[-1][0] == reverse("individual-correct", args=[survivor.number])
    assert "No se guardó nada: entretanto la ficha se unió con esta." in text
    assert TYPED in text
    again = browser.get(reverse("individual-correct", args=[merged.number]), follow=True)
    assert "No se guardó nada" not in again.content.decode()


def send_after_the_session_ended(cast: Cast) -> Client:
    """Ana's browser, at the log-in, with what she had sent."""
    case, browser = a_case(cast), log_in(cast.ana)
    over = timezone.now() - datetime.timedelta(minutes=1)
    Session.objects.filter(user=cast.ana).update(expire_date=over)
    page = browser.post(reverse("note-write", args=[case.number]), {"text": TYPED}, follow=True)
    assert page.redirect_chain[-1][0].startswith("/account/login/?next=")
    text = page.content.decode()
    assert "Su sesión había terminado." in text
    assert TYPED not in text
    assert not Note.objects.exists()
    return browser


def enter(browser: Client, email: str) -> str:
    answer = browser.post("/account/login/", {"login": email, "password": PASSWORD}, follow=True)
    return answer.content.decode()


def test_whose_session_had_ended_gets_back_what_was_typed_after_the_log_in(cast: Cast) -> None:
    text = enter(send_after_the_session_ended(cast), cast.ana.email)
    assert "No se guardó nada: su sesión había terminado." in text
    assert TYPED in text


def test_somebody_else_at_that_computer_does_not_read_it(cast: Cast) -> None:
    browser = send_after_the_session_ended(cast)
    assert TYPED not in enter(browser, cast.bruno.email)
    browser.post("/account/logout/")
    assert TYPED not in enter(browser, cast.ana.email)


def test_who_never_logged_in_is_not_told_of_a_session(cast: Cast) -> None:
    assert "sesión había" not in Client().get("/", follow=True).content.decode()
