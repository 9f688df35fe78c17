"""Every section whose rows can be corrected says under it what was put right: when, by whom, old and new, and why."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.bonds.actions import correct_relationship, relate
from casework.bonds.choices import Bond
from casework.contact.actions import add_phone, correct_phone
from casework.families.actions.days import correct_membership
from casework.families.actions.family import end_membership
from casework.identity.actions import aliases, exposure, identity_documents
from casework.register.choices import Category, DocumentEnd, DocumentType, Relation
from casework.wellbeing import actions as wellbeing
from casework.wellbeing.choices import ActivityKind
from casework.work import actions as work
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_

pytestmark = pytest.mark.django_db
D = datetime.date
WHY = "Se leyó mal la letra."
CARD = {"number": "V-12.345.678", "type": DocumentType.NATIONAL_ID, "country": "VE"}
ALONE = {"category": Category.FORMER_MEMBER, "born": 1991}


@pytest.fixture
def family(cast):
    return an_arrival(cast, people=[a_row(**ALONE), a_row("Luz", relation=Relation.SISTER)])


def told(text):
    """What stands in the lists of corrections of a page."""
    lists = re.findall(r"<summary>Correcciones</summary>.*?</details>", text, re.DOTALL)
    return " ".join(" ".join(lists).split())


def page(user, name, *args):
    return as_(user).get(reverse(name, args=args)).content.decode()


def test_a_persons_page_tells_what_was_put_right_of_names_wishes_and_papers(cast, family):
    person, by = people_of(family)[0], cast.ana
    alias = aliases.add_alias(person, name="El Chamo", by=by)
    aliases.correct_alias(alias, name="El Chamito", reason=WHY, by=by)
    exposure.wish_anonymity(person, wished_on=D(2019, 3, 4), alias="Cardenal", by=by)
    wish = person.anonymity_wishes.get()
    exposure.correct_anonymity(wish, wished_on=D(2019, 3, 1), reason=WHY, by=by)
    silence = exposure.restrict_media(person, reason="own_wish", on=D(2019, 3, 10), by=by)
    exposure.correct_media_restriction(silence, on=D(2019, 3, 12), reason=WHY, by=by)
    paper = identity_documents.add_identity_document(person, **CARD, by=by)
    facts = CARD | {"number": "V-12.345.679"}
    identity_documents.correct_identity_document(paper, **facts, reason=WHY, by=by)
    said = told(page(cast.ana, "individual-detail", person.number))
    for change in (
        "El Chamo → El Chamito",
        "→ 1 mar 2019",
        "10 mar 2019 → 12 mar 2019",
        "V-12.345.678 → V-12.345.679",
    ):
        assert change in said, change
    assert said.count(WHY) == 4
    assert said.count(str(cast.ana)) == 4


def test_of_a_paper_no_longer_held_and_of_a_phone_no_number_is_told(cast, family):
    person, by = people_of(family)[0], cast.ana
    paper = identity_documents.add_identity_document(person, **CARD, by=by)
    facts = CARD | {"number": "V-12.345.679"}
    identity_documents.correct_identity_document(paper, **facts, by=by)
    identity_documents.end_identity_document(
        paper, end_reason=DocumentEnd.LOST, ended_on=D(2019, 4, 1), by=by
    )
    phone = add_phone(person, number="3001234567", by=by)
    correct_phone(phone, number="3007654321", by=by)
    text = page(cast.ana, "individual-detail", person.number)
    for number in ("12.345.67", "3001234567", "3007654321"):
        assert number not in text
    assert "Se corrigió el número" in text
    assert "3001234567" in page(cast.ana, "phone-show", person.number, phone.pk)


def test_a_case_tells_what_was_put_right_of_bonds_and_memberships(cast, family):
    yorman, luz = people_of(family)
    bond = relate(yorman, other=luz, kind=Bond.SIBLING, starts_on=D(2019, 3, 1), by=cast.ana)
    correct_relationship(bond, starts_on=D(2019, 3, 2), reason=WHY, by=cast.ana)
    said = told(page(cast.ana, "case-part", family.number, "people"))
    assert "1 mar 2019 → 2 mar 2019" in said
    assert WHY in said
    member = luz.memberships.get()
    end_membership(member, left_on=D(2019, 4, 1), by=cast.ana)
    member.refresh_from_db()
    correct_membership(
        member, joined_on=member.joined_on, left_on=D(2019, 4, 3), reason=WHY, by=cast.ana
    )
    said = told(page(cast.ana, "case-part", family.number, "people"))
    assert "1 abr 2019 → 3 abr 2019" in said
    assert str(cast.ana) in said


def put_right_of(person, clinic, by):
    """One corrected row of each kind of wellbeing, work and care."""
    on = by.today()
    sport = wellbeing.record_activity(person, kind=ActivityKind.SPORT, on=on, remarks="A", by=by)
    wellbeing.correct_activity(sport, remarks="B", reason=WHY, by=by)
    job = work.record_job_application(person, on=on, employer="Tienda", by=by)
    work.correct_job_application(job, employer="Panadería", reason=WHY, by=by)
    visit = work.record_visit(person, provider=clinic, kind="medical", on=on, findings="C", by=by)
    work.correct_visit(visit, findings="D", reason=WHY, by=by)


def test_support_tells_what_was_put_right_and_asks_no_oftener_for_more_rows(cast, family):
    clinic = Organisation.objects.create(name="Clínica Frontera", kind=OrganisationKind.NGO)
    person = people_of(family)[0]
    client, address = as_(cast.ana), reverse("case-part", args=[family.number, "support"])
    counts = []
    for number in (1, 4):
        for _each in range(number):
            put_right_of(person, clinic, cast.ana)
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            text = client.get(address).content.decode()
        counts.append(len(asked))
    assert counts[0] == counts[1]
    said = told(text)
    for change in ("A → B", "Tienda → Panadería", "C → D"):
        assert said.count(change) == 5, change
    assert said.count(person.number) == 15
