"""Phones with their warnings, further names, languages: recorded, ended, found."""

import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.contact.actions import add_phone, change_phone, correct_phone, end_phone
from casework.contact.models import Phone
from casework.contact.rules import ParsedPhone, in_groups, parse_phone
from casework.identity.actions.aliases import add_alias, end_alias, record_languages
from casework.identity.actions.individuals import correct_individual
from casework.register.models.individual import Individual
from casework.search.querysets import search_people
from tests.build import an_individual
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("0414-123 45 67", ParsedPhone("+584141234567", "VE")),
        ("414 1234567", ParsedPhone("+584141234567", "VE")),
        ("300 123 4567", ParsedPhone("+573001234567", "CO")),
        ("+57 300 1234567", ParsedPhone("+573001234567", "CO")),
        ("+34 612 345 678", ParsedPhone("+34612345678", "ES")),
        ("0414-123", ParsedPhone("0414-123")),
        ("el de la vecina", ParsedPhone("el de la vecina")),
    ],
)
def test_a_number_is_read_as_venezuelan_then_as_colombian_and_else_kept_as_it_was_said(said, read):
    assert parse_phone(said) == read


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("+584141234567", "+58 414 123 4567"),
        ("+573001234567", "+57 300 123 4567"),
        ("+34612345678", "+34 612 34 56 78"),
        ("0414-123", "0414-123"),
        ("el de la vecina", "el de la vecina"),
        ("", ""),
    ],
)
def test_a_number_is_shown_in_groups_and_else_as_it_was_said(stored, shown):
    assert in_groups(stored) == shown


@pytest.mark.parametrize("typed", ["04141234567", "414 123 45 67", "+58 414 1234567"])
def test_a_person_is_found_by_any_way_of_writing_one_of_their_numbers(cast, typed):
    person = an_individual(cast, phone="0414-1234567")
    add_phone(person, number="300 765 4321", by=cast.ana)
    assert [hit.individual for hit in search_people(typed, cast.ana)] == [person]
    assert [hit.individual for hit in search_people("3007654321", cast.ana)] == [person]
    assert search_people(typed, cast.bruno) == []


def test_a_number_that_is_no_longer_used_finds_nobody_and_stays_on_file(cast):
    person = an_individual(cast, phone="0414-1234567")
    end_phone(person.phones.get(), ended_on=cast.ana.today(), by=cast.ana)
    assert search_people("04141234567", cast.ana) == []
    assert Phone.objects.get().number == "+584141234567"
    with refused("This has ended already"):
        end_phone(Phone.objects.get(), ended_on=cast.ana.today(), by=cast.ana)


def test_the_same_number_twice_and_contradicting_rules_are_refused(cast):
    person = an_individual(cast, phone="0414-1234567")
    with refused("This number is on file already"):
        add_phone(person, number="+58 414 1234567", by=cast.ana)
    with refused("A number for messages only cannot be called"):
        change_phone(person.phones.get(), may_be_called=True, is_message_only=True, by=cast.ana)
    with pytest.raises(NotAllowed):
        add_phone(person, number="3001234567", by=cast.bruno)


def test_who_has_another_name_is_found_by_it_also_after_a_correction(cast):
    person = an_individual(cast, given_names="Yorman", family_names="Peña")
    add_alias(person, name="El Catire Zambrano", by=cast.ana)
    correct_individual(Individual.objects.get(pk=person.pk), given_names="Yormán", by=cast.ana)
    assert [hit.individual for hit in search_people("katire sambrano", cast.ana)] == [person]
    alias = person.aliases.get()
    with refused("This name is on file already"):
        add_alias(person, name="el catire  zambrano", by=cast.ana)
    end_alias(alias, ended_on=cast.ana.today(), by=cast.ana)
    assert [hit.individual for hit in search_people("katire sambrano", cast.ana)] == [person]


def test_languages_are_kept_in_order_and_an_interpreter_is_announced_on_the_page(cast):
    person = an_individual(cast)
    record_languages(person, languages=["guc", "spa", "guc"], needs_interpreter=True, by=cast.ana)
    person.refresh_from_db()
    assert (person.languages, person.needs_interpreter) == (["guc", "spa"], True)
    page = as_(cast.ana).get(reverse("individual-detail", args=[person.number]))
    assert "Wayuu" in page.content.decode()


def test_the_pages_add_change_show_and_end_a_phone(cast):
    person = an_individual(cast)
    client = as_(cast.ana)
    number = person.number
    client.post(reverse("phone-add", args=[number]), {"number": "0414 7654321"})
    phone = Phone.objects.get()
    client.post(
        reverse("phone-change", args=[number, phone.pk]),
        {"label": "shared", "is_message_only": "on", "who_may_answer": "La tía"},
    )
    phone = Phone.objects.get()
    assert (phone.label, phone.is_message_only, phone.who_may_answer) == ("shared", True, "La tía")
    client.post(reverse("phone-end", args=[number, phone.pk]), {"ended_on": "2019-03-01"})
    assert Phone.objects.get().ended_on == datetime.date(2019, 3, 1)
    client.post(reverse("alias-add", args=[number]), {"name": "Catire"})
    alias = person.aliases.get()
    client.post(reverse("alias-end", args=[number, alias.pk]), {"ended_on": "2019-03-01"})
    client.post(reverse("languages-record", args=[number]), {"languages": ["spa"]})
    assert sorted(
        AuditEvent.objects.filter(is_read=False, verb__regex="^(phone|alias|lang)").values_list(
            "verb", flat=True
        )
    ) == [
        "alias.added",
        "alias.ended",
        "languages.recorded",
        "phone.added",
        "phone.changed",
        "phone.ended",
    ]


def test_a_phone_of_the_other_team_is_not_there(cast):
    person = an_individual(cast, by=cast.bruno, phone="0414-1234567")
    phone = person.phones.get()
    for name in ("phone-show", "phone-change", "phone-end"):
        address = reverse(name, args=[person.number, phone.pk])
        assert as_(cast.ana).get(address).status_code == 404
        assert as_(cast.bruno).get(address).status_code == 200


def test_of_a_phone_that_nobody_said_whose_it_is_the_worst_is_assumed(cast):
    person = an_individual(cast, phone="0414-1234567")
    phone = person.phones.get()
    assert phone.label == "unknown"
    assert "Nadie dijo de quién es este teléfono" in " ".join(map(str, phone.warnings))
    own = change_phone(phone, label="own", by=cast.ana)
    assert "de quién" not in " ".join(map(str, own.warnings))


def test_the_page_that_corrects_a_number_shows_none_and_the_log_knows_who_looked(cast):
    person = an_individual(cast)
    phone = add_phone(person, number="+57 310 234 5678", by=cast.ana)
    client, keys = as_(cast.ana), [person.number, phone.pk]
    correct_phone(phone, number="+57 310 234 5679", by=cast.ana)
    page = page_of(client.get(reverse("phone-correct", args=keys)))
    assert page.fields["number"] == ""
    assert not page.holds("310234567")
    assert not AuditEvent.objects.filter(verb="phone.read").exists()
    assert page_of(client.get(reverse("phone-show", args=keys))).holds("573102345678")
    assert AuditEvent.objects.filter(verb="phone.read").count() == 1


@pytest.mark.parametrize(
    ("rules", "is_green"),
    [
        ({"label": "own", "may_be_called": True}, True),
        ({"label": "unknown", "may_be_called": True}, False),
        ({"label": "relative", "may_be_called": True}, False),
        ({"label": "own", "may_be_called": True, "asks_first": True}, False),
        ({"label": "own", "is_message_only": True}, False),
        ({"label": "own", "may_be_called": False}, False),
    ],
)
def test_only_a_number_that_is_known_to_be_safe_stands_on_green(cast, rules, is_green):
    person = an_individual(cast)
    phone = Phone(number="+573001234567", **rules)
    assert phone.is_free_to_call == is_green
    add_phone(person, number="300 123 4567", by=cast.ana, **rules)
    page = as_(cast.ana).get(reverse("individual-detail", args=[person.number])).content.decode()
    section = page.split(str(phone.get_label_display()))[0]
    assert section.rsplit('class="notice ', 1)[1].startswith("good" if is_green else "warn")


def test_two_numbers_in_one_field_are_refused_and_a_code_before_a_stroke_is_not(cast):
    ana, client = an_individual(cast), as_(cast.ana)
    address = reverse("phone-add", args=[ana.number])
    said = client.post(address, {"number": "0414-1234567 / 0276 3445566", "label": "own"})
    assert page_of(said).says("Son varios números de teléfono")
    assert not ana.phones.exists()
    add_phone(ana, number="0414/1234567", by=cast.ana)
    assert ana.phones.get().number == "+584141234567"
