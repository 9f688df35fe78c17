"""Rows whose columns are ciphertext behave like any Django row, until the database is asked to read them."""

import copy
import datetime
import pickle

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Value
from django.forms import modelform_factory

from tests.vault.models import Letter, Parcel, Person
from vault import damage, keys
from vault.errors import KeyDestroyed, KeyMissing, Tampered
from vault.fields import open_value, open_values
from vault.keys import destroy_key, issue_key, issue_keys, remembering
from vault.seals import Ciphertext

pytestmark = pytest.mark.django_db


def person(**values):
    return Person.objects.create(**{"key_id": issue_key(), "given_names": "Yorman José"} | values)


def stored(row, column):
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {column} FROM {row._meta.db_table} WHERE id = %s",  # noqa: S608
            [row.pk],
        )
        value = cursor.fetchone()[0]
    return None if value is None else bytes(value)


def test_what_is_saved_is_read_again():
    saved = person(
        nickname="El Catire",
        story="ñandú 🦤 " * 400,
        born_on=datetime.date(1992, 2, 29),
        phones=[{"number": "+57 301 000 0000", "safe": False}],
    )
    read = Person.objects.get(pk=saved.pk)
    assert read.given_names == "Yorman José"
    assert read.nickname == "El Catire"
    assert read.story == "ñandú 🦤 " * 400
    assert read.born_on == datetime.date(1992, 2, 29)
    assert read.phones == [{"number": "+57 301 000 0000", "safe": False}]


def test_the_column_holds_no_plain_text():
    row = person(story="Yorman José " * 5, phones=["Yorman"])
    for column in ("given_names", "story", "phones"):
        assert b"Yorman" not in stored(row, column)


def test_names_of_different_lengths_look_alike():
    assert len(stored(person(given_names="Li"), "given_names")) == len(
        stored(person(given_names="Maximiliano Ezequiel"), "given_names")
    )


def test_blank_values_are_null():
    row = person(nickname="", phones=None)
    assert stored(row, "nickname") is stored(row, "phones") is stored(row, "born_on") is None
    read = Person.objects.get(pk=row.pk)
    assert (read.nickname, read.phones, read.born_on) == ("", None, None)
    assert Person.objects.filter(nickname__isnull=True).count() == 1


def test_a_value_that_must_be_given_cannot_be_blank():
    with pytest.raises(DatabaseError), transaction.atomic():
        person(given_names="")


def test_a_row_without_key_is_refused_in_words():
    with pytest.raises(KeyMissing, match="key_id"):
        Person(given_names="Ana").save()
    with pytest.raises(KeyMissing, match="key_id"):
        Person.objects.bulk_create([Person(given_names="Ana")])


@pytest.mark.parametrize("lookup", ["", "__exact", "__icontains", "__in", "__gt", "__startswith"])
def test_sealed_columns_are_not_compared(lookup):
    for column in ("given_names", "born_on", "phones"):
        with pytest.raises(TypeError, match="sealed"):
            Person.objects.filter(**{f"{column}{lookup}": "Ana"})
    with pytest.raises(TypeError, match="sealed"):
        Letter.objects.filter(**{f"person__given_names{lookup}": "Ana"})


@pytest.mark.parametrize(
    "order", ["given_names", "-born_on", F("given_names"), F("nickname").desc()]
)
def test_sealed_columns_are_not_ordered_by(order):
    with pytest.raises(TypeError, match="sealed"):
        Person.objects.order_by(order)
    with pytest.raises(TypeError, match="sealed"):
        Letter.objects.order_by("height", "person__given_names")


def test_update_never_writes_plain_text():
    row = person()
    for value in ("Ana", Value("Ana"), F("nickname"), b"Ana"):
        with pytest.raises(TypeError, match="sealed"):
            Person.objects.update(given_names=value)
    with pytest.raises(TypeError, match="sealed"), transaction.atomic():
        Person._base_manager.update(given_names="Ana")
    assert Person.objects.get(pk=row.pk).given_names == "Yorman José"


def test_update_may_empty_a_sealed_column():
    row = person(nickname="Catire")
    Person.objects.update(nickname=None)
    assert Person.objects.get(pk=row.pk).nickname == ""


def test_the_database_refuses_what_the_vault_did_not_seal():
    row = person()
    for value in (b"Ana", b"", b"\x02" + b"a" * 60):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE vault_test_person SET given_names = %s WHERE id = %s", [value, row.pk]
            )


def test_values_give_ciphertext():
    person()
    [values] = Person.objects.values("given_names", "height")
    assert isinstance(values["given_names"], Ciphertext)
    assert b"Yorman" not in values["given_names"]
    assert str(values["given_names"]) == repr(values["given_names"]) == "<sealed>"


@pytest.mark.parametrize("column", ["given_names", "nickname"])
def test_a_value_moved_to_another_row_or_column_is_refused(column):
    key_id = issue_key()
    first = person(key_id=key_id, given_names="Ana", nickname="A")
    second = person(key_id=key_id, given_names="Eva", nickname="E")
    victim, target = (second, "given_names") if column == "given_names" else (first, "given_names")
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE vault_test_person SET {target} = %s WHERE id = %s",  # noqa: S608
            [stored(first, column), victim.pk],
        )
    with pytest.raises(Tampered):
        _ = Person.objects.get(pk=victim.pk).given_names


def test_a_changed_byte_is_refused():
    row = person()
    value = bytearray(stored(row, "given_names"))
    value[-1] ^= 1
    with connection.cursor() as cursor:
        cursor.execute("UPDATE vault_test_person SET given_names = %s", [bytes(value)])
    with pytest.raises(Tampered):
        _ = Person.objects.get(pk=row.pk).given_names


def test_another_subjects_key_does_not_open_it():
    row, other = person(), person()
    Person.objects.filter(pk=row.pk).update(key_id=other.key_id)
    with pytest.raises(Tampered):
        _ = Person.objects.get(pk=row.pk).given_names


def test_a_destroyed_key_erases_the_subject():
    row = person(nickname="Catire")
    assert not Person.objects.get(pk=row.pk).is_erased
    assert destroy_key(row.key_id)
    assert not destroy_key(row.key_id)
    read = Person.objects.get(pk=row.pk)
    assert (read.given_names, read.born_on) == ("borrado", None)
    read.given_names = "Yorman"
    with pytest.raises(KeyDestroyed):
        read.save()
    assert read.is_erased
    assert read.height == 170


def test_neither_repr_nor_errors_show_what_is_sealed():
    row = person(given_names="Canary Jones")
    assert "Canary" not in repr(row) + str(row) + repr([row]) + repr(row.__dict__["_seals"])
    with pytest.raises(ValidationError, match=r"60 .* 120") as caught, transaction.atomic():
        person(given_names="Canary" * 20)
    assert "Canary" not in str(caught.value)
    with pytest.raises(TypeError) as wrong, transaction.atomic():
        person(given_names=["Canary"])
    assert "Canary" not in str(wrong.value)
    with pytest.raises(ValidationError) as invalid, transaction.atomic():
        person(born_on="Canary")
    assert "Canary" not in str(invalid.value)


def test_saving_again_does_not_seal_again():
    row = person(phones=[1])
    before = stored(row, "given_names")
    row.given_names = "Yorman José"
    row.save()
    assert stored(row, "given_names") == before
    row.given_names = "Yorman"
    row.save(update_fields=["given_names"])
    assert stored(row, "given_names") != before
    assert Person.objects.get(pk=row.pk).given_names == "Yorman"


def test_json_changed_in_place_is_saved():
    row = person(phones={"mother": "1"})
    row = Person.objects.get(pk=row.pk)
    row.phones["sister"] = "2"
    row.save()
    assert Person.objects.get(pk=row.pk).phones == {"mother": "1", "sister": "2"}


def test_refreshing_takes_what_is_stored_and_opens_it_only_when_read():
    row = person(nickname="A")
    other = Person.objects.get(pk=row.pk)
    other.nickname = "B"
    other.save()
    row.refresh_from_db()
    assert row.nickname == "B"
    destroy_key(row.key_id)
    row.refresh_from_db(fields=["height", "nickname"])
    assert Person.objects.get(pk=row.pk).nickname == "borrado"


def test_deferred_columns_are_fetched_when_read():
    row = person(nickname="A")
    for partial in (
        Person.objects.only("height").get(pk=row.pk),
        Person.objects.defer("nickname", "key_id").get(pk=row.pk),
    ):
        assert partial.nickname == "A"
        assert partial.given_names == "Yorman José"
        partial.save()
    assert Person.objects.get(pk=row.pk).nickname == "A"


@pytest.fixture
def person_is_registered(monkeypatch):
    monkeypatch.setitem(apps.get_app_config("vault").models, "person", Person)


def test_copies_and_pickles_carry_ciphertext(person_is_registered):
    row = person(given_names="Canary", phones={"a": "Canary"})
    assert row.given_names == "Canary"
    row.story = "Canary not yet saved"
    carried = pickle.dumps(row)
    assert b"Canary" not in carried
    for twin in (pickle.loads(carried), copy.copy(row), copy.deepcopy(row)):  # noqa: S301
        assert (twin.given_names, twin.phones) == ("Canary", {"a": "Canary"})
        assert twin.story == "Canary not yet saved"


def test_a_row_saved_under_a_new_id_or_key_is_sealed_for_it():
    row = person(nickname="A")
    row = Person.objects.get(pk=row.pk)
    row.pk, row._state.adding = None, True
    row.save()
    assert Person.objects.count() == 2
    assert Person.objects.get(pk=row.pk).nickname == "A"
    row.key_id = issue_key()
    with pytest.raises(KeyMissing):
        row.save(update_fields=["key_id"])
    row.save()
    assert Person.objects.get(pk=row.pk).given_names == "Yorman José"


def test_bulk_writing_seals_and_asks_for_the_keys_once(django_assert_num_queries):
    keys = issue_keys(40)
    rows = [Person(key_id=key, given_names=f"Ana {n}") for n, key in enumerate(keys)]
    with django_assert_num_queries(2):
        Person.objects.bulk_create(rows)
    rows = list(Person.objects.all())
    for row in rows:
        row.nickname = f"{row.given_names} again"
        row.born_on = datetime.date(1990, 1, 1)
    rows[0].nickname = ""
    Person.objects.bulk_update(rows, ["nickname", "born_on", "height"])
    read = {row.pk: row for row in Person.objects.all()}
    assert all(read[row.pk].nickname == row.nickname for row in rows)
    assert {row.born_on for row in read.values()} == {datetime.date(1990, 1, 1)}


def test_a_conflicting_row_is_not_overwritten_with_another_rows_ciphertext():
    with pytest.raises(TypeError, match="bound to its own id"):
        Person.objects.bulk_create([person()], update_conflicts=True)


def test_a_page_of_rows_asks_for_its_keys_once(django_assert_num_queries):
    Person.objects.bulk_create(
        [Person(key_id=key, given_names="Ana", nickname="A") for key in issue_keys(50)]
    )
    with django_assert_num_queries(2):
        assert {(row.given_names, row.nickname) for row in Person.objects.all()} == {("Ana", "A")}


def test_related_rows_share_the_keys(django_assert_num_queries):
    people = [person() for _ in range(10)]
    Letter.objects.bulk_create(
        [
            Letter(key_id=key, person=people[n % 10], text="t")
            for n, key in enumerate(issue_keys(30))
        ]
    )
    Parcel.objects.bulk_create([Parcel(person=row) for row in people])
    with django_assert_num_queries(2):
        for letter in Letter.objects.select_related("person"):
            assert letter.text + letter.person.given_names == "tYorman José"
    with django_assert_num_queries(2):
        for parcel in Parcel.objects.select_related("person"):
            assert parcel.person.given_names == "Yorman José"
    with django_assert_num_queries(3):
        for row in Person.objects.prefetch_related("letters"):
            assert [row.given_names, *(letter.text for letter in row.letters.all())]


def test_iterating_in_chunks_asks_for_keys_per_chunk(django_assert_num_queries):
    for _ in range(6):
        person()
    with django_assert_num_queries(3):
        assert [row.given_names for row in Person.objects.iterator(chunk_size=3)]


def test_inside_a_request_a_key_is_fetched_once(django_assert_num_queries):
    pk = person().pk
    with django_assert_num_queries(4):
        for _ in range(2):
            assert Person.objects.get(pk=pk).given_names
    with remembering(), django_assert_num_queries(3):
        for _ in range(2):
            assert Person.objects.get(pk=pk).given_names


def test_inside_a_request_the_first_key_brings_those_of_all_rows_fetched_by_then(
    django_assert_num_queries,
):
    one, other = person().pk, person().pk
    with remembering(), django_assert_num_queries(3):
        fetched = [Person.objects.get(pk=pk) for pk in (one, other)]
        assert all(row.given_names for row in fetched)
    destroy_key(Person.objects.get(pk=other).key_id)
    with remembering():
        living, erased = (Person.objects.get(pk=pk) for pk in (one, other))
        assert (living.given_names, erased.given_names) == ("Yorman José", "borrado")


def test_rows_beyond_what_a_page_shows_wait_for_their_keys_alone(
    monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(keys, "AWAITED_AT_MOST", 1)
    one, other = person().pk, person().pk
    with remembering(), django_assert_num_queries(4):
        fetched = [Person.objects.get(pk=pk) for pk in (one, other)]
        assert all(row.given_names for row in fetched)


def test_forms_edit_sealed_fields():
    made = modelform_factory(
        Person, fields=["given_names", "nickname", "story", "born_on", "phones"]
    )
    form = made({"given_names": " Ana ", "born_on": "1990-12-31", "phones": '["1"]'})
    assert form.is_valid(), form.errors
    form.instance.key_id = issue_key()
    row = Person.objects.get(pk=form.save().pk)
    assert (row.given_names, row.nickname, row.phones) == ("Ana", "", ["1"])
    again = made(instance=row)
    assert again.initial["given_names"] == "Ana"
    assert made({"given_names": "x" * 61}).errors["given_names"]
    assert made({"given_names": ""}).errors["given_names"]


def test_what_is_sealed_is_validated_by_the_model():
    row = Person(key_id=issue_key(), given_names="x" * 61)
    with pytest.raises(ValidationError):
        row.full_clean()


def test_a_ciphertext_of_the_past_is_opened_for_the_row_it_belonged_to():
    row = person(nickname="A")
    [past] = Person.objects.values_list("nickname", flat=True)
    assert open_value(Person, "nickname", past, pk=row.pk, key_id=row.key_id) == "A"
    with pytest.raises(Tampered):
        open_value(Person, "given_names", past, pk=row.pk, key_id=row.key_id)


def test_one_field_of_many_rows_is_opened_as_each_row_says_it():
    day = datetime.date(1992, 2, 29)
    rows = [person(born_on=day), person(), person(born_on=day), person(born_on=day)]
    _read, _empty, erased, mixed = rows
    destroy_key(erased.key_id)
    [other] = Person.objects.filter(pk=rows[0].pk).values_list("born_on", flat=True)
    with connection.cursor() as cursor:
        changed = f"UPDATE {Person._meta.db_table} SET born_on = %s WHERE id = %s"  # noqa: S608
        cursor.execute(changed, [bytes(other), mixed.pk])
    columns = list(Person.objects.values_list("pk", "key_id", "born_on"))
    with pytest.raises(Tampered):
        open_values(Person, "born_on", columns)
    with damage.showing_placeholders():
        opened = open_values(Person, "born_on", columns)
        assert opened == {row.pk: row.born_on for row in Person.objects.all()}
        assert [each.row for each in damage.save_new_damage()] == [mixed]
    assert [opened[row.pk] for row in rows] == [day, None, None, None]
