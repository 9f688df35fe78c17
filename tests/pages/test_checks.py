"""A mistake in the menu stops the start, and is blamed on the list that holds it."""

from django.conf import settings
from pytest_django import Settings

from pages.checks import menu_leads_somewhere


def said() -> list[tuple[str, str]]:
    return [(fault.id, fault.msg) for fault in menu_leads_somewhere(None)]


def test_our_own_menu_leads_somewhere() -> None:
    assert len(settings.NAVIGATION) > 20
    assert said() == []


def test_an_entry_that_names_no_view_is_found_in_its_list(settings: Settings) -> None:
    settings.NAVIGATION = [("Cases", "case-lsit?state=open", "case_read")]
    settings.LIST_INDEX = [("People", [("Exits", "exit-lsit", "exit_record", "Who left.")])]
    assert said() == [
        ("pages.E001", "NAVIGATION: Cases names no view: case-lsit?state=open"),
        ("pages.E001", "LIST_INDEX: Exits names no view: exit-lsit"),
    ]


def test_a_count_that_does_not_exist_is_found(settings: Settings) -> None:
    settings.NAVIGATION = [("Notices", "inbox", "inbox_read", "worklist.inbox.unread")]
    [(name, sentence)] = said()
    assert name == "pages.E002"
    assert "NAVIGATION: Notices: " in sentence
