"""What holds for every sealed model of Amparo, not only for the vault's own examples."""

import pytest
from django.db import connection

from vault.fields import TokensField, sealed_fields
from vault.models import SealedRow
from vault.privacy import our_models
from vault.querysets import SealedQuerySet

MODELS = [model for model in our_models() if issubclass(model, SealedRow)]


def test_there_are_sealed_models():
    assert MODELS


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_its_rows_share_their_keys(model):
    assert isinstance(model._default_manager.all(), SealedQuerySet)
    assert isinstance(model.objects.all(), SealedQuerySet)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_its_rows_show_only_kind_and_id(model):
    row = model()
    assert repr(row) == f"<{model.__name__} {row.pk}>"


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_the_database_takes_only_ciphertext_in_its_sealed_columns(model):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = %s::regclass AND contype = 'c'",
            [connection.ops.quote_name(model._meta.db_table)],
        )
        checks = [definition for (definition,) in cursor.fetchall()]
    for field in sealed_fields(model):
        guards = [each for each in checks if f"substr({field.column}, 1, 1)" in each]
        assert guards, field.name


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_its_tokens_are_indexed(model):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexdef FROM pg_indexes WHERE tablename = %s", [model._meta.db_table]
        )
        indexes = [definition for (definition,) in cursor.fetchall()]
    for field in model._meta.concrete_fields:
        if isinstance(field, TokensField):
            assert any(f"gin ({field.column} gin__int_ops)" in each for each in indexes), field
