"""Two records about one of which the authority said something else, or which both hold a permit: who merges reads both, each
with its page, and a legal officer is asked."""

import pytest
from django.urls import reverse

from asylum.papers.choices import Identified, Wording
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.renunciation.actions import record_demand, refuse_renunciation
from casework.duplicates.actions import pair_of
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.models import Merge
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.dates import short_date
from tests.asylum.build import D, a_permit, a_submitted_paper, an_application, sign, verify
from tests.build import an_individual
from tests.casework.merges.test_merge_individuals import refer
from tests.cast import as_
from tests.page import page_of


@pytest.fixture
def two(cast, law):
    """Two records of one former member, each alone in a case that legal officers see, in the order of their numbers."""
    people = (
        an_individual(cast),
        an_individual(cast, given_names="Jorman José", document="V-5.111.222"),
    )
    for each in people:
        refer(cast, each)
    return sorted(people, key=lambda each: each.number)


def merge_page(cast, two, *, by="sonia"):
    return page_of(as_(getattr(cast, by)).get(reverse("individual-merge", args=[pair_of(*two).pk])))


def titles_after(cast, two):
    merge_individuals(two[0], merged=two[1], by=cast.sonia)
    tasks = CaseTask.objects.filter(individual=two[0]).order_by("set_at")
    return [task.title for task in tasks]


def words_of(cast, two):
    """Of the one the authority asks a renunciation, of the other it says that it is a civilian."""
    kept, other = two
    record_demand(kept, is_asked=True, on=D(2019, 3, 1), by=cast.lucia)
    civilian = {"outcome": Identified.CIVILIAN, "reference": "Acta 7"}
    record_demand(other, is_asked=False, on=D(2019, 4, 1), **civilian, by=cast.luis)


def test_of_two_words_of_the_authority_the_page_names_both_and_a_task_asks_which_one_holds(
    cast, two
):
    words_of(cast, two)
    kept, other = two
    page = merge_page(cast, two)
    assert page.says("La autoridad dijo cosas distintas")
    assert page.says(f"{kept.number}: La autoridad la pide")
    assert page.says(f"{other.number}: La autoridad no la pide")
    here = kept.memberships.get().case.number
    assert any(here in url and url.endswith("/law/#renunciation") for url in page.links)
    [title] = titles_after(cast, two)
    assert title == f"La autoridad dijo dos cosas de una persona: diga cuál vale: {kept.number}"
    assert CaseTask.objects.get(individual=kept).assigned_to == cast.luis


def test_a_verified_and_a_refused_renunciation_are_both_named(cast, two):
    kept, other = two
    verified = a_submitted_paper(cast, kept)
    verify(verified, on=D(2019, 3, 8), by=cast.luis)
    refused = a_submitted_paper(cast, other)
    refuse_renunciation(refused, on=D(2019, 3, 9), by=cast.luis)
    page = merge_page(cast, two)
    assert page.says(f"{kept.number}: Verificada")
    assert page.says(f"{other.number}: Rechazada")
    assert {verified.get_absolute_url(), refused.get_absolute_url()} <= set(page.links)
    assert len(titles_after(cast, two)) == 1


def test_two_records_that_each_signed_become_one_and_a_task_asks_which_paper_stands(cast, two):
    kept, other = two
    papers = [a_submitted_paper(cast, each) for each in two]
    verify(papers[1], on=D(2019, 3, 8), by=cast.luis)
    page = merge_page(cast, two)
    assert page.says("Las dos fichas han firmado la misma renuncia")
    assert page.says(f"{kept.number}: Entregada a la autoridad, {short_date(papers[0].signed_on)}")
    assert page.says(f"{other.number}: Verificada")
    assert {each.get_absolute_url() for each in papers} <= set(page.links)
    sent = page.fields | {"survivor": kept.number, "grounds": "papers"}
    before = set(Renunciation.objects.values_list("pk", "individual", "case", "status"))
    address = reverse("individual-merge", args=[pair_of(*two).pk])
    assert as_(cast.sonia).post(address, sent).status_code == 302
    task = CaseTask.objects.get(individual=kept, rule="two_papers")
    assert task.assigned_to == cast.luis
    assert set(kept.renunciations.values_list("status", flat=True)) == {"submitted", "verified"}
    # Undone, each has its own again, and nothing is asked.
    undo_merge(Merge.objects.get(), by=cast.sonia)
    after = set(Renunciation.objects.values_list("pk", "individual", "case", "status"))
    assert after == before
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED
    # Merged again: what was written down twice is said to be so, and that settles the task.
    merge_individuals(kept, merged=other, by=cast.sonia)
    retract = reverse("renunciation-retract", args=[papers[0].pk])
    sent = page_of(as_(cast.lucia).get(retract)).fields | {"remark": "El mismo papel, dos veces"}
    assert as_(cast.lucia).post(retract, sent).status_code == 302
    assert not CaseTask.objects.open().filter(individual=kept).exists()
    assert kept.renunciations.verified().get() == papers[1]


def test_of_two_wordings_nothing_is_asked(cast, two):
    sign(two[0], wording=Wording.TEMPORARY, signed_on=D(2019, 3, 5), by=cast.lucia)
    sign(two[1], signed_on=D(2019, 3, 5), by=cast.lucia)
    assert not titles_after(cast, two)


def test_of_two_permits_that_hold_both_are_named(cast, two):
    kept, other = two
    permits = [a_permit(cast, kept), a_permit(cast, other, type=PermitType.PPT)]
    page = merge_page(cast, two)
    assert page.says("Las dos fichas tienen un permiso que vale hoy")
    assert {each.get_absolute_url() for each in permits} <= set(page.links)
    [title] = titles_after(cast, two)
    assert title == f"Una persona tiene ahora dos permisos: diga si valen los dos: {kept.number}"


def test_an_undone_merge_asks_nothing_any_more_unless_another_record_is_merged(cast, two):
    words_of(cast, two)
    kept, other = two
    third = an_individual(cast, given_names="Jorman Luis", document="V-5.111.333")
    first = merge_individuals(kept, merged=third, by=cast.sonia)
    merge = merge_individuals(kept, merged=other, by=cast.sonia)
    undo_merge(merge, by=cast.sonia)
    task = CaseTask.objects.get(individual=kept)
    assert task.is_open
    again = merge_individuals(kept, merged=other, by=cast.sonia)
    undo_merge(again, by=cast.sonia)
    undo_merge(first, by=cast.sonia)
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED


def test_they_stand_in_the_order_in_which_somebody_decides(cast, two):
    for each in two:
        a_permit(cast, each)
    an_application(cast, two[0])
    an_application(cast, two[1], status=ApplicationStatus.WITHDRAWN)
    words_of(cast, two)
    page = merge_page(cast, two)
    asked = ["La autoridad dijo", "tienen una solicitud de asilo", "tienen un permiso"]
    assert sorted(asked, key=page.text.index) == asked
    found = titles_after(cast, two)
    said = ["La autoridad dijo", "Una persona tiene ahora dos solicitudes", "dos permisos"]
    assert [part in title for part, title in zip(said, found, strict=True)] == [True] * 3


def test_what_agrees_or_holds_no_more_asks_nothing(cast, two):
    for each in two:
        record_demand(each, is_asked=True, on=D(2019, 3, 1), by=cast.lucia)
    a_permit(cast, two[0])
    a_permit(cast, two[1], expires_on=D(2019, 4, 1))
    assert not merge_page(cast, two).says("decide nada de esto")
    assert titles_after(cast, two) == []
