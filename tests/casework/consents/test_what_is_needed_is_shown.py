"""What the start of a file refuses when it stays empty is not called optional."""

import pytest

from casework.consents.choices import Ground, NoticeState, NotToldBecause
from casework.consents.forms import StartFields
from casework.consents.start import LawfulStart

HALVES = [
    LawfulStart(notice=NoticeState.TOLD),
    LawfulStart(notice=NoticeState.NOT_YET),
    LawfulStart(notice=NoticeState.NOT_YET, because=NotToldBecause.OTHER),
    *(LawfulStart(ground=ground) for ground in Ground),
]


@pytest.mark.parametrize("half", HALVES)
def test_whatever_is_refused_when_empty_says_when_it_is_needed(half):
    for name, _sentence in half.faults():
        assert StartFields.base_fields[name].needed_when, name
