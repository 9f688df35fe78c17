"""The page of all lists: what a role may open, nothing else."""

import re

from django.conf import settings
from django.urls import reverse

from accounts.permissions import Permission
from tests.cast import log_in


def test_everybody_finds_the_lists_of_their_roles_and_no_others(cast):
    entries = [entry for _subject, entries in settings.LIST_INDEX for entry in entries]
    shown = 0
    for user in cast.users.values():
        page = log_in(user).get(reverse("list-index")).content.decode().split("<main", 1)[1]
        found = set(re.findall(r'<li>\s*<a href="([^"]+)"><b>', page))
        expected = {
            reverse(name)
            for _label, name, permission, _sentence in entries
            if user.holds(Permission(permission))
        }
        assert found == expected, user
        shown += len(found)
    assert shown > len(entries)
