"""Rows written in bulk are the rows that the action writes."""

import datetime
from typing import Any

import pytest
from django.db.models import Model

from accounts.models import AuditEvent
from casework.choices import Category, EntryMode
from casework.models import (
    Arrival,
    Case,
    CaseStatusChange,
    CaseTeamChange,
    FamilyMember,
    IdentityDocument,
    Individual,
    Phone,
    ServiceRecord,
)
from casework.reference.loading import load_reference
from seeds.crowd import Logged, add_crowd, write_arrivals
from tests.build import a_family, an_arrival, reference
from vault.search import ranked

TABLES = [
    Case,
    CaseStatusChange,
    CaseTeamChange,
    Arrival,
    Individual,
    IdentityDocument,
    Phone,
    ServiceRecord,
    FamilyMember,
    AuditEvent,
]
# What must differ: identities, keys, moments, and numbers given one after the other.
OWN = {
    "id",
    "key_id",
    "number",
    "case",
    "case_id",
    "individual",
    "arrival",
    "about_id",
    "changed_at",
    "logged_at",
    "recorded_at",
    "at",
}
PERSON_ORDER = ("category", "birth_year", "relation_to_principal", "type", "verb")


def facts(row: Model) -> dict[str, Any]:
    """Every field of a row, opened, without what must differ."""
    kept = [f for f in row._meta.concrete_fields if f.name not in OWN and f.attname not in OWN]
    return {field.name: getattr(row, field.attname) for field in kept} | (
        {"document": row.number} if isinstance(row, IdentityDocument) else {}
    )


def written() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: sorted((facts(row) for row in model.objects.all()), key=str)
        for model in TABLES
    }


@pytest.mark.django_db
def test_a_clones_rows_equal_an_actions(cast):
    known = reference()
    on = datetime.date(2019, 2, 23)
    before = AuditEvent.objects.count()
    an_arrival(
        cast,
        on=on,
        directorate=known["directorate"],
        crossing=known["crossing"],
        entry_mode=EntryMode.BRIDGE,
    )
    by_action = written()
    assert AuditEvent.objects.count() == before + 1
    write_arrivals(
        [
            Logged(
                cast.norte,
                cast.ana,
                on,
                a_family(),
                known["crossing"],
                known["directorate"],
                EntryMode.BRIDGE,
            )
        ]
    )
    both = written()
    doubled = {name: sorted([*rows, *rows], key=str) for name, rows in by_action.items()}
    assert both == doubled


@pytest.mark.django_db
def test_a_crowd_is_numbered_on_and_found_by_name(cast):
    load_reference()
    known = an_arrival(cast, on=datetime.date(2019, 4, 1))
    added = add_crowd(60, teams=[(cast.norte, cast.ana), (cast.sur, cast.bruno)])
    assert 60 <= added <= 64
    assert Individual.objects.count() == 4 + added
    assert Case.objects.filter(number__lte=known.number).count() == 1
    assert Case.objects.count() == Case.objects.values("number").distinct().count()
    somebody = Individual.objects.filter(category=Category.FORMER_MEMBER).order_by("-number")[0]
    assert somebody in list(ranked(Individual.objects.all(), somebody.full_name)[:5])
