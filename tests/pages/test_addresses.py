"""The address of a page is worked out once for all its rows, and is the one that Django would give."""

import uuid

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import mark_safe

from pages.addresses import fast_reverse
from pages.context import address

KEY, OTHER = uuid.uuid4(), uuid.uuid4()
PAGES = [
    ("case-list", ()),
    ("case-detail", ("A-2019-000431",)),
    ("case-part", ("A-2019-000431", mark_safe("law"))),
    ("phone-show", ("A-2019-000431-01", KEY)),
    ("permit-detail", (KEY,)),
    ("permit-detail", (str(OTHER),)),
    # No key of ours is written so: Django quotes it.
    ("case-detail", ("A 2019",)),
]


@pytest.mark.parametrize(("page", "keys"), PAGES)
def test_it_is_the_one_that_django_gives_whichever_keys_came_before(page, keys):
    for _again in range(2):
        assert fast_reverse(page, *keys) == address(page, *keys) == reverse(page, args=keys)
        words = {f"key{place}": key for place, key in enumerate(keys)}
        link = Template(f"{{% url '{page}' {' '.join(words)} %}}")
        assert link.render(Context(words)) == reverse(page, args=keys)


def test_a_page_that_does_not_exist_has_no_address():
    with pytest.raises(NoReverseMatch):
        fast_reverse("nowhere", KEY)
    with pytest.raises(NoReverseMatch):
        fast_reverse("permit-detail", "no-key")
    assert address("nowhere", KEY) == address("nowhere?page=2") == ""
