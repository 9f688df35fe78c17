"""A field whose emptiness its form refuses says when it is needed, and is not called optional."""

from typing import Any

import pytest

from casework.duplicates.forms import GroundsFields
from casework.referrals.forms import CorrectReferralForm, MoveReferralForm, SendReferralForm
from casework.rights.forms import RightsAnswerForm

REFUSED_WHEN_EMPTY = [
    (SendReferralForm, "override_reason"),
    (CorrectReferralForm, "why_without"),
    (MoveReferralForm, "remark"),
    (GroundsFields, "reason"),
    (RightsAnswerForm, "answer"),
]


@pytest.mark.parametrize(("form", "name"), REFUSED_WHEN_EMPTY)
def test_it_says_when_it_is_needed(form: Any, name: str) -> None:
    assert form.base_fields[name].needed_when
