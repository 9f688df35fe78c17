"""What a process of tests need not put into words again for each test."""

import datetime
from collections.abc import Iterator

import pytest

from pages.remembered import Remembered
from worklist import kept
from worklist.due import Source

_words = Remembered(2000)


@pytest.fixture(scope="module", autouse=True)
def days_kept_in_remembered_words() -> Iterator[None]:
    """The first page of each test that shows what falls due works the whole day out; the house does so once a day.

    Near some cases the house remembers its questions. Here those of the whole day are remembered too, but for sources
    that ask something first.
    """
    in_words = kept._in_words

    def remembered(
        source: Source, day: datetime.date, near: kept.Near | None
    ) -> tuple[str, tuple[object, ...]]:
        if near is None and not source.asks_first:
            return _words.of((source, day), lambda: in_words(source, day, None))
        return in_words(source, day, near)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "_in_words", remembered)
        yield
