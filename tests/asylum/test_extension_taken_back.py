"""An extension taken back after the appeal that it covered: page, list, letter and papers of stay say the same."""

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.letters.actions import issue_letter
from asylum.letters.choices import LetterKind
from asylum.letters.grounds import mark_invalid
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.application import AsylumApplication
from asylum.terms.actions import extend_deadline
from casework.tasks.models import CaseTask
from tests.asylum.build import D, a_permit, an_application
from tests.cast import as_
from tests.page import page_of

TODAY = D(2019, 5, 16)


@pytest.fixture
def term(cast, law):
    """To appeal until 13 May, extended to 24 May; a cover tells that; appealed on the 15th."""
    claim = an_application(cast, status=S.REFUSED)
    a_permit(cast, claim.individual)
    term = claim.deadlines.running().get(kind=DeadlineKind.APPEAL)
    type(term).objects.filter(pk=term.pk).update(due_on=D(2019, 5, 13), computed_on=D(2019, 5, 13))
    given = {"granted_on": D(2019, 5, 10), "paper": "Auto 31"}
    extend_deadline(term, is_on=D(2019, 5, 24), **given, by=cast.lucia)
    issue_letter(claim.individual, kind=LetterKind.APPEAL, language="es", by=cast.lucia)
    move_application(claim, to=S.APPEALED, on=D(2019, 5, 15), by=cast.lucia)
    return claim.deadlines.get(pk=term.pk)


def read(cast, claim):
    return page_of(as_(cast.lucia).get(claim.get_absolute_url()))


@pytest.fixture
def taken_back(cast, term):
    """By the link of its page, which says before what follows."""
    address = reverse("extension-retract", args=[term.extensions.get().pk])
    assert address in read(cast, term.application).links
    assert page_of(as_(cast.lucia).get(address)).says(
        "El acto fue el 15 may 2019, después del 13 may 2019"
    )
    assert as_(cast.lucia).post(address, {"reason": "Era de otra persona"}).status_code == 302
    return term


def test_the_term_is_met_late_and_one_task_asks_what_follows(cast, taken_back):
    claim = AsylumApplication.objects.get(pk=taken_back.application_id)
    assert read(cast, claim).says("Cumplido fuera de plazo, 2 días tarde")
    [task] = CaseTask.objects.filter(individual=claim.individual)
    assert task.title.startswith("Se retiró una prórroga y el acto quedó tarde")
    assert task.assigned_to == cast.lucia


def test_the_claim_stays_under_appeal_and_the_paper_of_stay_holds(cast, taken_back):
    claim = AsylumApplication.objects.get(pk=taken_back.application_id)
    assert claim.status == S.APPEALED
    assert Permit.objects.held_on(TODAY).filter(individual=claim.individual).exists()
    number = claim.individual.memberships.get().case.number
    page = page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "law"])))
    assert page.says("En recurso")


def test_the_cover_that_tells_the_extended_day_is_no_longer_valid(cast, term):
    [before] = mark_invalid(term.application.individual.letters.all(), TODAY)
    assert not before.has_changed
    address = reverse("extension-retract", args=[term.extensions.get().pk])
    as_(cast.lucia).post(address, {"reason": "Era de otra persona"})
    [letter] = mark_invalid(term.application.individual.letters.all(), TODAY)
    assert letter.has_changed
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Dice:", "24 de mayo de 2019", "Hoy consta:", "13 de mayo de 2019")
