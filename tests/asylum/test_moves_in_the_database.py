"""The database refuses every move that the tables of asylum forbid, and no other."""

from typing import Any

import pytest
from django.db import IntegrityError, ProgrammingError

from accounts.models import Office
from asylum.claims.actions import prepare_application
from asylum.papers.choices import RENUNCIATION_MOVES, RenunciationStatus
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus, AskedOf, Bringer, DeadlineKind
from asylum.pathways.loading import TABLES
from asylum.procedure.models.application import AsylumApplication
from casework.register.choices import Category
from casework.register.models.individual import Individual
from reference.loading import RULES_OF_COUNTRY, rows_of
from tests.asylum.build import D, a_client, a_paper, a_submitted_paper, undone, verify
from tests.cast import Cast

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


def pathway(country: str) -> dict[str, set[str]]:
    """Where the table of this country leads, read apart from the database: `""` is no stage of it."""
    rows = [row for row in rows_of("stages", tables=TABLES) if row["country"] == country]
    return {row["stage"]: set(row["leads_to"].split()) for row in rows}


def way_to(country: str, there: str) -> list[str]:
    """The stages on one way from the draft to `there`."""
    ways = {"draft": [str(S.DRAFT)]}
    to_go = ["draft"]
    while to_go:
        here = to_go.pop(0)
        for after in sorted(pathway(country)[here] - ways.keys()):
            ways[after] = [*ways[here], after]
            to_go.append(after)
    return ways[there][1:]


def a_claim_at(cast: Cast, country: str, here: str) -> AsylumApplication:
    """A claim in that country that raw SQL has led to that stage, step by step."""
    person = a_client(cast)
    Office.objects.filter(pk=person.office_id).update(country=country)
    # Of whom no renunciation is asked.
    Individual.objects.filter(pk=person.pk).update(category=Category.RELATIVE)
    application = prepare_application(Individual.objects.get(pk=person.pk), by=cast.lucia)
    days = {"lodged_on": D(2019, 3, 4), "interview_on": D(2019, 6, 3)}
    for step in way_to(country, here):
        AsylumApplication.objects.filter(pk=application.pk).update(status=step, **days)
    application.refresh_from_db()
    assert (application.status, application.country) == (here, country)
    return application


STAGES = [(country, here) for country in ("CO", "BR") for here in sorted(pathway(country))]


@pytest.mark.parametrize(("country", "here"), STAGES)
def test_f23_the_database_lets_a_claim_go_only_where_the_pathway_of_its_country_leads(
    cast, law, country, here
):
    application = a_claim_at(cast, country, here)
    assert let_pass(application, S) == pathway(country)[here] - {here}
    assert set(application.lawful_moves) == pathway(country)[here]


def test_f23_two_countries_have_pathways_of_their_own():
    colombia, brazil = pathway("CO"), pathway("BR")
    assert set(colombia) == set(S)
    assert set(S) - set(brazil) == {
        S.RECEIVED,
        S.ADMITTED,
        S.INADMITTED,
        S.PROTECTED,
        S.TUTELA,
        S.CANCELLED,
    }
    assert S.RECOGNISED in brazil[S.LODGED] - colombia[S.LODGED]


@pytest.mark.parametrize("country", ["CO", "BR"])
def test_f23_a_pathway_leads_to_stages_of_its_own_and_starts_terms_by_rules_of_its_country(country):
    stages = pathway(country)
    assert {there for leads_to in stages.values() for there in leads_to} <= stages.keys()
    assert {way[-1] for here in stages if (way := way_to(country, here))} == stages.keys() - {
        "draft"
    }
    rules = {row["code"] for row in rows_of(RULES_OF_COUNTRY[country])}
    rows = [row for row in rows_of("stages", tables=TABLES) if row["country"] == country]
    terms = [term.split(":") for row in rows for term in row["terms"].split()]
    assert {kind for kind, _rule in terms} <= set(DeadlineKind)
    assert {rule for _kind, rule in terms if rule} <= rules
    papers = [row for row in rows_of("papers", tables=TABLES) if row["country"] == country]
    assert papers
    assert {row["stage"] for row in papers} <= stages.keys()
    assert {row["asked_of"] for row in papers} <= set(AskedOf)
    assert {row["brought_by"] for row in papers} <= set(Bringer)


def test_f23_a_claim_does_not_leave_the_pathway_by_changing_its_country(cast, law):
    application = a_claim_at(cast, "CO", S.LODGED)
    rows = AsylumApplication.objects.filter(pk=application.pk)
    for facts in ({"country": "BR"}, {"country": "BR", "status": S.RECOGNISED}):
        with pytest.raises(ProgrammingError, match="Invalid transition"), undone():
            rows.update(**facts)


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
