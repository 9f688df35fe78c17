"""What falls due comes out of SQL in the same columns from every source."""

import pytest
from django.urls import reverse

from accounts.due import Source
from asylum.claims.actions import lodge_application, move_application, prepare_application
from asylum.filing import slots as filing
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits import slots as permits
from asylum.renunciation import slots as renunciation
from asylum.terms import slots as terms
from casework.register.models.case import Case
from tests.asylum.build import (
    D,
    a_client,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
)
from tests.cast import as_
from tests.page import page_of

TODAY = D(2019, 5, 16)
S = ApplicationStatus
SOURCES = {
    source.kind: source
    for slots in (permits, terms, filing, renunciation)
    for source in vars(slots).values()
    if isinstance(source, Source)
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


@pytest.mark.parametrize(
    ("arrived", "last_day"),
    [
        (D(2018, 12, 31), D(2019, 2, 28)),
        # Maundy Thursday and Easter Sunday: the Monday after is the first working day.
        (D(2019, 2, 18), D(2019, 4, 22)),
        (D(2019, 2, 21), D(2019, 4, 22)),
        (D(2019, 5, 1), D(2019, 7, 2)),
    ],
)
def test_the_day_to_apply_moves_to_the_next_working_day_and_stays_while_nobody_applied(
    cast, law, arrived, last_day
):
    person = a_client(cast, on=arrived)
    assert [row[:2] for row in due("application_to_lodge")] == [(last_day, person.pk)]


def test_each_adult_of_a_family_has_a_line_and_children_have_none(cast, law):
    principal, wife, son, brother = a_referred_family(cast)
    lines = {key for _, key, _ in due("application_to_lodge")}
    assert lines == {principal.pk, wife.pk, brother.pk}
    an_application(cast, principal)
    assert {key for _, key, _ in due("application_to_lodge")} == {wife.pk, brother.pk}
    assert son.age_on(TODAY) < 18


def test_an_office_elsewhere_is_not_reminded_of_colombias_term(cast, law):
    a_client(cast)
    cast.cucuta.country = "BR"
    cast.cucuta.save()
    assert [day for day, _, _ in due("application_to_lodge")] == [None]


def test_a_day_carries_the_days_before_that_its_rule_lists(cast, law):
    a_permit(cast)
    an_application(cast, status=S.REFUSED)
    a_submitted_paper(cast)
    warned = {
        kind: [row[8] for row in SOURCES[kind].rows(TODAY)]
        for kind in ("permit_expires", "appeal_term", "renunciation_to_verify")
    }
    assert warned == {
        "permit_expires": [[30, 15, 7]],
        "appeal_term": [[7, 3, 1]],
        "renunciation_to_verify": [None],
    }


def test_whoever_applied_is_not_asked_to_apply(cast, law):
    an_application(cast)
    assert due("application_to_lodge") == []


def test_sentences_name_numbers_and_nobody(cast, law):
    permit = a_permit(cast)
    sentence = SOURCES["permit_expires"].sentence([permit.pk])[permit.pk][0]
    assert permit.individual.number in sentence
    assert "Yorman" not in sentence


def test_the_page_of_a_case_says_until_when_somebody_without_a_claim_may_apply(cast, law):
    head = a_client(cast)
    case = Case.objects.get()
    address = reverse("case-part", args=[case.number, "law"])
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("todavía sin solicitud", head.display_name)
    assert not page.says("No corre ningún plazo")
    lodge_application(head, on=cast.ana.today(), late_reason="Enfermo", by=cast.lucia)
    assert not page_of(as_(cast.lucia).get(address)).says("todavía sin solicitud")


@pytest.mark.parametrize("ended", [S.MISTAKEN, S.WITHDRAWN])
def test_a_claim_that_was_never_made_ends_no_reminder(cast, law, ended):
    person = a_client(cast)
    assert len(due("application_to_lodge")) == 1
    draft = prepare_application(person, by=cast.lucia)
    assert due("application_to_lodge") == []
    move_application(draft, to=ended, on=cast.ana.today(), remark="Otra persona", by=cast.lucia)
    assert [key for _day, key, _tone in due("application_to_lodge")] == [person.pk]


def test_a_claim_that_was_lodged_and_withdrawn_ends_the_reminder(cast, law):
    claim = an_application(cast)
    move_application(claim, to=S.WITHDRAWN, on=cast.ana.today(), by=cast.lucia)
    assert due("application_to_lodge") == []
