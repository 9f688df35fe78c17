"""The tables of the vault's own test models, made by the owner for the session."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from config import grants
from tests.vault.models import TABLES


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    owner = connections["owner"]
    role = connections["default"].settings_dict["USER"]
    with django_db_blocker.unblock():
        for model in reversed(TABLES):
            with owner.cursor() as cursor:
                cursor.execute(f"DROP TABLE IF EXISTS {model._meta.db_table}")
        with owner.schema_editor() as editor:
            for model in TABLES:
                editor.create_model(model)
        grants.grant(owner, role=role)
    yield
    with django_db_blocker.unblock(), owner.schema_editor() as editor:
        for model in reversed(TABLES):
            editor.delete_model(model)
