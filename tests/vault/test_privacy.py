"""Every field says how secret it is, and what is secret is ciphertext."""

import pytest
from django.apps.registry import Apps
from django.db import models

from tests.vault.models import Letter, Person
from vault.checks import every_field_says_how_secret_it_is, privacy_errors
from vault.fields import EncryptedTextField
from vault.models import SealedRow
from vault.privacy import classification, field_names, our_models


def meta():
    return type("Meta", (), {"apps": Apps(), "app_label": "vault"})


def ids(model):
    return [error.id for error in privacy_errors(model)]


def test_every_field_of_every_model_is_classified():
    assert every_field_says_how_secret_it_is() == []
    assert our_models()
    for model in our_models():
        assert set(classification(model)) == set(field_names(model)), model


def test_a_classified_model_is_accepted():
    assert ids(Person) == ids(Letter) == []
    assert classification(Letter) == {
        "id": "open",
        "key_id": "open",
        "person": "open",
        "text": "sealed",
    }


def test_a_forgotten_field_is_an_error():
    class Forgetful(models.Model):
        Meta = meta()
        code = models.TextField()

    assert ids(Forgetful) == ["vault.E002"]


@pytest.mark.parametrize(
    ("privacy", "expected"),
    [
        ({"open": {"code", "gone"}}, ["vault.E003"]),
        ({"open": {"code"}, "counted": {"code"}}, ["vault.E004"]),
        ({"personal": {"code"}}, ["vault.E005"]),
        ({"sealed": {"code"}}, ["vault.E005"]),
        ({"staff": {"code"}}, []),
        ({"counted": {"code"}}, []),
    ],
)
def test_a_wrong_declaration_is_an_error(privacy, expected):
    body = {
        "__module__": __name__,
        "Meta": meta(),
        "code": models.TextField(),
        "Privacy": type("Privacy", (), privacy),
    }
    assert ids(type("Wrong", (models.Model,), body)) == expected


def test_ciphertext_without_a_subject_is_an_error():
    class Loose(models.Model):
        Meta = meta()
        text = EncryptedTextField()

        class Privacy:
            sealed = {"text"}

    assert ids(Loose) == ["vault.E006"]


def test_an_encrypted_field_has_no_index_and_orders_nothing():
    class Sorted(SealedRow):
        text = EncryptedTextField(unique=True)

        class Meta:
            apps = Apps()
            app_label = "vault"
            ordering = ["-text"]

    assert {error.id for error in Sorted._meta.get_field("text").check()} >= {
        "vault.E010",
        "vault.E011",
    }
