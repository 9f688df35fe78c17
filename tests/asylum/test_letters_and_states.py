"""What a landlord, an employer or a clinic reads says nothing of how a claim goes, in whichever state it stands."""

import re

import pytest
from django.utils.translation import override

from asylum.letters.choices import LetterKind
from asylum.letters.facts import content_of_letter, why_not_issued
from asylum.letters.sheet import wording_of
from asylum.pathways.choices import OPEN_APPLICATION, ApplicationStatus, DeadlineKind, PermitType
from asylum.procedure.models.deadline import LegalDeadline
from tests.asylum.build import D, a_client, a_permit, an_application

S = ApplicationStatus
TODAY = D(2019, 5, 16)
# Letters that a third party reads; those to the authority and to the person themselves tell of the decision.
FOR_OTHERS = (LetterKind.CERTIFICATE, LetterKind.EMPLOYER, LetterKind.POWER)
FORBIDDEN = re.compile(
    r"negativ|rechaz|inadmit|no admitid|negad|exclu|tutela|recurso contra|en recurso|apelaci"
    r"|refus|reject|denied|not admitted|inadmissib|under appeal|judge|withdrawn|archiv",
    re.IGNORECASE,
)
STEP_IS_NO_MISTAKE = [state for state in S if state != S.DRAFT]


@pytest.mark.parametrize("here", STEP_IS_NO_MISTAKE)
def test_no_letter_for_others_says_how_the_claim_goes(cast, law, here):
    person = a_client(cast)
    an_application(cast, person, status=here, reference="REF-77")
    a_permit(cast, person, type=PermitType.PEP, number="PEP-123", work_right="yes")
    for kind in FOR_OTHERS:
        if why_not_issued(kind, person, TODAY):
            assert kind == LetterKind.CERTIFICATE
            assert here not in OPEN_APPLICATION - {S.TUTELA}
            continue
        for language in ("es", "en"):
            facts = content_of_letter(
                kind, person, today=TODAY, language=language, representative="Ana"
            )
            told = " ".join(each for each in facts.values() if isinstance(each, str))
            assert not FORBIDDEN.findall(told), (kind, language)
            with override(language):
                assert here in (S.LODGED, S.MISTAKEN) or str(S(here).label) not in told


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(
    "kind", [LetterKind.CERTIFICATE, LetterKind.EMPLOYER, LetterKind.APPOINTMENT]
)
def test_the_wordings_for_others_hold_none_of_these_words(kind, language):
    found = [each.lower() for each in FORBIDDEN.findall(wording_of(kind, language).read_text())]
    # "To refuse somebody work" is about the employer.
    assert set(found) <= ({"refus"} if kind == LetterKind.EMPLOYER else set())


def test_the_cover_of_an_appeal_does_say_when_the_decision_was_notified(cast, law):
    """So the table above has something to miss."""
    person = a_client(cast)
    an_application(cast, person, status=S.REFUSED)
    LegalDeadline.objects.filter(kind=DeadlineKind.APPEAL).update(due_on=TODAY)
    facts = content_of_letter(LetterKind.APPEAL, person, today=TODAY, language="es")
    assert facts["notified_on"] == "2 de mayo de 2019"
    with override("es"):
        assert FORBIDDEN.search(str(S.REFUSED.label))
