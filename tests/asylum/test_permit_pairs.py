"""What is said of two papers that one person holds at once, with the law, the source and how sure it is."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Office
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PairVerdict, PermitType
from asylum.pathways.loading import load_permit_pairs
from asylum.pathways.models import PermitPair
from asylum.pathways.pairs import pairs_held
from asylum.permits.actions import cancel_permit
from reference.choices import Confidence
from tests.asylum.build import D, a_client, a_permit, a_referred_family
from tests.cast import as_
from tests.page import page_of

T, V, C = PermitType, PairVerdict, Confidence
TODAY = D(2019, 5, 16)
SC1_WORDS = "Cuando ya no cabe recurso contra la negativa se cancela el SC-2"


def said(*kinds: str, country: str = "CO", on: datetime.date = TODAY) -> list[str]:
    found = pairs_held({1: kinds}, country, on).get(1, [])
    return [pair.row.verdict for pair in found]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kinds", "on", "verdicts"),
    [
        ({T.SC2}, TODAY, []),
        ({T.SC2, T.PPT}, TODAY, [V.DISPUTED]),
        ({T.SC2, T.PPT}, D(2026, 1, 1), [V.DISPUTED]),
        ({T.SC2, T.SC1}, TODAY, [V.FORBIDDEN]),
        ({T.SC2, T.PEP}, D(2019, 5, 13), []),
        ({T.SC2, T.PEP}, D(2019, 5, 14), [V.ALLOWED]),
        ({T.SC2, T.PEP}, D(2023, 2, 28), [V.ALLOWED]),
        ({T.SC2, T.PEP}, D(2023, 3, 1), []),
        ({T.SC2, T.SC1, T.PPT}, TODAY, [V.DISPUTED, V.FORBIDDEN]),
        # Of these nothing was read: nothing is said.
        ({T.PEP, T.PPT}, TODAY, []),
        ({T.SC2, T.VISA}, TODAY, []),
        ({T.VISA, T.CE}, TODAY, []),
        ({T.TUTOR, T.PPT}, TODAY, []),
        ({T.SC2, T.TUTOR}, TODAY, []),
    ],
)
def test_what_is_said_of_two_papers_is_what_was_read_and_nothing_else(kinds, on, verdicts):
    assert said(*kinds, on=on) == verdicts
    assert said(*kinds, on=on, country="BR") == []


@pytest.mark.django_db
def test_each_pair_names_its_law_and_its_source_and_how_sure_it_is():
    rows = PermitPair.objects.values_list("one", "other", "confidence")
    assert set(rows) == {("sc2", "ppt", C.V2), ("sc2", "sc1", C.WEAK), ("sc2", "pep", C.V2)}
    for row in PermitPair.objects.all():
        assert "" not in {row.legal_reference, row.source, row.words_en, row.words_es}
        assert row.kinds <= set(T)


@pytest.mark.django_db
def test_loading_the_table_again_changes_nothing_and_mends_a_row():
    before = list(PermitPair.objects.values())
    PermitPair.objects.filter(other="ppt").update(source="")
    load_permit_pairs()
    assert list(PermitPair.objects.values()) == before
    pair = PermitPair.objects.first()
    for wrong in ({"other": pair.one}, {"starts_on": D(2020, 1, 2), "ends_on": D(2020, 1, 1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PermitPair.objects.filter(pk=pair.pk).update(**wrong)


@pytest.mark.django_db
def test_who_holds_no_pair_asks_nothing_of_the_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert pairs_held({1: [T.SC2, T.SC2], 2: []}, "CO", TODAY) == {}


def test_the_file_the_paper_and_the_list_say_the_same_with_source_and_doubt(cast, law):
    person, wife = a_referred_family(cast)[:2]
    first = a_permit(cast, person)
    a_permit(cast, wife)
    client, case = as_(cast.lucia), person.memberships.get().case
    pages = [
        reverse("case-part", args=[case.number, "law"]),
        first.get_absolute_url(),
        reverse("permit-list"),
    ]
    for page in pages:
        assert not page_of(client.get(page)).says("no se tienen a la vez")
    second = a_permit(cast, person, type=T.SC1, issued_on=D(2019, 5, 1))
    for page in [*pages, second.get_absolute_url()]:
        assert page_of(client.get(page)).says("SC-2 + Salvoconducto SC-1: no se tienen a la vez")
    for page in pages[:2]:
        assert page_of(client.get(page)).says(
            SC1_WORDS, "Decreto 1067 de 2015", "Un sitio jurídico", C.WEAK.label
        )
    cancel_permit(second, on=TODAY, by=cast.lucia)
    for page in pages:
        assert not page_of(client.get(page)).says("no se tienen a la vez")


def test_the_form_tells_before_a_second_paper_is_written_down_and_refuses_none(cast, law):
    person = a_client(cast)
    client, address = as_(cast.lucia), reverse("permit-record", args=[person.pk])
    assert "pairs" in client.get(address).context
    assert not page_of(client.get(address)).says(SC1_WORDS)
    a_permit(cast, person)
    page = page_of(client.get(address))
    assert page.says("Junto a un documento que la persona ya tiene", SC1_WORDS, "SU-543")
    sent = {"type": T.SC1, "number": "SC1-1", "issued_on": "1/5/2019", "work_right": "unknown"}
    assert client.post(address, sent).status_code == 302
    assert Permit.objects.kinds_held([person.pk]) == {person.pk: {T.SC2, T.SC1}}


def test_another_country_is_told_nothing_of_the_papers_of_this_one(cast, law):
    person = a_client(cast)
    permit = a_permit(cast, person)
    a_permit(cast, person, type=T.SC1, issued_on=D(2019, 5, 1))
    Office.objects.filter(pk=person.office_id).update(country="BR")
    client = as_(cast.lucia)
    for page in (permit.get_absolute_url(), reverse("permit-list")):
        assert not page_of(client.get(page)).says("no se tienen a la vez")


def test_the_list_asks_as_much_for_four_pairs_as_for_one(cast, law):
    client, page = as_(cast.lucia), reverse("permit-list")
    counts = []
    for more in (1, 3):
        for _each in range(more):
            person = a_client(cast)
            a_permit(cast, person)
            a_permit(cast, person, type=T.SC1, issued_on=D(2019, 5, 1))
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_the_words_address_no_other_reader_than_whoever_reads_them():
    """Legal officers read them too, also of a person who was recognised."""
    rows = list(PermitPair.objects.all())
    assert not any("jurídica" in row.words_es for row in rows)
    assert not any("a legal officer" in row.words_en for row in rows)
    [of_sc1] = [row.words_es for row in rows if row.kinds == {T.SC2, T.SC1}]
    assert "refugio está reconocido" in of_sc1
