"""Of a person with a decided claim and a pending one, as a merge leaves them, the terms of the pending one lead everywhere."""

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.file.panels import deadlines
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.slots import legal_terms, terms_of_decided_claims
from casework.merges.actions import merge_individuals
from casework.slots.panels import facts_for_head
from tests.asylum.build import D, a_client, an_application
from tests.asylum.test_head_of_a_case import glance
from tests.cast import as_
from tests.page import page_of

TODAY = D(2019, 5, 16)


@pytest.fixture
def person(cast, law):
    """Refused for good under the one number, so that the term to leave is the first to end; lodged under the other."""
    survivor, merged = a_client(cast), a_client(cast)
    an_application(cast, merged)
    an_application(cast, survivor, status=S.REFUSED_FINAL)
    LegalDeadline.objects.filter(kind=DeadlineKind.LEAVE).update(due_on=D(2019, 5, 10))
    LegalDeadline.objects.filter(kind=DeadlineKind.ADMISSION).running().update(due_on=D(2019, 6, 3))
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    return survivor


def test_the_term_of_the_pending_claim_leads_in_the_head_and_the_other_stands_behind(cast, person):
    facts = facts_for_head(glance(deadlines, person.memberships.get().case, cast.lucia))
    assert [(fact.text, fact.tone) for fact in facts] == [
        ("La autoridad decide sobre la admisión: 3 jun 2019", "quiet"),
        ("Salir o regularizarse, de una solicitud ya decidida: 10 may 2019", "quiet"),
    ]


def test_the_page_of_the_family_shows_it_last_and_says_why(cast, person):
    number = person.memberships.get().case.number
    page = page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "law"])))
    first, second = page.part("deadlines").rows
    assert first["Qué"].startswith("La autoridad decide")
    assert "Otra solicitud de esta persona está en trámite" in second["Estado"]


def test_the_lists_tell_it_as_what_a_decided_claim_leaves_and_not_as_a_missed_term(cast, person):
    assert [row[7] for row in terms_of_decided_claims.rows(TODAY)] == ["warn"]
    leading = {row[3] for row in legal_terms.rows(TODAY)}
    kinds = LegalDeadline.objects.filter(pk__in=leading).values_list("kind", flat=True)
    assert list(kinds) == [DeadlineKind.ADMISSION]
    page = page_of(as_(cast.lucia).get(reverse("due-list")))
    assert page.says("de una solicitud ya decidida; otra está en trámite")


def test_once_the_other_claim_is_over_its_terms_lead_again(cast, person):
    pending = AsylumApplication.objects.pending().get()
    move_application(pending, to=S.WITHDRAWN, on=TODAY, by=cast.lucia)
    assert [row[7] for row in legal_terms.rows(TODAY)] == ["trouble"]
    assert list(terms_of_decided_claims.rows(TODAY)) == []
