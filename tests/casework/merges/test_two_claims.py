"""Two records with a claim each: the page of the merge says so, and a legal officer gets a task."""

import pytest
from django.urls import reverse

from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus
from casework.duplicates.actions import pair_of
from casework.merges.actions import merge_individuals
from casework.tasks.models import CaseTask
from tests.build import an_individual
from tests.casework.merges.test_merge_individuals import refer
from tests.cast import as_
from tests.page import page_of


@pytest.fixture
def two(cast):
    """Two records of one man, each alone in a case."""
    return an_individual(cast), an_individual(
        cast, given_names="Jorman José", document="V-5.111.222"
    )


def test_of_two_claims_the_page_names_both_and_a_task_asks_which_one_stands(cast, two):
    """One claim is decided and the other pending: each has terms, and a legal officer must say which ones run."""
    kept, other = sorted(two, key=lambda each: each.number)
    today = cast.ana.today()
    claims = [
        lodge_application(each, on=today, statement="Pide protección.", by=refer(cast, each))
        for each in (kept, other)
    ]
    move_application(claims[0], to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)
    final = {"on": today, "override_reason": "No recurrió", "by": cast.lucia}
    move_application(claims[0], to=ApplicationStatus.REFUSED_FINAL, **final)
    address = reverse("individual-merge", args=[pair_of(*two).pk])
    page = page_of(as_(cast.sonia).get(address))
    assert page.says("Las dos fichas tienen una solicitud de asilo")
    assert page.says(f"{kept.number}: Rechazo en firme")
    assert page.says(f"{other.number}: Presentada")
    merge_individuals(kept, merged=other, by=cast.sonia)
    [task] = CaseTask.objects.filter(individual=kept)
    assert "dos solicitudes" in task.title
    assert task.assigned_to == cast.lucia


def test_a_claim_on_one_record_alone_asks_nothing(cast, two):
    survivor, merged = two
    lodge_application(
        merged, on=cast.ana.today(), statement="Pide protección.", by=refer(cast, merged)
    )
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert not CaseTask.objects.filter(individual=survivor).exists()
