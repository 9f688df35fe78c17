"""A field whose emptiness its form refuses says when it is needed, and is not called optional."""

from typing import Any

import pytest

from asylum.claims.forms import CorrectApplicationForm
from asylum.individual_reviews.forms import IndividualReviewForm
from asylum.measures.forms import ReviewMeasureForm, ReviewObservationForm, StartMeasureForm
from asylum.permits.forms import RecordPermitForm
from asylum.renunciation.forms import RenunciationForm, VerifyForm
from casework.duplicates.forms import GroundsFields
from casework.referrals.forms import CorrectReferralForm, MoveReferralForm, SendReferralForm
from casework.rights.forms import RightsAnswerForm

REFUSED_WHEN_EMPTY = [
    (SendReferralForm, "override_reason"),
    (CorrectReferralForm, "why_without"),
    (MoveReferralForm, "remark"),
    (GroundsFields, "reason"),
    (RightsAnswerForm, "answer"),
    (RecordPermitForm, "number"),
    (IndividualReviewForm, "next_step"),
    (StartMeasureForm, "authority"),
    (StartMeasureForm, "review_on"),
    (ReviewMeasureForm, "review_on"),
    (ReviewObservationForm, "review_on"),
    (CorrectApplicationForm, "late_reason"),
    (RenunciationForm, "demanded_on"),
    (VerifyForm, "because"),
]


@pytest.mark.parametrize(("form", "name"), REFUSED_WHEN_EMPTY)
def test_it_says_when_it_is_needed(form: Any, name: str) -> None:
    assert form.base_fields[name].needed_when
