"""The roles page says what the code does, to everybody."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import override

from accounts.matrix import markdown
from accounts.roles import ROLES, Role
from tests.cast import Cast, log_in


def test_the_page_in_docs_is_what_the_code_says() -> None:
    with override("en"):
        assert (Path(settings.BASE_DIR) / "docs" / "roles.md").read_text() == markdown()


def test_administrators_and_auditors_reach_no_person() -> None:
    assert {role for role in Role if ROLES[role].sees_people} == {
        Role.CASEWORKER,
        Role.COORDINATOR,
        Role.LEGAL_OFFICER,
        Role.SUPERVISOR,
        Role.SCREENER,
    }


def test_the_roles_page_explains_every_role_to_everybody(cast: Cast) -> None:
    page = log_in(cast.ana).get("/roles/").content.decode()
    for role in ROLES.values():
        assert str(role.description) in page
