"""A small world of sealed rows, in a registry of its own so that no other test meets it."""

from typing import Any

from django.apps.registry import Apps
from django.db import models

from vault.fields import (
    EncryptedDateField,
    EncryptedJSONField,
    EncryptedTextField,
    ExactTokenField,
    TokensField,
)
from vault.indexes import TokensIndex
from vault.models import SealedRow
from vault.querysets import SealedQuerySet

registry = Apps()


class Person(SealedRow):
    given_names = EncryptedTextField(max_length=60)
    nickname = EncryptedTextField(blank=True, max_length=200)
    story = EncryptedTextField(blank=True)
    born_on = EncryptedDateField(blank=True)
    phones = EncryptedJSONField(blank=True)
    number_token = ExactTokenField(null=True)
    name_tokens = TokensField()
    height = models.IntegerField(default=170)

    class Meta:
        apps = registry
        app_label = "vault"
        db_table = "vault_test_person"
        indexes = [TokensIndex(fields=["name_tokens"], name="vault_test_person_tokens")]

    class Privacy:
        open = {"id", "key_id"}
        counted = {"height"}
        personal = {
            "given_names",
            "nickname",
            "story",
            "born_on",
            "phones",
            "number_token",
            "name_tokens",
        }


class Letter(SealedRow):
    person = models.ForeignKey(Person, models.PROTECT, related_name="letters")
    text = EncryptedTextField()

    class Meta:
        apps = registry
        app_label = "vault"
        db_table = "vault_test_letter"

    class Privacy:
        open = {"id", "key_id", "person"}
        sealed = {"text"}


class Parcel(models.Model):
    """Open itself, but often fetched together with somebody."""

    person = models.ForeignKey(Person, models.PROTECT, related_name="parcels")
    objects: Any = SealedQuerySet.as_manager()

    class Meta:
        apps = registry
        app_label = "vault"
        db_table = "vault_test_parcel"


TABLES = (Person, Letter, Parcel)
