"""A permission that settings misspell stops the start; it would only have hidden an entry from everybody."""

from django.core.checks import run_checks
from pytest_django import Settings

from accounts.checks import settings_name_permissions


def said() -> list[str]:
    return [fault.msg for fault in settings_name_permissions()]


def test_our_own_settings_name_permissions_that_exist() -> None:
    assert said() == []


def test_a_misspelt_permission_is_found_wherever_it_stands(settings: Settings) -> None:
    settings.ROOMS = [
        ("Cases", [("Cases", "case-list", "case_raed", ""), ("Today", "today", "inbox_read", "")])
    ]
    settings.FIRST_ACTS = [("New arrival", "arrival-log", "case_lgo")]
    settings.FRAME_PERMISSIONS = {"search": "case_crad"}
    assert said() == [
        "ROOMS: Cases asks for no permission that exists: case_raed",
        "FIRST_ACTS: New arrival asks for no permission that exists: case_lgo",
        "FRAME_PERMISSIONS: search asks for no permission that exists: case_crad",
    ]


def test_the_start_asks_for_it(settings: Settings) -> None:
    settings.ROOMS = [("Cases", [("Cases", "case-list", "case_raed", "")])]
    assert "accounts.E001" in {fault.id for fault in run_checks()}
