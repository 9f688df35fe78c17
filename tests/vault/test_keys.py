"""Keys are issued, wrapped, rotated and destroyed; readiness says whether the vault opens."""

import base64
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from tests.vault.models import Person
from vault import checks, erasure, inspection, master
from vault.errors import KeyDestroyed, KeyMissing, MasterKeyUnusable, Tampered
from vault.keys import KeyRing, destroy_key, issue_key, raw_key, rotate
from vault.models import SubjectKey
from vault.search import exact_token, name_tokens, ranked
from vault.texts import seal_text, unseal_text

pytestmark = pytest.mark.django_db

NEW = base64.b64encode(b"N" * 32).decode()
NEWER = base64.b64encode(b"O" * 32).decode()


def person(name="Yorman"):
    return Person.objects.create(
        key_id=issue_key(), given_names=name, name_tokens=name_tokens(name)
    )


def test_the_stored_key_is_wrapped():
    key_id = issue_key()
    assert raw_key(key_id) not in bytes(SubjectKey.objects.get(id=key_id).wrapped)


def test_a_wrapped_key_moved_to_another_subject_is_refused():
    mine, yours = issue_key(), issue_key()
    SubjectKey.objects.filter(id=mine).update(wrapped=SubjectKey.objects.get(id=yours).wrapped)
    with pytest.raises(Tampered):
        KeyRing().key(mine)


def test_another_master_key_opens_nothing(settings):
    row = person()
    settings.MASTER_KEY = NEW
    with pytest.raises(KeyMissing, match="AMPARO_MASTER_KEYS_OLD"):
        _ = Person.objects.get(pk=row.pk).given_names
    name, opens, sentence = checks.vault_readiness()
    assert (name, opens) == ("vault", False)
    assert "not configured" in sentence
    with pytest.raises(CommandError, match="not configured"):
        call_command("vault", "check")


def test_rotation_wraps_every_key_anew_and_names_are_still_found(settings, capsys):
    old = settings.MASTER_KEY
    row, erased = person("Yorman Rodríguez"), person()
    destroy_key(erased.key_id)
    token, text = exact_token("V-1", purpose="document"), seal_text("seed", purpose="seeds")

    living = SubjectKey.objects.filter(wrapped__isnull=False).count()
    settings.MASTER_KEY, settings.OLD_MASTER_KEYS = NEW, [old]
    assert Person.objects.get(pk=row.pk).given_names == "Yorman Rodríguez"
    call_command("vault", "rotate")
    assert f"{living} keys wrapped anew" in capsys.readouterr().out
    assert rotate() == 0

    settings.OLD_MASTER_KEYS = []
    assert checks.vault_readiness() == ("vault", True, "The vault opens.")
    assert Person.objects.get(pk=row.pk).given_names == "Yorman Rodríguez"
    assert ranked(Person.objects.all(), "jorman rodriges")[0] == row
    assert exact_token("v1", purpose="document") == token
    assert unseal_text(text, purpose="seeds") == "seed"
    with pytest.raises(KeyDestroyed):
        raw_key(erased.key_id)

    settings.MASTER_KEY, settings.OLD_MASTER_KEYS = NEWER, [NEW]
    rotate()
    settings.OLD_MASTER_KEYS = []
    assert exact_token("v1", purpose="document") == token


@pytest.mark.parametrize("text", ["", "not base64!", base64.b64encode(b"short").decode()])
def test_an_unusable_master_key_is_named_before_anything_starts(settings, text):
    settings.MASTER_KEY = text
    with pytest.raises(MasterKeyUnusable, match="32 random bytes"):
        master.current()
    assert [error.id for error in checks.master_key_is_usable()] == ["vault.E001"]
    assert checks.vault_readiness()[1] is False


def test_a_fingerprint_tells_nothing_of_its_key():
    key = master.current()
    assert key.secret.hex()[:16] not in key.fingerprint
    assert key.secret not in repr(key).encode()


def test_an_unknown_key_is_missing_and_not_destroyed():
    with pytest.raises(KeyMissing):
        KeyRing().key(uuid.uuid4())


def test_the_database_knows_a_key_as_there_or_destroyed():
    key_id = issue_key()
    with pytest.raises(DatabaseError), transaction.atomic():
        SubjectKey.objects.filter(id=key_id).update(wrapped=None)


@pytest.mark.parametrize("lasting", [True, False])
def test_a_text_is_good_for_its_purpose_and_place_alone(lasting):
    sealed = seal_text("seed", purpose="seeds", place="1", lasting=lasting)
    assert unseal_text(sealed, purpose="seeds", place="1", lasting=lasting) == "seed"
    for wrong, purpose, place, lasts in (
        (sealed, "other", "1", lasting),
        (sealed, "seeds", "2", lasting),
        (sealed, "seeds", "1", not lasting),
        ("?", "seeds", "1", lasting),
        ("ñ", "seeds", "1", lasting),
        (sealed[:-4], "seeds", "1", lasting),
    ):
        with pytest.raises(Tampered):
            unseal_text(wrong, purpose=purpose, place=place, lasting=lasts)


def test_a_text_that_does_not_last_ends_with_its_master_key(settings):
    sealed = seal_text("seed", purpose="seeds", lasting=False)
    settings.MASTER_KEY, settings.OLD_MASTER_KEYS = NEW, [settings.MASTER_KEY]
    assert unseal_text(sealed, purpose="seeds", lasting=False) == "seed"
    settings.OLD_MASTER_KEYS = []
    with pytest.raises(Tampered):
        unseal_text(sealed, purpose="seeds", lasting=False)


def test_the_check_counts_what_is_readable_erased_and_broken(monkeypatch, capsys):
    monkeypatch.setattr(inspection, "our_models", lambda: [Person])
    rows = [person() for _ in range(4)]
    call_command("vault", "check")
    assert "vault.Person: 4 readable" in capsys.readouterr().out
    destroy_key(rows[0].key_id)
    Person.objects.filter(pk=rows[1].pk).update(key_id=uuid.uuid4())
    Person.objects.filter(pk=rows[2].pk).update(key_id=rows[3].key_id)
    with pytest.raises(CommandError, match="2 values cannot be read"):
        call_command("vault", "check", "--all")
    assert "1 erased, 1 no key, 1 readable, 1 tampered" in capsys.readouterr().out


def test_erasing_takes_the_search_tokens_too(monkeypatch):
    monkeypatch.setattr(erasure, "our_models", lambda: [Person])
    row, other = person("Yorman Rodríguez"), person("Yorman Rodríguez")
    token = exact_token("V-1", purpose="document")
    Person.objects.update(number_token=token)
    assert erasure.erase(row.key_id)
    assert not erasure.erase(row.key_id)
    assert list(ranked(Person.objects.all(), "yorman rodriguez")) == [other]
    assert list(Person.objects.filter(number_token=token)) == [other]
    assert Person.objects.get(pk=row.pk).name_tokens == []
