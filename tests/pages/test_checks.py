"""A mistake in the menu stops the start, and is blamed on the list that holds it."""

from django.conf import settings
from pytest_django import Settings

from pages.checks import menu_leads_somewhere


def said() -> list[tuple[str, str]]:
    return [(fault.id, fault.msg) for fault in menu_leads_somewhere(None)]


def test_our_own_menu_leads_somewhere() -> None:
    assert sum(len(pages) for _label, pages in settings.ROOMS) > 40
    assert said() == []


def test_a_page_that_names_no_view_is_found_in_its_list(settings: Settings) -> None:
    settings.ROOMS = [("Cases", [("Cases", "case-lsit?state=open", "case_read", "")])]
    settings.FIRST_ACTS = [("New arrival", "arrival-lgo", "case_log")]
    assert said() == [
        ("pages.E001", "ROOMS: Cases names no view: case-lsit?state=open"),
        ("pages.E001", "FIRST_ACTS: New arrival names no view: arrival-lgo"),
    ]


def test_a_count_that_does_not_exist_is_found(settings: Settings) -> None:
    settings.BELL = "worklist.notices.unread.unread"
    [(name, sentence)] = said()
    assert name == "pages.E002"
    assert sentence.startswith("BELL: ")
