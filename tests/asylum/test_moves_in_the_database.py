"""The database refuses every move that the tables of asylum forbid, and no other."""

from typing import Any

import pytest
from django.db import IntegrityError, ProgrammingError

from asylum.actions.applications import prepare_application
from asylum.choices import (
    APPLICATION_MOVES,
    RENUNCIATION_MOVES,
    ApplicationStatus,
    RenunciationStatus,
)
from asylum.models import Renunciation
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_submitted_paper,
    an_application,
    undone,
    verify,
)

S, R = ApplicationStatus, RenunciationStatus
# How a paper comes to each state from the authority's desk; the trigger lets each step pass.
ON_THE_WAY = {R.NOT_YET, R.REFUSED, R.WITHDRAWN, R.MISTAKEN}


def let_pass(row: Any, states: Any) -> set[str]:
    """The other states that the table's trigger lets this row move to; each try is taken back."""
    passed = set()
    for there in states:
        refusal = ""
        try:
            with undone():
                type(row).objects.filter(pk=row.pk).update(status=there)
        except ProgrammingError as refused:
            refusal = str(refused)
        except IntegrityError:
            # A rule about other columns comes after the trigger: the move itself was let pass.
            pass
        if "Invalid transition" not in refusal:
            passed.add(str(there))
    row.refresh_from_db()
    return passed - {str(row.status)}


def others(moves: dict[str, frozenset[str]], here: str) -> set[str]:
    return {str(there) for there in moves[here]} - {str(here)}


@pytest.mark.parametrize("here", S)
def test_an_application_moves_in_the_database_only_where_the_table_says(cast, law, here):
    draft = here == S.DRAFT
    application = (
        prepare_application(a_client(cast), by=cast.lucia)
        if draft
        else an_application(cast, status=here)
    )
    assert application.status == here
    assert let_pass(application, S) == others(APPLICATION_MOVES, here)


@pytest.mark.parametrize("here", R)
def test_a_renunciation_moves_in_the_database_only_where_the_table_says(cast, here):
    paper = a_paper(cast) if here == R.RECORDED else a_submitted_paper(cast)
    if here == R.VERIFIED:
        verify(paper, on=D(2019, 3, 6), by=cast.luis)
    elif here in ON_THE_WAY:
        Renunciation.objects.filter(pk=paper.pk).update(status=here)
    paper.refresh_from_db()
    assert paper.status == here
    assert let_pass(paper, R) == others(RENUNCIATION_MOVES, here)
