"""A life that was copied in bulk is like the one that somebody wrote through actions."""

import datetime
import random
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model

from accounts.models import Office
from casework.arrivals.actions.arrivals import Party, log_parties
from casework.documents.models import DocumentVersion
from casework.register.choices import Category, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from seeds.clones import (
    COPIED,
    CREATED_WITH_ARRIVAL,
    FIRST_CREATED_WITH_ARRIVAL,
    STAYING_IN_CLOSED_CASES,
    TOKENS,
    FileCopy,
    Original,
    originals,
)
from tests.build import a_row, people_of
from tests.world import Stage
from vault.files import open_file

# Written by whoever logs or houses a family, by the database itself, about more than one family, or about other rows.
NOT_COPIED = {
    "casework": """
    FamilyMember FamilyMemberEvent CaseEvent CaseStatusChange CaseTeamChange NamedAccess ArrivalSlip
    DuplicatePair Merge FamilyChange FactChange Exit SealedAccount SubjectRequest AnonymityWish Correction WorkPassed Erasure
    """,
    "shelters": "Placement PlacementEvent StayReason RollAnswer Outing SiteIncident SiteIncidentDecision",
    "asylum": "AsylumApplicationEvent RenunciationEvent PermitEvent Letter Screening DismissedContradiction PaperScan TermPassed",
    "aid": "CommitmentEvent Cover OpenGap",
    "worklist": "Notice DueDecision KeptDue",
    "imports": "ImportedFamily",
    "reporting": "NamedListLine",
}


def original_of(office: Office, case: Case) -> Original:
    return next(each for each in originals(office) if each.case == case)


def a_twin(stage: Stage, original: Original) -> FileCopy:
    """A family that came on the same day and was only logged, with that life on top."""
    people = [
        a_row("Marisol", "Prueba", sex=Sex.FEMALE, born=1988, category=Category.FORMER_MEMBER),
        a_row("Iván", "Prueba Mora", sex=Sex.MALE, born=2017),
    ]
    party = Party(people, original.case.opened_on)
    [case] = log_parties([party], team=stage.cast.norte, by=stage.cast.ana)
    assert isinstance(case, Case)
    copying = FileCopy(
        original=original,
        case=case,
        people=people_of(case),
        arrival=Arrival.objects.get(case=case),
        today=stage.cast.cucuta.today(),
        ahead=0,
        dice=random.Random(5),  # noqa: S311
    )
    rows = list(copying.rows())
    for model in COPIED:
        model._default_manager.bulk_create(row for row in rows if type(row) is model)
    return copying


def in_plain(row: Any) -> dict[str, Any]:
    """What the row says, without whose it is, its number and when it was written down."""
    model = type(row)
    left = {"key_id", "file_name", "preview_name"}
    if model in TOKENS:
        left |= {TOKENS[model][0], *TOKENS[model][1]}
    return {
        each.name: getattr(row, each.attname)
        for each in model._meta.concrete_fields
        if not each.primary_key
        and each.name not in left
        and not getattr(each, "auto_now_add", False)
        and not getattr(each, "auto_now", False)
        and not (
            isinstance(each, ForeignKey) and each.related_model in (*CREATED_WITH_ARRIVAL, *COPIED)
        )
    }


@pytest.mark.long(of="demonstration")
def test_every_row_of_a_copied_life_says_what_the_original_says(stage: Stage) -> None:
    original = original_of(stage.cast.cucuta, stage.worlds.norte.case)
    copying = a_twin(stage, original)
    compared = set()
    for model, rows in original.rows.items():
        for row in rows:
            copied = model._default_manager.get(pk=copying.new_rows[model, row.pk].pk)
            assert in_plain(copied) == in_plain(row)
            if hasattr(row, "key_id"):
                assert copied.key_id == copying.keys[row.key_id] != row.key_id
            compared.add(model)
    assert len(compared) > 25
    for model, (name, tokens) in TOKENS.items():
        for row in original.rows[model]:
            copied = model._default_manager.get(pk=copying.new_rows[model, row.pk].pk)
            if number := getattr(row, name):
                assert getattr(copied, name) != number
                assert len(getattr(copied, name)) == len(number)
                assert all(getattr(copied, each) != getattr(row, each) for each in tokens)


def test_a_copied_file_is_sealed_with_the_key_of_its_new_owner(stage: Stage) -> None:
    original = original_of(stage.cast.cucuta, stage.worlds.norte.case)
    copying = a_twin(stage, original)
    versions = original.rows[DocumentVersion]
    assert versions
    for version in versions:
        copied = DocumentVersion.objects.get(pk=copying.new_rows[DocumentVersion, version.pk].pk)
        assert copied.file_name != version.file_name
        with (
            open_file(copied.file_name, key_id=copied.key_id, row_id=copied.pk) as ours,
            open_file(version.file_name, key_id=version.key_id, row_id=version.pk) as theirs,
        ):
            assert ours.read() == theirs.read()


def test_days_that_passed_move_back_and_those_to_come_move_ahead(stage: Stage) -> None:
    cast, original = stage.cast, original_of(stage.cast.cucuta, stage.worlds.norte.case)
    copying, today = a_twin(stage, original), cast.cucuta.today()
    copying.back, copying.ahead = datetime.timedelta(days=10), 7
    week, ten = datetime.timedelta(days=7), datetime.timedelta(days=10)
    days = [
        each.due_on for rows in original.rows.values() for each in rows if hasattr(each, "due_on")
    ]
    assert any(day > today for day in days if day)
    for day in filter(None, days):
        assert copying.moved_day(day) == (day + week if day > today else day - ten)


def test_whatever_hangs_on_a_family_is_copied_or_has_a_reason_not_to_be(stage: Stage) -> None:
    case = stage.worlds.norte.case
    heads: dict[type[Model], Any] = {
        Case: [case.pk],
        type(stage.worlds.norte.people[0]): people_of(case),
    }
    left = {
        apps.get_model(app, name) for app, names in NOT_COPIED.items() for name in names.split()
    }
    forgotten = []
    for model in apps.get_models():
        links = [
            each
            for each in model._meta.concrete_fields
            if isinstance(each, ForeignKey) and each.related_model in heads
        ]
        if model in {*COPIED, *CREATED_WITH_ARRIVAL} | left or not links or not model._meta.managed:
            continue
        if any(
            model._base_manager.filter(**{f"{each.name}__in": heads[each.related_model]}).exists()
            for each in links
        ):
            forgotten.append(model._meta.label)
    assert forgotten == []
    assert set(COPIED) >= {*STAYING_IN_CLOSED_CASES, *FIRST_CREATED_WITH_ARRIVAL, *TOKENS}


@pytest.mark.parametrize("size", [1, 2])
def test_a_smaller_family_gets_only_what_it_has_people_for(stage: Stage, size: int) -> None:
    original = original_of(stage.cast.cucuta, stage.worlds.norte.case)
    twin = a_twin(stage, original)
    smaller = FileCopy(
        original=original,
        case=twin.case,
        people=twin.people[:size],
        arrival=twin.arrival,
        today=twin.today,
        ahead=0,
        dice=random.Random(5),  # noqa: S311
    )
    rows = list(smaller.rows())
    whose = {row.individual_id for row in rows if getattr(row, "individual_id", None)}
    assert whose <= {each.pk for each in twin.people[:size]}
    whole = sum(map(len, original.rows.values()))
    assert (len(rows) == whole) is (size == len(original.people))
