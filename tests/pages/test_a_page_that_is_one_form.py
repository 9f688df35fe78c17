"""A page asks, acts, and goes on; it looks before it shows, and shows what was refused."""

from typing import Any

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

from accounts.models import User
from pages.answers import form_response
from pages.forms import ActionForm
from pages.refusals import ActionRefused

pytestmark = pytest.mark.django_db


class NameForm(ActionForm):
    name = forms.CharField()


class Page:
    """One page, asked as often as a test wants; `seen` tells in order what it did."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.user = User(full_name="Ana")

    def act(self, about: str, *, name: str, by: User) -> str:
        if name == "taken":
            raise ActionRefused("Somebody has this name.", field="name")
        self.seen.append((about, name, by))
        return name

    def opened(self, data: dict[str, str] | None = None, **said: Any) -> Any:
        asks = RequestFactory()
        self.request = asks.get("/") if data is None else asks.post("/", data)
        self.request.user, self.request.session = self.user, {}  # type: ignore[assignment]
        self.request._messages = CookieStorage(self.request)  # type: ignore[attr-defined]
        return form_response(
            self.request,
            NameForm(data),
            self.act,
            "office",
            back="/back",
            done="Done.",
            looks=lambda: self.seen.append("looked"),
            refused=lambda: {"submit": "Try again"},
            template="pages/_form.html",
            **said,
        )

    @property
    def told(self) -> list[str]:
        return [str(message) for message in get_messages(self.request)]


@pytest.fixture
def page() -> Page:
    return Page()


def test_it_asks_after_the_look_is_on_record(page):
    asked = page.opened()
    assert (asked.status_code, page.seen) == (200, ["looked"])
    assert 'href="/back"' in asked.content.decode()


def test_it_acts_as_the_user_says_so_and_goes_back_without_a_look(page):
    sent = page.opened({"name": "Centre"})
    assert (sent.status_code, sent["Location"]) == (302, "/back")
    assert page.seen == [("office", "Centre", page.user)]
    assert page.told == ["Done."]


def test_the_result_may_say_where_to_go(page):
    sent = page.opened({"name": "centre"}, success_url=lambda name: f"/{name}")
    assert sent["Location"] == "/centre"


def test_a_refusal_stands_in_the_form_and_that_page_is_looked_at(page):
    sent = page.opened({"name": "taken"})
    assert (sent.status_code, page.seen, page.told) == (200, ["looked"], [])
    assert "Somebody has this name." in sent.content.decode()
    assert "Try again" in sent.content.decode()


def test_what_is_not_valid_is_asked_again_and_was_not_refused(page):
    sent = page.opened({"name": ""})
    assert (sent.status_code, page.seen) == (200, ["looked"])
    assert "Try again" not in sent.content.decode()


def test_a_page_may_do_without_the_way_back(page):
    assert "/back" not in page.opened(cancel_url="").content.decode()
