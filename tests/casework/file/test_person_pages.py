"""Every page that records something about a person acts, and says nothing to the other team."""

import re

import pytest
from django.urls import reverse

from casework.identity.actions.exposure import wish_anonymity
from casework.identity.models import AnonymityWish, ContactAbroad, MediaRestriction, OnwardPlan
from casework.needs.models import Livelihood, SpecificNeed
from casework.register.choices import Category
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.search.querysets import search_people
from casework.service.models import OriginSanction, ServiceRecord
from tests.build import an_individual, reference
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db

DAY = "2019-03-01"
# URL name, typed data, and the table that gets a row.
NEW = [
    (
        "need-record",
        {"code": "DS-PM", "starts_on": DAY, "source": "observed", "note": "Nota"},
        SpecificNeed,
    ),
    ("livelihood-record", {"dependants_abroad": "3", "is_sole_breadwinner": "on"}, Livelihood),
    ("sanction-record", {"type": "treason_charge", "charge": "Traición"}, OriginSanction),
    ("anonymity-wish", {"wished_on": DAY, "alias": "Halcón"}, AnonymityWish),
    ("media-restrict", {"reason": "own_wish", "on": DAY}, MediaRestriction),
    ("contact-abroad-add", {"country": "ES", "relation": "AUN", "name": "Tía"}, ContactAbroad),
    ("onward-record", {"status": "planning", "country": "ES"}, OnwardPlan),
    ("document-add", {"type": "passport", "country": "ve", "number": "P-445566"}, IdentityDocument),
    ("service-record", {"force": "gnb", "people_commanded": "50"}, ServiceRecord),
]
ON_ROWS = [
    ("need-review", {"review_on": "2031-01-01", "note": "Otra"}),
    ("need-end", {"ended_on": DAY}),
    ("sanction-correct", {"type": "arrest_warrant"}),
    ("anonymity-end", {"ended_on": DAY}),
    ("media-lift", {"ended_on": DAY}),
    ("contact-abroad-end", {"ended_on": DAY}),
    (
        "paper-replace",
        {"type": "passport", "country": "ve", "number": "P-990011", "states_work_right": "no"},
    ),
    ("service-correct", {"force": "gnb", "people_commanded": "40"}),
]


def test_every_page_records_and_every_row_can_be_ended_or_corrected(cast):
    reference()
    a_code("DS-PM")
    person = an_individual(cast, category="relative")
    client = as_(cast.ana)
    for name, typed, model in NEW:
        address = reverse(name, args=[person.number])
        assert client.get(address).status_code == 200, name
        assert as_(cast.bruno).get(address).status_code == 404, name
        answer = client.post(address, typed)
        assert answer.status_code == 302, (name, answer.content.decode()[-3000:])
        assert model.objects.count() == 1, name
    page = client.get(reverse("individual-detail", args=[person.number])).content.decode()
    offered = {
        (name, path)
        for name, _typed in ON_ROWS
        for path in re.findall(r'href="(/people/[^"]+)"', page)
        if path == _address_of(name, person, path)
    }
    assert {name for name, _path in offered} == {name for name, _typed in ON_ROWS}
    paths = dict(offered)
    for name, typed in ON_ROWS:
        assert client.get(paths[name]).status_code == 200, name
        assert as_(cast.bruno).get(paths[name]).status_code == 404, name
        answer = client.post(paths[name], typed)
        assert answer.status_code == 302, (name, answer.content.decode()[-3000:])
    person = Individual.objects.get(pk=person.pk)
    assert (person.is_anonymous, person.alias, person.category) == (
        False,
        "Halcón",
        "former_member",
    )
    assert client.get(reverse("individual-detail", args=[person.number])).status_code == 200


def _address_of(name: str, person: Individual, path: str) -> str:
    found_id = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", path)
    return reverse(name, args=[person.number, found_id[0]]) if found_id else ""


def test_a_paper_is_found_by_its_last_four_digits_and_stays_on_file_when_it_is_lost(cast):
    person = an_individual(cast, document="V-12.345.678")
    assert [hit.individual for hit in search_people("5678", cast.ana)] == [person]
    assert search_people("4321", cast.ana) == []
    paper = person.identity_documents.get()
    assert paper.number_tail == "…5678"
    client = as_(cast.ana)
    client.post(
        reverse("paper-end", args=[person.number, paper.pk]),
        {"ended_on": DAY, "end_reason": "taken"},
    )
    page = page_of(client.get(reverse("individual-detail", args=[person.number])))
    assert page.says("…5678")
    assert not page.holds("V-12.345.678")
    assert [hit.individual for hit in search_people("5678", cast.ana)] == [person]


def test_a_corrected_record_cannot_be_corrected_a_second_time(cast):
    reference()
    person = an_individual(cast, unit="Comando 1")
    record = person.service_records.get()
    client = as_(cast.ana)
    address = reverse("service-correct", args=[person.number, record.pk])
    assert client.post(address, {"unit": "Comando 2"}).status_code == 302
    assert client.post(address, {"unit": "Comando 3"}).status_code == 200
    assert [each.unit for each in ServiceRecord.objects.current()] == ["Comando 2"]


def test_what_is_hardly_ever_said_of_a_baby_stands_folded_until_something_is_on_file(cast):
    baby = an_individual(cast, born=cast.ana.today().year, category=Category.RELATIVE)
    man = an_individual(cast)

    def folded(person) -> set[str]:
        page = as_(cast.ana).get(reverse("individual-detail", args=[person.number]))
        return {section.slug for section in page.context["folded"]}

    assert folded(baby) == {"service", "sanctions", "exposure", "onward"}
    assert folded(man) == {"sanctions", "exposure", "onward"}
    wish_anonymity(man, wished_on=cast.ana.today(), by=cast.ana)
    assert folded(man) == {"sanctions", "onward"}
