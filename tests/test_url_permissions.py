"""Every address declares who may open it, and keeps to it for every role."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.permissions import Permission
from accounts.roles import ROLES, HeldAt, Role
from tests.asylum.exclusion.build import a_screener
from tests.cast import Cast, hire
from tests.crawl import bare_not_found
from tests.filtered_lists import EMPTY, FILLED

# Addresses that strangers may open. Anything added here needs a reason in docs/decisions/.
PUBLIC = {
    "account_login",
    "account_logout",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "mfa_authenticate",
    "first-start",
    "healthz",
    "readyz",
    "quick-exit",
    "account-language",
    "slip-check",
    "letter-check",
    "letter-checked",
}


def addresses(
    patterns: list[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Every pattern of the site with its whole route."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield route, pattern


def test_no_two_addresses_bear_one_name():
    """The second would never be linked: `reverse` takes whichever fits its keys."""
    names = Counter(pattern.name for route, pattern in addresses() if not route.startswith("api/"))
    assert [name for name, number in names.items() if name and number > 1] == []


def permission_of(pattern: URLPattern) -> Permission | None:
    view = pattern.callback
    return getattr(view, "permission", None) or getattr(
        getattr(view, "cls", None), "permission", None
    )


def test_every_address_declares_a_permission_or_stands_in_the_short_public_list():
    undeclared = [
        route
        for route, pattern in addresses()
        if permission_of(pattern) not in set(Permission) and pattern.name not in PUBLIC
    ]
    assert undeclared == []


def test_the_public_list_holds_nothing_that_is_gone():
    assert PUBLIC - {pattern.name for _, pattern in addresses()} == set()


def test_what_strangers_may_open_is_marked_so_and_nothing_else_is():
    marked = {p.name for _, p in addresses() if getattr(p.callback, "is_public", False)}
    assert marked == PUBLIC


def test_no_public_page_declares_a_permission_too():
    both = [p.name for _, p in addresses() if p.name in PUBLIC and permission_of(p)]
    assert both == []


PLAIN = [
    (pattern.name, permission_of(pattern))
    for route, pattern in addresses()
    if permission_of(pattern) and "<" not in route and "(?P" not in route and pattern.name
]


def shared_out(role: Role) -> set[str]:
    """Pages that this role may open, each shared out to two of all roles that may."""
    shared = set()
    for place, (page, permission) in enumerate(PLAIN):
        holders = [each for each in Role if permission in ROLES[each].permissions]
        if role in {holders[place % len(holders)], holders[(place + 1) % len(holders)]}:
            shared.add(page)
    return shared


@pytest.mark.parametrize("role", Role)
def test_a_page_opens_for_whoever_holds_its_permission_and_is_a_404_for_others(client, cast, role):
    opens_what_it_may(client, cast, role, shared_out(role))


@pytest.mark.long(of="sight")
@pytest.mark.parametrize("role", Role)
def test_every_page_opens_for_every_role_that_holds_its_permission(client, cast, role):
    opens_what_it_may(client, cast, role, {page for page, _permission in PLAIN})


def opens_what_it_may(client: Client, cast: Cast, role: Role, opened: set[str]) -> None:
    """Every page that this role may not open is refused, and of the others these are opened."""
    if role == Role.SCREENER:
        user = a_screener(cast)
    else:
        user = hire(
            "Nueva", role, cast.cucuta, cast.norte if ROLES[role].held_at is HeldAt.TEAM else None
        )
    client.force_login(user)
    with bare_not_found():
        pages = {
            page: client.get(reverse(page))
            for page, permission in PLAIN
            if page in opened or not user.holds(permission)
        }
    assert len(pages) > 100
    answers = [(page, mine, pages[page].status_code) for page, mine in PLAIN if page in pages]
    assert [
        (page, status)
        for page, permission, status in answers
        if status not in ({200, 302, 405} if user.holds(permission) else {403, 404})
    ] == []
    # Of each list with filters another test counts whether its tabs are right. What the audit log counts grows with each look.
    found = {page for page, answer in pages.items() if has_filters(answer)}
    assert {page for page in found - FILLED - EMPTY if "audit" not in page} == set()


def has_filters(answer: HttpResponse) -> bool:
    found = (answer.context or {}).get("filter")
    return bool(found is not None and found.filters)


def test_a_stranger_is_sent_to_the_log_in_page(client, db):
    answers = [(page, client.get(reverse(page))) for page, _permission in PLAIN]
    log_in = reverse("account_login")
    assert [
        (page, answer.status_code)
        for page, answer in answers
        if answer.status_code not in {401, 403}
        and not (answer.status_code == 302 and answer["Location"].startswith(log_in))
    ] == []


def test_every_permission_belongs_to_a_role():
    held = frozenset().union(*(role.permissions for role in ROLES.values()))
    assert set(Permission) - held == set()
