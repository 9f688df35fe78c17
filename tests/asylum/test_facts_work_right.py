"""Papers that employers would refuse, because nothing on them says that their holder may work."""

import datetime

import pytest
from django.urls import reverse

from asylum.papers.choices import WorkRight
from asylum.pathways.choices import PermitType
from asylum.permits.actions import cancel_permit, record_permit
from asylum.work_right.querysets import people_without_work_right
from casework.identity.actions.identity_documents import (
    add_identity_document,
    end_identity_document,
)
from casework.register.choices import DocumentEnd, DocumentType, YesNo
from casework.register.models.individual import Individual
from tests.asylum.build import a_client
from tests.cast import Cast

PAGE = reverse("work-right-missing")


def holder(cast: Cast, **papers: str) -> Individual:
    """Somebody with a permit and, with `paper`, a stay paper that says so or not."""
    person = a_client(cast)
    if permit := papers.get("permit"):
        on = cast.cucuta.today()
        record_permit(
            person,
            type=PermitType.SC2,
            issued_on=on,
            work_right=permit,
            is_sure=True,
            by=cast.lucia,
        )
    if paper := papers.get("paper"):
        told = {"type": DocumentType.STAY_PAPER, "country": "CO", "by": cast.ana}
        add_identity_document(person, number="SC2-77", states_work_right=paper, **told)
    return person


def test_f66_the_papers_that_do_not_state_the_right_to_work_are_listed_once(cast, client, law):
    both = holder(cast, permit=WorkRight.NO, paper=YesNo.NO)
    permit, paper = holder(cast, permit=WorkRight.NO), holder(cast, paper=YesNo.NO)
    holder(cast, permit=WorkRight.YES, paper=YesNo.YES)
    holder(cast, permit=WorkRight.UNKNOWN, paper=YesNo.UNKNOWN)
    assert list(people_without_work_right(cast.ana)) == [both, permit, paper]
    client.force_login(cast.ana)
    page = client.get(PAGE).content.decode()
    assert page.count("Papel de permanencia") == 2
    for person in (both, permit, paper):
        assert page.count(f"<small>{person.number}</small>") == 1


def test_a_paper_of_another_state_or_of_the_past_is_no_paper_that_lacks_it(cast, client, law):
    person = a_client(cast)
    told = {"states_work_right": YesNo.NO, "by": cast.ana}
    add_identity_document(person, number="P-1", type=DocumentType.PASSPORT, country="VE", **told)
    yesterday = cast.cucuta.today() - datetime.timedelta(days=1)
    past = {"type": DocumentType.STAY_PAPER, "country": "CO", "valid_from": yesterday}
    add_identity_document(person, number="SC2-1", valid_until=yesterday, **past, **told)
    assert list(people_without_work_right(cast.ana)) == []
    add_identity_document(person, number="SC2-2", **past, **told)
    assert list(people_without_work_right(cast.ana)) == [person]


def test_papers_no_longer_held_and_other_teams_are_not_listed(cast, client, law):
    person = holder(cast, permit=WorkRight.NO, paper=YesNo.NO)
    client.force_login(cast.bruno)
    assert person.number not in client.get(PAGE).content.decode()
    end_identity_document(
        person.identity_documents.get(type=DocumentType.STAY_PAPER),
        ended_on=cast.cucuta.today(),
        end_reason=DocumentEnd.LOST,
        by=cast.ana,
    )
    cancel_permit(person.permits.get(), on=cast.cucuta.today(), by=cast.lucia)
    assert list(people_without_work_right(cast.ana)) == []


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_asks_the_same_number_of_questions_for_one_and_four(
    cast, client, law, django_assert_num_queries, count
):
    for _each in range(count):
        holder(cast, permit=WorkRight.NO, paper=YesNo.NO)
    client.force_login(cast.ana)
    client.get(PAGE)
    with django_assert_num_queries(LIST_QUERIES):
        assert client.get(PAGE).status_code == 200


LIST_QUERIES = 11
