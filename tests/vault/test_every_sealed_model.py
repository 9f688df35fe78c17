"""What holds for every sealed model of Amparo, not only for the vault's own examples."""

from collections import defaultdict

import pytest
from django.db import connection

from vault.fields import TokensField, sealed_fields
from vault.models import SealedRow
from vault.privacy import our_models
from vault.querysets import SealedQuerySet

MODELS = [model for model in our_models() if issubclass(model, SealedRow)]


def of_each_table(statement):
    """What the database tells in two columns, a table and one of its definitions: the definitions by table."""
    found = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(statement)
        for table, definition in cursor.fetchall():
            found[table].append(definition)
    return found


def test_there_are_sealed_models():
    assert len(MODELS) > 50


def test_rows_of_each_share_their_keys():
    for model in MODELS:
        assert isinstance(model._default_manager.all(), SealedQuerySet), model
        assert isinstance(model.objects.all(), SealedQuerySet), model


def test_rows_of_each_show_only_kind_and_id():
    for model in MODELS:
        row = model()
        assert repr(row) == f"<{model.__name__} {row.pk}>"


@pytest.mark.django_db
def test_the_database_takes_only_ciphertext_in_sealed_columns():
    checks = of_each_table(
        "SELECT relname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint"
        " JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'c'"
    )
    unguarded = [
        (model._meta.label, field.name)
        for model in MODELS
        for field in sealed_fields(model)
        if not any(f"substr({field.column}, 1, 1)" in each for each in checks[model._meta.db_table])
    ]
    assert unguarded == []


@pytest.mark.django_db
def test_tokens_are_indexed():
    indexes = of_each_table("SELECT tablename, indexdef FROM pg_indexes")
    fields = [
        field
        for model in MODELS
        for field in model._meta.concrete_fields
        if isinstance(field, TokensField)
    ]
    assert fields
    for field in fields:
        of_its_table = indexes[field.model._meta.db_table]
        assert any(f"gin ({field.column} gin__int_ops)" in each for each in of_its_table), field
