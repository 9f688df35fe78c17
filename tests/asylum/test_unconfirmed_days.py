"""A day that was computed by a rule that nobody confirmed is told as no fact; and what runs stands before what ended."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from asylum.letters.actions import issue_letter
from asylum.letters.choices import LetterKind
from asylum.terms.actions import extend_deadline
from asylum.terms.slots import appeals
from reference.choices import Confidence
from reference.models import DeadlineRule
from tests.asylum.build import D, S, a_client, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
DOUBT = "calculado, sin confirmar"


def cover_of(cast, person) -> str:
    letter = issue_letter(person, kind=LetterKind.APPEAL, language="es", by=cast.lucia)
    pages = PdfReader(io.BytesIO(letter.content())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def told(cast, claim) -> list[bool]:
    """Whether claim, due list, case and the page where the cover is made say the doubt, which the cover itself never does."""
    client, person = as_(cast.lucia), claim.individual
    assert "sin confirmar" not in cover_of(cast, person)
    term = claim.deadlines.running().get()
    return [
        page_of(client.get(claim.get_absolute_url())).says(DOUBT),
        DOUBT in appeals.say(term),
        page_of(client.get(reverse("case-part", args=[claim.case.number, "law"]))).says(DOUBT),
        page_of(client.get(reverse("letter-issue", args=[person.pk, LetterKind.APPEAL]))).says(
            DOUBT
        ),
    ]


def test_a_computed_day_says_so_everywhere_until_somebody_confirms_the_rule(cast):
    claim = an_application(cast, status=S.REFUSED)
    with_doubt = told(cast, claim)
    DeadlineRule.objects.update(verified_by="Una abogada", verified_on=D(2019, 5, 1))
    assert (with_doubt, told(cast, claim)) == ([True] * 4, [False] * 4)


def test_that_nobody_confirmed_a_rule_is_said_once(cast):
    DeadlineRule.objects.update(confidence=Confidence.UNCONFIRMED)
    claim = an_application(cast, status=S.REFUSED)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says(DOUBT)
    assert not page.says(f"{DOUBT} Sin confirmar")
    DeadlineRule.objects.update(verified_by="Una abogada", verified_on=D(2019, 5, 1))
    assert claim.deadlines.running().get().doubts == [str(Confidence.UNCONFIRMED.label)]


def test_a_day_that_a_paper_states_is_not_called_computed(cast):
    claim = an_application(cast, status=S.REFUSED)
    extend_deadline(
        claim.deadlines.running().get(),
        is_on=D(2019, 5, 30),
        granted_on=D(2019, 5, 3),
        paper="Oficio 7",
        by=cast.lucia,
    )
    assert DOUBT not in appeals.say(claim.deadlines.running().get())


def test_who_has_no_claim_yet_is_told_no_computed_day_as_a_fact(cast):
    person = a_client(cast)
    client = as_(cast.lucia)
    number = person.memberships.get().case.number
    pages = [
        reverse("case-part", args=[number, "law"]),
        reverse("application-lodge", args=[person.pk]),
    ]
    assert [page_of(client.get(each)).says(DOUBT) for each in pages] == [True, True]
    DeadlineRule.objects.update(verified_by="Una abogada", verified_on=D(2019, 5, 1))
    assert [page_of(client.get(each)).says(DOUBT) for each in pages] == [False, False]


def test_terms_that_run_stand_before_those_that_ended(cast):
    claim = an_application(cast, status=S.REFUSED)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    rows = [row["Estado"] for row in page.rows if "Último día" in row]
    assert "Vencido" in rows[0] or "En curso" in rows[0]
    assert not any("En curso" in each for each in rows[1:])
    assert len(rows) > 1
