"""A renunciation is verified by a second person; the database itself holds that."""

import contextlib

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.access import NotAllowed
from asylum.actions.renunciations import (
    NotToBeAsked,
    SecondPersonNeeded,
    postpone_renunciation,
    record_renunciation,
    refuse_renunciation,
    submit_renunciation,
    verify_renunciation,
    withdraw_renunciation,
)
from asylum.choices import (
    RENUNCIATION_MOVES,
    RenunciationStatus,
    Signature,
    Wording,
)
from asylum.models import Renunciation
from asylum.querysets.missing import people_without_signed_paper
from casework.register.choices import BirthPrecision, Category
from casework.register.rules import Birth
from pages.refusals import ActionRefused
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_referred_family,
    a_submitted_paper,
    referred,
    undone,
)
from tests.build import a_row, an_arrival, people_of
from tests.refusals import refused

R = RenunciationStatus
ACTIONS = {
    R.SUBMITTED: submit_renunciation,
    R.VERIFIED: verify_renunciation,
    R.NOT_YET: postpone_renunciation,
    R.REFUSED: refuse_renunciation,
    R.WITHDRAWN: withdraw_renunciation,
}
WAY = {
    R.RECORDED: [],
    R.SUBMITTED: [R.SUBMITTED],
    R.NOT_YET: [R.SUBMITTED, R.NOT_YET],
    R.VERIFIED: [R.SUBMITTED, R.VERIFIED],
    R.REFUSED: [R.SUBMITTED, R.REFUSED],
    R.WITHDRAWN: [R.WITHDRAWN],
}
DAY = D(2019, 5, 2)


def refused_by_database(sql: str, *parameters: object) -> str:
    """The constraint that stops the statement."""
    with (
        pytest.raises(IntegrityError) as error,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, parameters)
    return str(error.value.__cause__.diag.constraint_name)


VERIFY = (
    "UPDATE asylum_renunciation SET status = 'verified', verified_by_id = %s, verified_on = %s"
    " WHERE id = %s"
)


def test_the_database_refuses_the_recorder_as_verifier(cast):
    paper = a_submitted_paper(cast)
    assert (
        refused_by_database(VERIFY, cast.lucia.pk, DAY, paper.pk) == "verified_by_a_second_person"
    )
    with connection.cursor() as cursor:
        cursor.execute(VERIFY, [cast.luis.pk, DAY, paper.pk])
    paper.refresh_from_db()
    assert (paper.status, paper.verified_by) == (R.VERIFIED, cast.luis)


def test_the_database_refuses_to_make_the_verifier_the_recorder_afterwards(cast):
    paper = verify_renunciation(a_submitted_paper(cast), on=DAY, by=cast.luis)
    sql = "UPDATE asylum_renunciation SET recorded_by_id = verified_by_id WHERE id = %s"
    assert refused_by_database(sql, paper.pk) == "verified_by_a_second_person"


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"verified_by": None, "verified_on": None}, "verified_paper_is_permanent_and_signed"),
        ({"verified_on": None}, "verified_by_a_second_person"),
        ({"wording": Wording.TEMPORARY}, "verified_paper_is_permanent_and_signed"),
        ({"signature": Signature.REFUSED}, "verified_paper_is_permanent_and_signed"),
        ({"status": R.SUBMITTED}, "verifier_stands_on_verified_paper"),
    ],
)
def test_the_database_keeps_a_verified_paper_whole(cast, change, constraint):
    paper = verify_renunciation(a_submitted_paper(cast), on=DAY, by=cast.luis)
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        Renunciation.objects.filter(pk=paper.pk).update(**change)
    assert error.value.__cause__.diag.constraint_name == constraint


def test_whoever_recorded_is_told_kindly_before_the_database_says_no(cast):
    with pytest.raises(SecondPersonNeeded):
        verify_renunciation(a_submitted_paper(cast), on=DAY, by=cast.lucia)


@pytest.mark.parametrize("here", WAY)
def test_every_pair_of_states_moves_only_where_the_table_says(cast, here):
    paper = a_paper(cast)
    for step in WAY[here]:
        paper = ACTIONS[step](paper, on=DAY, by=cast.luis)
    reached = set()
    for there, action in ACTIONS.items():
        with contextlib.suppress(ActionRefused), undone():
            assert action(paper, on=DAY, by=cast.luis).status == there
            reached.add(there)
        paper.refresh_from_db()
        assert paper.status == here
    assert reached == RENUNCIATION_MOVES[here]


def test_a_temporary_wording_never_satisfies(cast):
    paper = a_submitted_paper(cast, wording=Wording.TEMPORARY)
    with refused("From “With the authority” this paper does not go"):
        verify_renunciation(paper, on=DAY, by=cast.luis)
    assert not Renunciation.objects.awaiting_verification().exists()


def test_somebody_who_refused_to_sign_is_not_verified_and_may_sign_later(cast):
    person = a_client(cast)
    refused = a_paper(cast, person, signature=Signature.REFUSED)
    assert refused.lawful_moves == [R.WITHDRAWN]
    assert a_paper(cast, person, signed_on=DAY).signature == Signature.YES


def test_one_person_may_hold_both_papers_but_not_two_of_one_wording(cast):
    person = a_client(cast)
    a_paper(cast, person)
    a_paper(cast, person, wording=Wording.TEMPORARY)
    with refused("This person has signed such a paper already"):
        a_paper(cast, person)


def test_only_legal_officers_record_and_verify(cast):
    paper = a_submitted_paper(cast)
    for user in (cast.ana, cast.sonia, cast.carla, cast.adela, cast.mara):
        with pytest.raises(NotAllowed):
            verify_renunciation(paper, on=DAY, by=user)
        with pytest.raises(NotAllowed):
            record_renunciation(paper.individual, signed_on=DAY, by=user)


def test_f28_relatives_and_children_are_never_asked_to_sign(cast):
    for relative in a_referred_family(cast)[1:]:
        with pytest.raises(NotToBeAsked):
            record_renunciation(relative, signed_on=DAY, by=cast.lucia)


def a_young_recruit(cast, born_on):
    row = a_row(
        "Deivi",
        "Mora",
        category=Category.FORMER_MEMBER,
        birth=Birth(BirthPrecision.DAY, born_on, born_on.year),
    )
    return people_of(referred(an_arrival(cast, people=[row]), cast))[0]


def test_f28_somebody_under_eighteen_who_served_is_not_asked_either(cast):
    boy = a_young_recruit(cast, D(2001, 5, 17))
    with pytest.raises(NotToBeAsked):
        record_renunciation(boy, signed_on=D(2019, 5, 16), by=cast.lucia)
    man = a_young_recruit(cast, D(2001, 5, 16))
    assert record_renunciation(man, signed_on=D(2019, 5, 16), by=cast.lucia).pk
    assert boy not in people_without_signed_paper(cast.lucia)


def test_f28_the_list_names_adult_former_members_without_a_signed_paper_and_nobody_else(cast):
    missing = a_referred_family(cast)[0]
    a_paper(cast, a_client(cast))
    temporary = a_paper(cast, a_client(cast), wording=Wording.TEMPORARY).individual
    refused = a_paper(cast, a_client(cast), signature=Signature.REFUSED).individual
    taken_back = a_paper(cast, a_client(cast))
    withdraw_renunciation(taken_back, on=DAY, by=cast.lucia)
    a_young_recruit(cast, D(2001, 12, 1))
    assert set(people_without_signed_paper(cast.lucia)) == {
        missing,
        temporary,
        refused,
        taken_back.individual,
    }
