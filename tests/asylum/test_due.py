"""What falls due comes out of SQL in the same columns from every source."""

import pytest

from asylum import due as asylum_due
from asylum.choices import ApplicationStatus, PermitType
from reference.due import Source
from reference.rules import add_months
from tests.asylum.build import (
    D,
    a_client,
    a_permit,
    a_submitted_paper,
    an_application,
)

TODAY = D(2019, 5, 16)
S = ApplicationStatus
SOURCES = {
    source.kind: source for source in vars(asylum_due).values() if isinstance(source, Source)
}


def due(kind):
    return [(row[1], row[3], row[7]) for row in SOURCES[kind].rows(TODAY)]


def test_all_sources_unite_in_one_query(cast, law, django_assert_num_queries):
    an_application(cast, status=S.REFUSED)
    a_permit(cast)
    a_submitted_paper(cast)
    first, *others = [source.rows(TODAY) for source in SOURCES.values()]
    with django_assert_num_queries(1):
        rows = list(first.union(*others, all=True))
    assert {row[0] for row in rows} == {
        "permit_expires",
        "appeal_term",
        "application_to_lodge",
        "renunciation_to_verify",
    }
    assert all(row[4] is not None and row[6] == cast.cucuta.pk for row in rows)


def test_a_permit_is_due_on_its_paper_day_and_no_more_once_renewed(cast, law):
    permit = a_permit(cast, expires_on=D(2019, 5, 10))
    computed = a_permit(cast, type=PermitType.PIP)
    assert set(due("permit_expires")) == {
        (D(2019, 5, 10), permit.pk, "trouble"),
        (D(2019, 6, 2), computed.pk, "warn"),
    }


def test_appeals_and_interviews_are_due_on_their_terms(cast, law):
    refused = an_application(cast, status=S.REFUSED).deadlines.running().get()
    summoned = an_application(cast, status=S.SUMMONED).deadlines.get(kind="interview")
    assert due("appeal_term") == [(D(2019, 5, 16), refused.pk, "warn")]
    assert due("interview") == [(D(2019, 6, 3), summoned.pk, "warn")]


@pytest.mark.parametrize("arrived", [D(2019, 2, 23), D(2019, 2, 28), D(2019, 3, 31), D(2019, 5, 1)])
def test_the_day_to_apply_is_the_same_in_sql_as_in_the_rule(cast, law, arrived):
    person = a_client(cast, on=arrived)
    assert [row[:2] for row in due("application_to_lodge")] == [(add_months(arrived, 2), person.pk)]


def test_month_ends_are_cut_in_sql_as_in_the_rule(cast, law):
    person = a_client(cast, on=D(2018, 12, 31))
    source = SOURCES["application_to_lodge"].rows(D(2019, 3, 1))
    rows = [(row[1], row[3]) for row in source]
    assert rows == [(D(2019, 2, 28), person.pk)]


def test_whoever_applied_is_not_asked_to_apply(cast, law):
    an_application(cast)
    assert due("application_to_lodge") == []


def test_sentences_name_numbers_and_nobody(cast, law):
    permit = a_permit(cast)
    sentence = SOURCES["permit_expires"].sentence([permit.pk])[permit.pk]
    assert permit.individual.number in sentence
    assert "Yorman" not in sentence
