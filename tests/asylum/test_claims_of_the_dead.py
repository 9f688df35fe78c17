"""The claim of somebody who died stays on the Asylum page of the case, says so, and is none of the open ones."""

from functools import partial

import pytest
from django.urls import reverse

from asylum.terms.actions import assign_deadline, extend_deadline
from asylum.terms.slots import legal_terms
from casework.exits.actions import confirm_loss, report_loss
from tests.asylum.build import D, a_client, a_permit, a_referred_family, an_application
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")


def dies(person, cast):
    report = report_loss(
        person, kind="death", on=cast.ana.today(), known_from="Llamó su hermana", by=cast.ana
    )
    confirm_loss(report, checked_how="Vi el certificado", by=cast.sonia)


@pytest.fixture(params=["one of a family", "who came alone"])
def claim(cast, request):
    """Of somebody whose relatives stay in the case, and of its last person, who stays its member."""
    is_of_family = request.param == "one of a family"
    return an_application(cast, a_referred_family(cast)[3] if is_of_family else a_client(cast))


def test_the_claim_stays_on_the_page_of_the_case_and_says_that_its_person_died(cast, claim):
    page = reverse("case-part", args=[claim.case.number, "law"])
    before = page_of(as_(cast.lucia).get(page))
    assert claim.get_absolute_url() in before.links
    assert not before.says("Falleció 16 may 2019")
    dies(claim.individual, cast)
    after = page_of(as_(cast.lucia).get(page))
    assert claim.get_absolute_url() in after.links
    assert after.says(f"{claim.individual.display_name} Falleció 16 may 2019")
    assert as_(cast.lucia).get(claim.get_absolute_url()).status_code == 200


def test_it_is_listed_among_those_that_are_no_longer_open(cast, claim):
    other = an_application(cast)
    dies(claim.individual, cast)

    def listed(standing):
        page = as_(cast.lucia).get(reverse("application-list"), {"standing": standing})
        return {each.pk for each in page.context["page_obj"].object_list}

    assert (listed("open"), listed("ended")) == ({other.pk}, {claim.pk})


def test_nothing_about_today_is_said_or_offered_of_a_dead_person(cast, claim):
    term = claim.deadlines.running().first()
    permit = a_permit(cast, claim.individual, work_right="yes", expires_on=D(2019, 9, 1))
    renew, client = reverse("permit-renew", args=[permit.pk]), as_(cast.lucia)
    part = reverse("case-part", args=[claim.case.number, "law"])
    assert renew in page_of(client.get(part)).links
    assert {each.pk for each in legal_terms.rows_on(cast.lucia.today())} >= {term.pk}
    dies(claim.individual, cast)
    page, of_case = page_of(client.get(permit.get_absolute_url())), page_of(client.get(part))
    assert page.says("la persona falleció")
    for each in (page, of_case):
        assert renew not in each.links
        assert not each.says("Permite trabajar")
    assert client.get(renew).status_code == 404
    shown = page_of(client.get(claim.get_absolute_url()))
    assert shown.says("Ya no corre: la persona falleció")
    assert reverse("deadline-extend", args=[term.pk]) not in shown.links
    assert {each.pk for each in legal_terms.rows_on(cast.lucia.today())}.isdisjoint({term.pk})


def test_a_term_of_a_dead_person_is_not_settled_by_its_address(cast, claim):
    term = claim.deadlines.running().first()
    dies(claim.individual, cast)
    address = reverse("deadline-settle", args=[term.pk])
    assert page_of(as_(cast.lucia).post(address, {"on": "16/5/2019"})).says("la persona falleció")
    term.refresh_from_db()
    assert term.ended_on is None


def test_a_term_of_a_dead_person_is_neither_extended_nor_given_to_a_colleague(cast, claim):
    term, later = claim.deadlines.running().first(), D(2019, 9, 2)
    extend = partial(extend_deadline, granted_on=cast.ana.today(), paper="Auto 3", by=cast.lucia)
    dies(claim.individual, cast)
    with refused("the person died"):
        extend(term, is_on=later)
    with refused("the person died"):
        assign_deadline(term, owner=cast.luis, deputy=None, by=cast.lucia)
    for page in ("deadline-extend", "deadline-assign"):
        assert as_(cast.lucia).get(reverse(page, args=[term.pk])).status_code == 404, page
