"""Every address of accounts says who may open it, and the roles page says what the code does."""

from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLPattern
from django.utils.translation import override

from accounts.matrix import markdown, matrix
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from accounts.urls import urlpatterns
from tests.cast import Cast, log_in

PUBLIC = {
    "account_login",
    "account_logout",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "mfa_authenticate",
    "account-language",
    "quick-exit",
    "first-start",
}


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_an_address_names_its_permission_or_stands_in_the_public_list(pattern: URLPattern) -> None:
    is_public = getattr(pattern.callback, "is_public", False)
    permission = getattr(pattern.callback, "permission", None)
    assert is_public is (pattern.name in PUBLIC)
    assert (permission in set(Permission)) is not is_public


def test_the_page_in_docs_is_what_the_code_says() -> None:
    with override("en"):
        assert (Path(settings.BASE_DIR) / "docs" / "roles.md").read_text() == markdown()


def test_every_permission_is_held_by_somebody() -> None:
    assert [row.permission for row in matrix() if not any(row.allowed)] == []


def test_administrators_and_auditors_reach_no_person() -> None:
    assert {role for role in Role if ROLES[role].sees_people} == {
        Role.CASEWORKER,
        Role.COORDINATOR,
        Role.LEGAL_OFFICER,
        Role.SUPERVISOR,
    }


def test_the_roles_page_explains_every_role_to_everybody(cast: Cast) -> None:
    page = log_in(cast.ana).get("/roles/").content.decode()
    for role in ROLES.values():
        assert str(role.description) in page
