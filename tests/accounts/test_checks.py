"""A permission that settings misspell stops the start; it would only have hidden an entry from everybody."""

from django.core.checks import run_checks
from pytest_django import Settings

from accounts.checks import settings_name_permissions


def said() -> list[str]:
    return [fault.msg for fault in settings_name_permissions()]


def test_our_own_settings_name_permissions_that_exist() -> None:
    assert said() == []


def test_a_misspelt_permission_is_found_wherever_it_stands(settings: Settings) -> None:
    settings.NAVIGATION = [("Cases", "case-list", "case_raed"), ("Today", "today", "inbox_read")]
    settings.LIST_INDEX = [("People", [("Exits", "exit-list", "exit_recrod", "Who left.")])]
    settings.FRAME_PERMISSIONS = {"search": "case_crad"}
    assert said() == [
        "NAVIGATION: Cases asks for no permission that exists: case_raed",
        "LIST_INDEX: Exits asks for no permission that exists: exit_recrod",
        "FRAME_PERMISSIONS: search asks for no permission that exists: case_crad",
    ]


def test_the_start_asks_for_it(settings: Settings) -> None:
    settings.NAVIGATION = [("Cases", "case-list", "case_raed")]
    assert "accounts.E001" in {fault.id for fault in run_checks()}
