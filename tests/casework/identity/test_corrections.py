"""Papers that ended, other names, wishes and silences that were typed wrong are put right."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.corrections.models import Correction
from casework.identity.actions.aliases import add_alias, correct_alias, end_alias
from casework.identity.actions.exposure import (
    correct_anonymity,
    correct_media_restriction,
    end_anonymity,
    lift_media_restriction,
    restrict_media,
    wish_anonymity,
)
from casework.identity.actions.identity_documents import (
    add_identity_document,
    correct_document_end,
    end_identity_document,
    replace_identity_document,
)
from casework.identity.models import MediaRestriction
from casework.identity.slots import alias_extract, media_restriction_extract
from casework.register.choices import DocumentEnd, DocumentType
from casework.register.models.alias import Alias
from casework.search.querysets import search_people
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import an_individual
from tests.cast import as_
from tests.refusals import refused

pytestmark = pytest.mark.django_db
D = datetime.date
DAY = datetime.timedelta(days=1)
LATER = datetime.timedelta(hours=25)
CARD = {"number": "V-12.345.678", "type": DocumentType.NATIONAL_ID, "country": "VE"}


@pytest.fixture
def person(cast):
    return an_individual(cast)


def address_of(name, person, row):
    return reverse(name, args=[person.number, row.pk])


def page_of(person, user):
    return as_(user).get(reverse("individual-detail", args=[person.number])).content.decode()


def names_found(typed, user):
    return [hit.individual for hit in search_people(typed, user)]


def test_an_end_of_a_paper_that_was_none_is_taken_back_on_its_page(cast, person):
    paper = add_identity_document(person, **CARD, by=cast.ana)
    end_identity_document(paper, ended_on=cast.ana.today(), end_reason="lost", by=cast.ana)
    address = address_of("paper-end-correct", person, paper)
    assert address in page_of(person, cast.ana)
    client = as_(cast.ana)
    answer = client.post(address, {"ended_on": "2019-04-01", "end_reason": "lost"})
    assert answer.status_code == 302, answer.context["form"].errors
    paper.refresh_from_db()
    assert paper.ended_on == D(2019, 4, 1)
    client.post(address, {"ended_on": "", "end_reason": ""})
    paper.refresh_from_db()
    assert (paper.ended_on, paper.end_reason) == (None, "")
    assert address_of("paper-end", person, paper) in page_of(person, cast.ana)
    assert AuditEvent.objects.filter(verb="document.end_corrected").count() == 2
    assert Correction.objects.of(paper).count() == 2
    with refused("still holds this document"):
        correct_document_end(paper, ended_on=D(2019, 4, 1), end_reason="lost", by=cast.ana)


def test_an_end_of_a_paper_that_cannot_be_is_refused(cast, person):
    paper = add_identity_document(person, **CARD, by=cast.ana)
    ended = {"ended_on": cast.ana.today(), "end_reason": DocumentEnd.LOST}
    end_identity_document(paper, **ended, by=cast.ana)
    with refused("future", field="ended_on"):
        correct_document_end(paper, ended_on=cast.ana.today() + DAY, by=cast.ana)
    with refused("or neither", field="end_reason"):
        correct_document_end(paper, end_reason="", by=cast.ana)
    with refused("No newer document", field="end_reason"):
        correct_document_end(paper, end_reason=DocumentEnd.REPLACED, by=cast.ana)
    again = add_identity_document(person, **CARD, by=cast.ana)
    with refused("on file already"):
        correct_document_end(paper, ended_on=None, end_reason="", by=cast.ana)
    replace_identity_document(again, **(CARD | {"number": "V-87.654.321"}), by=cast.ana)
    again.refresh_from_db()
    with refused("took its place", field="end_reason"):
        correct_document_end(again, ended_on=None, end_reason="", by=cast.ana)
    correct_document_end(again, ended_on=D(2019, 4, 1), by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_document_end(again, ended_on=D(2019, 4, 2), by=cast.bruno)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_document_end(again, ended_on=D(2019, 4, 2), by=cast.ana)
        correct_document_end(again, ended_on=D(2019, 4, 2), reason="Lo dijo.", by=cast.ana)


def test_another_name_is_put_right_and_the_person_is_found_by_the_right_one(cast, person):
    alias = add_alias(person, name="Comandante Turpial", by=cast.ana)
    address = address_of("alias-correct", person, alias)
    assert address in page_of(person, cast.ana)
    assert names_found("Turpial", cast.ana) == [person]
    as_(cast.ana).post(address, {"name": "Comandante  Gavilán"})
    alias.refresh_from_db()
    assert alias.name == "Comandante Gavilán"
    assert names_found("Gavilán", cast.ana) == [person]
    assert names_found("Turpial", cast.ana) == []
    assert AuditEvent.objects.get(verb="alias.corrected").details == {"fields": ["name"]}
    add_alias(person, name="Chucho", by=cast.ana)
    with refused("on file already", field="name"):
        correct_alias(alias, name="chucho", by=cast.ana)


def test_a_name_that_was_never_theirs_finds_nobody_and_is_in_no_extract(cast, person):
    alias = add_alias(person, name="Comandante Turpial", by=cast.ana)
    address = address_of("alias-correct", person, alias)
    as_(cast.ana).post(address, {"name": alias.name, "is_mistake": "on"})
    page = page_of(person, cast.ana)
    assert "<del>Comandante Turpial</del>" in page
    assert address_of("alias-end", person, alias) not in page
    assert names_found("Turpial", cast.ana) == []
    assert list(alias_extract.rows(person)) == []
    alias.refresh_from_db()
    with refused("recorded by mistake"):
        end_alias(alias, ended_on=cast.ana.today(), by=cast.ana)
    assert "Turpial" not in Correction.objects.of(alias).get().changes
    add_alias(person, name="Comandante Turpial", by=cast.ana)
    assert names_found("Turpial", cast.ana) == [person]


def test_who_may_not_correct_a_name_is_refused_and_later_a_reason_is_asked(cast, person):
    alias = add_alias(person, name="Turpial", by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_alias(alias, is_mistake=True, by=cast.bruno)
    assert as_(cast.lucia).get(address_of("alias-correct", person, alias)).status_code == 404
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_alias(alias, is_mistake=True, by=cast.ana)
        correct_alias(alias, is_mistake=True, reason="Era de su hermano.", by=cast.ana)
    assert Alias.objects.get().is_mistake


def test_the_days_of_a_wish_for_anonymity_are_put_right(cast, person):
    wish = wish_anonymity(person, wished_on=D(2019, 3, 10), alias="Araguaney", by=cast.ana)
    address = address_of("anonymity-correct", person, wish)
    assert address in page_of(person, cast.ana)
    as_(cast.ana).post(address, {"wished_on": "2019-03-01"})
    wish.refresh_from_db()
    assert (wish.wished_on, wish.ended_on) == (D(2019, 3, 1), None)
    with refused("step of its own", field="ended_on"):
        correct_anonymity(wish, ended_on=D(2019, 4, 1), by=cast.ana)
    with refused("future", field="wished_on"):
        correct_anonymity(wish, wished_on=cast.ana.today() + DAY, by=cast.ana)
    assert AuditEvent.objects.filter(verb="anonymity.corrected").count() == 1


def test_a_wish_that_was_never_taken_back_hides_the_name_again(cast, person):
    wish = wish_anonymity(person, wished_on=D(2019, 3, 10), alias="Araguaney", by=cast.ana)
    end_anonymity(wish, ended_on=D(2019, 4, 1), by=cast.ana)
    person.refresh_from_db()
    assert person.is_anonymous is False
    address = address_of("anonymity-correct", person, wish)
    assert address in page_of(person, cast.ana)
    with refused("end is before the beginning", field="ended_on"):
        correct_anonymity(wish, ended_on=D(2019, 3, 1), by=cast.ana)
    as_(cast.ana).post(address, {"wished_on": "2019-03-10", "ended_on": "2019-04-05"})
    wish.refresh_from_db()
    person.refresh_from_db()
    assert (wish.ended_on, person.is_anonymous) == (D(2019, 4, 5), False)
    as_(cast.ana).post(address, {"wished_on": "2019-03-10", "ended_on": ""})
    person.refresh_from_db()
    assert (person.is_anonymous, person.display_name) == (True, "Araguaney")


def test_a_second_wish_stands_in_the_way_of_the_first(cast, person):
    wish = wish_anonymity(person, wished_on=D(2019, 3, 10), by=cast.ana)
    end_anonymity(wish, ended_on=D(2019, 4, 1), by=cast.ana)
    wish_anonymity(person, wished_on=D(2019, 5, 1), by=cast.ana)
    with refused("asked for anonymity already", field="ended_on"):
        correct_anonymity(wish, ended_on=None, by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_anonymity(wish, ended_on=D(2019, 4, 2), by=cast.bruno)
    with (
        time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER),
        refused("say why it is put right", field="reason"),
    ):
        correct_anonymity(wish, ended_on=D(2019, 4, 2), by=cast.ana)


def test_a_silence_towards_the_media_is_put_right(cast, person):
    court = Organisation.objects.create(name="Fiscalía", kind=OrganisationKind.STATE)
    silence = restrict_media(person, reason="own_wish", on=D(2019, 3, 10), by=cast.ana)
    address = address_of("media-correct", person, silence)
    assert address in page_of(person, cast.ana)
    client = as_(cast.ana)
    assert 'name="reason" value="own_wish"' not in client.get(address).content.decode()
    typed = {"media_reason": "authority", "authority": court.pk, "on": "2019-03-01", "note": "x"}
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    silence.refresh_from_db()
    assert (silence.reason, silence.authority, silence.on) == ("authority", court, D(2019, 3, 1))
    event = AuditEvent.objects.get(verb="media.corrected")
    assert event.details["fields"] == ["authority", "note", "on", "reason"]
    with refused("Name the authority", field="authority"):
        correct_media_restriction(silence, media_reason="own_wish", by=cast.ana)
    with refused("future"):
        correct_media_restriction(silence, on=cast.ana.today() + DAY, by=cast.ana)
    with refused("step of its own", field="ended_on"):
        correct_media_restriction(silence, ended_on=D(2019, 4, 1), by=cast.ana)


def test_a_silence_that_nobody_wished_or_ordered_holds_for_nobody(cast, person):
    silence = restrict_media(person, reason="own_wish", on=D(2019, 3, 10), by=cast.ana)
    part = reverse("case-part", args=[person.memberships.get().case.number, "timeline"])
    told = "No habla con la prensa"
    correct_media_restriction(silence, is_mistake=True, by=cast.ana)
    page = page_of(person, cast.ana)
    assert f"<del>{told}" in page
    # Struck through, and once more for who hears of what its words are folded under.
    assert page.count(told) == 2
    assert told not in as_(cast.ana).get(part).content.decode()
    assert list(media_restriction_extract.rows(person)) == []
    assert not MediaRestriction.objects.standing().exists()
    silence.refresh_from_db()
    with refused("recorded by mistake"):
        lift_media_restriction(silence, ended_on=cast.ana.today(), by=cast.ana)


def test_a_lifted_silence_can_be_put_right_too(cast, person):
    silence = restrict_media(person, reason="own_wish", on=D(2019, 3, 10), by=cast.ana)
    lift_media_restriction(silence, ended_on=D(2019, 4, 1), by=cast.ana)
    address = address_of("media-correct", person, silence)
    assert address in page_of(person, cast.ana)
    with refused("end is before the beginning", field="ended_on"):
        correct_media_restriction(silence, ended_on=D(2019, 3, 1), by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_media_restriction(silence, ended_on=None, by=cast.bruno)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_media_restriction(silence, ended_on=None, by=cast.ana)
        correct_media_restriction(silence, ended_on=None, reason="Sigue.", by=cast.ana)
    silence.refresh_from_db()
    assert (silence.ended_on, silence.reason) == (None, "own_wish")
