"""Drafts, groups and slips in Chromium: the script saves drafts, the keyboard suffices, and axe finds no fault."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import Session
from casework.arrivals.forms.arrival import MOST_ROWS
from casework.arrivals.models import ArrivalDraft
from casework.register.choices import Relation
from casework.register.models.case import Case
from tests.browser import at_desk, chromium, faults_in_each_look, log_in_by_hand
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import Cast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]


def test_the_script_keeps_a_draft_after_ten_seconds_and_says_so(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.clock.install()
        page.goto(live_server.url + reverse("arrival-log"))
        page.clock.fast_forward(10_500)
        assert ArrivalDraft.objects.count() == 0
        page.keyboard.type("Yorman José")
        page.clock.fast_forward(10_500)
        page.locator("[data-draft-said]:not(:empty)").wait_for()
    draft = ArrivalDraft.objects.get()
    assert (draft.user, draft.typed["head-given_names"]) == (cast.ana, ["Yorman José"])


def test_what_was_typed_before_the_session_ended_is_saved_after_a_log_in_in_a_new_tab(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.clock.install()
        page.goto(live_server.url + reverse("arrival-log"))
        page.keyboard.type("Yorman")
        # Waits for open requests: an answer after the end of the session would be an error.
        with page.expect_response(f"**{reverse('arrival-duplicates')}"):
            page.clock.fast_forward(31 * 60_000)
        notice = page.locator("#session-warning")
        notice.locator("p[data-over]").wait_for()
        page.locator("[data-draft-said]:not(:empty)").wait_for(state="attached")
        Session.objects.all().delete()
        with page.context.expect_page() as opened:
            notice.locator("[data-login]").click()
        log_in_by_hand(opened.value, live_server.url, "ana", "/account/")
        notice.wait_for(state="hidden")
        page.keyboard.press("Tab")
        page.keyboard.type("Rodríguez")
        page.locator("[name=head-force]").select_option("none")
        page.locator("[data-save]").click()
        page.wait_for_url("**/cases/*/", timeout=8000)
        page.locator("h1").wait_for()
    case = Case.objects.get()
    assert [person.full_name for person in people_of(case)] == ["Yorman Rodríguez"]
    assert ArrivalDraft.objects.count() == 0


def test_the_page_says_how_many_people_it_takes_when_no_row_is_added_any_more(
    translations: None, live_server: Any, cast: Cast
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        sentence = page.get_by_role("alert").filter(has_text="41 personas")
        add = page.locator("[data-add-row]")
        seen = []
        for clicks in (MOST_ROWS, 1):
            add.evaluate("(button, times) => { while (times--) button.click(); }", clicks)
            seen.append((page.locator("[data-rows] [data-row]").count(), sentence.is_visible()))
        assert seen == [(MOST_ROWS + 1, False), (MOST_ROWS + 1, True)]


def test_a_page_is_over_and_keeps_its_token_once_somebody_else_logs_in(
    translations: None, live_server: Any, cast: Cast
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        token = page.locator("[data-arrival] [name=csrfmiddlewaretoken]")
        before = token.input_value()
        Session.objects.all().delete()
        log_in_by_hand(page.context.new_page(), live_server.url, "bruno", "/account/")
        page.locator("#session-warning p[data-over]").wait_for()
        assert token.input_value() == before


def chosen_by_keyboard(page: Page, force: str) -> None:
    """Moves from the present row to its force, and types the first letters of it."""
    page.locator("[data-row]:focus-within [name$=-force]").focus()
    page.keyboard.type(force)


def test_a_bus_is_logged_by_keyboard_with_one_key_for_each_new_family(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log") + "?group=1")
        page.keyboard.type("Yorman")
        page.keyboard.press("Tab")
        page.keyboard.type("Rodríguez")
        chosen_by_keyboard(page, "GNB")
        page.locator("[data-add-row]").click()
        page.keyboard.type("Marleny")
        assert page.get_by_text("Familia A: Yorman Rodríguez").count() == 1
        page.locator("[name=member-0-relation]").select_option("SPO")
        for given, force in (("Kevin", "Sirv"), ("Rosa", "Ninguna")):
            page.keyboard.press("F2")
            page.keyboard.type(given)
            chosen_by_keyboard(page, force)
        page.keyboard.press("Control+Enter")
        page.locator("tbody th a").last.wait_for()
    assert [
        [person.full_name for person in people_of(case)] for case in Case.objects.order_by("number")
    ] == [["Yorman Rodríguez", "Marleny Rodríguez"], ["Kevin"], ["Rosa"]]


def test_a_new_row_takes_the_family_name_of_the_head_and_not_that_of_the_row_above(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        page.locator("[name=head-family_names]").fill("Chacín")
        for row, name in enumerate(("Ureña", "Chacín")):
            page.locator("[data-add-row]").click()
            assert page.locator(f"[name=member-{row}-family_names]").input_value() == "Chacín"
            page.locator(f"[name=member-{row}-family_names]").fill(name)
        page.locator("[name=member-0-given_names]").fill("Rosa")
        page.get_by_role("button", name="Varias familias juntas").click()
        page.locator("[name=head-family]").wait_for()
        assert page.locator("[name=member-0-given_names]").input_value() == "Rosa"
        page.locator("[name=member-0-family_names]").fill("Ureña")
        page.locator("[data-add-row]").click()
        assert page.locator("[name=member-1-family_names]").input_value() == "Chacín"
        page.locator("[data-new-family]").click()
        assert page.locator("[name=member-2-family_names]").input_value() == ""


def test_axe_finds_nothing_on_the_pages_of_arrivals_with_everything_unfolded(
    translations: None, live_server: Any, cast: Cast
) -> None:
    arrival = an_arrival(cast).arrivals.get()
    addresses = [
        reverse("arrival-log"),
        reverse("arrival-log") + "?group=1",
        reverse("arrival-correct", args=[arrival.pk]),
    ]
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        faults = {}
        for address in addresses:
            page.goto(live_server.url + address)
            for folded in page.locator(".people details, .where details").all():
                folded.evaluate("element => { element.open = true; }")
            faults[address] = faults_in_each_look(page)
    assert faults == {address: [] for address in addresses}


def test_what_was_refused_is_red_until_its_field_is_changed(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        page.fill("[name=on]", "31.2.2026")
        page.fill("[name=head-given_names]", "Yorman")
        page.fill("[name=head-birth]", "quizás")
        page.select_option("[name=head-force]", "unknown")
        page.locator("[data-save]").click()
        page.locator("[data-error-summary]").wait_for()
        page.wait_for_load_state()
        red = page.locator(".errorlist, .wrong, [aria-invalid]")
        for name, links_left in (("head-birth", 1), ("on", 0)):
            page.fill(f"[name={name}]", "10.3.2019")
            assert page.locator("[data-error-summary] li").count() == links_left
        assert red.count() == 0
        assert page.locator("[data-error-summary]").count() == 0


def test_once_a_row_is_the_same_person_the_other_rows_are_held_against_their_family(
    translations: None, live_server: Any, cast: Cast
) -> None:
    rows = [a_row("Yusmary", "Loyo", born=1994), a_row("Kléber", "", relation=Relation.SON)]
    mother, baby = people_of(an_arrival(cast, people=rows))
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        page.locator("[name=head-given_names]").fill("Yusmary")
        page.locator("[name=head-family_names]").fill("Loyo")
        page.locator("[name=head-birth]").fill("1994")
        page.locator("[data-add-row]").click()
        with page.expect_response(f"**{reverse('arrival-duplicates')}"):
            page.keyboard.type("Kleber")
        of_mother = page.locator(f"[data-person='{mother.number}']")
        of_baby = page.locator(f"[data-person='{baby.number}']")
        of_mother.wait_for()
        assert of_baby.count() == 0
        of_mother.locator("[data-choice=same]").click()
        of_baby.locator("[data-choice=different]").click()
        of_mother.locator("[data-choice=same]").click()
        of_baby.wait_for(state="detached")
        # The answer about the child is still sent, although the question is no longer shown.
        said = page.locator("[name=duplicate]").evaluate_all("all => all.map(each => each.value)")
        assert [each.split()[1:] for each in said] == [["different", baby.number]]
