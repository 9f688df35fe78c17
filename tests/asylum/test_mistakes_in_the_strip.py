"""What was recorded by mistake is not how somebody stands: the strip of the file leaves it out, its own page keeps it."""

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.papers.choices import Signature, Wording
from asylum.pathways.choices import ApplicationStatus
from asylum.renunciation.actions import retract_renunciation
from tests.asylum.build import D, a_client, a_paper, an_application, answers
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")


def law_page(cast, person):
    number = person.memberships.get().case.number
    return page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "law"])))


def test_who_has_only_a_paper_recorded_by_mistake_has_no_paper_yet(cast):
    paper = a_paper(cast, wording=Wording.TEMPORARY)
    person = paper.individual
    retract_renunciation(paper, remark="Era de otra persona.", by=cast.lucia)
    page = law_page(cast, person)
    assert page.says("Renuncia: Sin declaración")
    assert paper.get_absolute_url() not in page.links
    kept = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert paper.get_absolute_url() in kept.links


def test_a_refusal_beside_a_paper_recorded_by_mistake_stands_alone(cast):
    wrong = a_paper(cast)
    person = wrong.individual
    retract_renunciation(wrong, remark="No firmó.", by=cast.lucia)
    a_paper(cast, person, signature=Signature.REFUSED, wording="", signed_on=D(2019, 3, 5))
    page = law_page(cast, person)
    assert page.says("Renuncia: No quiso firmar 5 mar 2019")
    assert not page.says("Firmada")


def test_two_papers_of_one_person_are_parted(cast):
    first = a_paper(cast, wording=Wording.TEMPORARY)
    a_paper(cast, first.individual, signed_on=D(2019, 3, 5))
    number = first.individual.memberships.get().case.number
    answer = as_(cast.lucia).get(reverse("case-part", args=[number, "law"]))
    before, _after = answer.content.decode().split(first.get_absolute_url())
    assert before.rstrip().removesuffix('<a href="').rstrip().endswith("<br>")


def test_a_claim_recorded_by_mistake_is_no_claim_in_the_strip(cast):
    claim = an_application(cast, a_client(cast))
    mistaken = ApplicationStatus.MISTAKEN
    move_application(claim, to=mistaken, **answers(mistaken), by=cast.lucia)
    page = law_page(cast, claim.individual)
    assert page.says("Sin solicitud")
    # Where somebody pressed it on the wrong claim, this is the way to put it right.
    said = "Una solicitud que se registró por error"
    assert page.links[claim.get_absolute_url()] == said
    tabs = page_of(as_(cast.lucia).get(reverse("application-list"))).links
    assert tabs["?status=mistaken"] == "Registrado por error"
