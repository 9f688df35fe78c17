"""Pages leave compressed, and stay light enough for a slow line."""

import gzip

import pytest
from django.urls import reverse

from tests.build import an_arrival
from tests.cast import Cast, as_

# What a view after the first may weigh on the way, in bytes.
MOST_BYTES = 20_000


@pytest.mark.parametrize(
    "view", ["today", "case-list", "due-list", "inbox", "arrival-log", "forecast"]
)
def test_a_page_leaves_compressed(cast: Cast, view: str) -> None:
    for _ in range(3):
        an_arrival(cast)
    plain = as_(cast.ana).get(reverse(view))
    sent = as_(cast.ana).get(reverse(view), headers={"accept-encoding": "gzip"})
    assert sent.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in sent.headers["Vary"]
    assert len(sent.content) <= MOST_BYTES
    assert len(sent.content) < len(plain.content) / 2
    assert b"</html>" in gzip.decompress(sent.content)


def test_whoever_does_not_ask_for_it_reads_it_plain(cast: Cast) -> None:
    assert "Content-Encoding" not in as_(cast.ana).get(reverse("today")).headers
