"""The page of all lists: what a role may open, nothing else."""

import re
from html import unescape

from django.conf import settings
from django.urls import reverse

from accounts.permissions import Permission
from pages.context import address
from tests.cast import log_in


def test_everybody_finds_the_lists_of_their_roles_and_no_others(cast):
    entries = [page for _room, pages in settings.ROOMS for page in pages]
    shown = 0
    for user in cast.users.values():
        page = log_in(user).get(reverse("list-index")).content.decode().split("<main", 1)[1]
        found = set(re.findall(r'<li>\s*<a href="([^"]+)"><b>', unescape(page)))
        expected = {
            address(name)
            for _label, name, permission, _about in entries
            if user.holds(Permission(permission))
        }
        assert found == expected, user
        shown += len(found)
    assert shown > len(entries)
