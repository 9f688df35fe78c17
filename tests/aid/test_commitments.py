import datetime

import pytest
from django.db import IntegrityError, transaction

from accounts.access import NotAllowed, can
from accounts.models import AuditEvent
from accounts.permissions import Permission
from aid.actions.agreements import AgreementRefused, give_notice, record_agreement
from aid.actions.commitments import CommitmentRefused, commit_aid, end_commitment
from aid.choices import AgreementStatus, AidKind
from aid.closure import open_commitments
from aid.models import Agreement, Commitment
from aid.panels import commitments_of, conflicts
from casework.register.models.case import FamilyMember
from tests.aid.build import STARTS_ON, a_commitment, a_payer, an_agreement
from tests.cast import Cast
from tests.shelters.build import a_family, a_site
from vault.keys import issue_key

DAY = datetime.timedelta(days=1)


def test_commitments_that_contradict_each_other_are_both_kept_and_said(cast: Cast) -> None:
    case = a_family(cast.norte)
    ends = STARTS_ON + DAY * 60
    a_commitment(case, by=cast.ana, source="El hotel, por escrito", until=ends)
    a_commitment(case, by=cast.ana, source="El ministro, en la radio", is_firm=False)
    kept = commitments_of(case, STARTS_ON + DAY * 30)
    assert {(each.source, each.until) for each in kept} == {
        ("El hotel, por escrito", ends),
        ("El ministro, en la radio", None),
    }
    (sentence,) = conflicts(kept)
    assert "1 abr 2019" in sentence


@pytest.mark.parametrize("targets", [[], ["site", "case"], ["case", "individual"]])
def test_the_database_wants_exactly_one_target(cast: Cast, targets: list[str]) -> None:
    case = a_family(cast.norte)
    person = FamilyMember.objects.get(case=case).individual
    known = {"site": a_site(cast.cucuta), "case": case, "individual": person}
    with pytest.raises(IntegrityError, match="one_target"), transaction.atomic():
        Commitment.objects.create(
            key_id=issue_key(),
            office=cast.cucuta,
            kind=AidKind.MEALS,
            is_firm=True,
            starts_on=STARTS_ON,
            committed_by=cast.carla,
            **{name: known[name] for name in targets},
        )


def test_each_commits_within_sight_only(cast: Cast) -> None:
    case, site = a_family(cast.norte), a_site(cast.cucuta, run_by=cast.carla)
    may = {"case": ["ana", "carla", "sonia"], "site": ["carla", "sonia"]}
    for name, target in {"case": case, "site": site}.items():
        for user in cast.users.values():
            if user.full_name.lower() in may[name]:
                assert a_commitment(target, by=user, kind=AidKind.MEALS)
            else:
                with pytest.raises(NotAllowed):
                    a_commitment(target, by=user)


def test_sight_and_permission_agree(cast: Cast) -> None:
    case, site = a_family(cast.norte), a_site(cast.cucuta, run_by=cast.carla)
    person = FamilyMember.objects.get(case=case).individual
    made = [a_commitment(target, by=cast.sonia) for target in (case, site, person)]
    for user in cast.users.values():
        seen = set(Commitment.objects.visible_to(user))
        assert seen == {each for each in made if can(user, Permission.AID_READ, about=each)}
    assert set(Commitment.objects.visible_to(cast.ana)) == set(made)
    assert set(Commitment.objects.visible_to(cast.bruno)) == {made[1]}
    assert set(Commitment.objects.visible_to(cast.mara)) == set()


def test_an_agreement_pays_only_for_its_kinds_days_and_office(cast: Cast) -> None:
    case = a_family(cast.norte)
    agreement = an_agreement(cast, ends_on=STARTS_ON + DAY * 30)
    elsewhere = an_agreement(cast, by=cast.mara)
    for facts in (
        {"agreement": agreement, "kind": AidKind.LEGAL},
        {"agreement": agreement, "starts_on": STARTS_ON + DAY * 30},
        {"agreement": agreement, "starts_on": STARTS_ON - DAY},
        {"agreement": elsewhere},
        {"until": STARTS_ON},
    ):
        with pytest.raises(CommitmentRefused):
            a_commitment(case, by=cast.ana, **facts)
    assert Commitment.objects.count() == 0


def test_ending_a_commitment_names_the_first_day_without_and_is_audited(cast: Cast) -> None:
    case = a_family(cast.norte)
    commitment = a_commitment(case, by=cast.ana)
    end_commitment(commitment, until=STARTS_ON + DAY, by=cast.ana)
    commitment.refresh_from_db()
    assert commitment.until == STARTS_ON + DAY
    event = AuditEvent.objects.get(verb="commitment.ended")
    assert (event.actor, event.case_id, event.details) == (
        cast.ana,
        case.pk,
        {"until": ["", "2019-02-02"]},
    )
    with pytest.raises(CommitmentRefused):
        end_commitment(commitment, until=STARTS_ON - DAY, by=cast.ana)
    with pytest.raises(NotAllowed):
        end_commitment(commitment, until=STARTS_ON + DAY, by=cast.bruno)


def test_a_commitment_made_by_mistake_ends_on_its_first_day_and_covers_nobody(cast: Cast) -> None:
    case = a_family(cast.norte)
    commitment = a_commitment(case, by=cast.ana)
    end_commitment(commitment, until=STARTS_ON, by=cast.ana)
    assert commitments_of(case, STARTS_ON) == []


def test_a_case_with_open_aid_says_so_before_it_closes(cast: Cast) -> None:
    case = a_family(cast.norte)
    assert open_commitments(case) == []
    commitment = a_commitment(case, by=cast.ana)
    assert len(open_commitments(case)) == 1
    end_commitment(commitment, until=STARTS_ON + DAY, by=cast.ana)
    assert open_commitments(case) == []


def test_notice_brings_the_end_forward(cast: Cast) -> None:
    agreement = an_agreement(cast)
    given_on, ends_on = STARTS_ON + DAY * 10, STARTS_ON + DAY * 40
    agreement = give_notice(agreement, given_on=given_on, ends_on=ends_on, by=cast.adela)
    assert [
        agreement.status_on(day) for day in (STARTS_ON - DAY, STARTS_ON, given_on, ends_on)
    ] == [
        AgreementStatus.COMING,
        AgreementStatus.RUNNING,
        AgreementStatus.NOTICE,
        AgreementStatus.ENDED,
    ]
    with pytest.raises(AgreementRefused):
        give_notice(agreement, given_on=ends_on, ends_on=ends_on, by=cast.adela)
    with pytest.raises(NotAllowed):
        give_notice(agreement, given_on=given_on, ends_on=ends_on, by=cast.carla)


def test_agreements_stay_within_their_office(cast: Cast) -> None:
    here, there = an_agreement(cast), an_agreement(cast, by=cast.mara)
    seen = {name: set(Agreement.objects.visible_to(user)) for name, user in cast.users.items()}
    assert seen == {name: set() for name in cast.users} | {
        "carla": {here},
        "sonia": {here},
        "adela": {here},
        "mara": {there},
    }
    with pytest.raises(AgreementRefused):
        record_agreement(
            office=cast.arauca,
            payer=a_payer(),
            reference="X",
            kinds=["meals"],
            starts_on=STARTS_ON,
            by=cast.adela,
        )


@pytest.mark.parametrize(
    "facts",
    [
        {"amount": 5},
        {"currency": "COP"},
        {"ends_on": STARTS_ON},
        {"kinds": []},
        {"reference": "CONV-001"},
    ],
)
def test_an_agreement_that_makes_no_sense_is_refused_in_words(
    cast: Cast, facts: dict[str, object]
) -> None:
    an_agreement(cast)
    with pytest.raises(AgreementRefused) as refusal:
        an_agreement(cast, **facts)
    assert str(refusal.value)


def test_the_words_of_a_source_are_sealed(cast: Cast) -> None:
    commitment = commit_aid(
        a_site(cast.cucuta, run_by=cast.carla),
        kind="meals",
        is_firm=True,
        starts_on=STARTS_ON,
        source="CANARIO",
        by=cast.carla,
    )
    (stored,) = Commitment.objects.filter(pk=commitment.pk).values_list("source", flat=True)
    assert b"CANARIO" not in bytes(stored)
    assert Commitment.objects.get(pk=commitment.pk).source == "CANARIO"
