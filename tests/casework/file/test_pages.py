"""The pages of casework as staff meet them."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEvent, User
from casework.cases.actions import refer_to_legal, restrict_case
from casework.identity.actions.individuals import correct_individual
from casework.notes.models import Note
from casework.register.choices import CaseStatus, Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.search.models import NameSearch
from tests.build import a_case, a_row, an_arrival, an_individual, people_of, reference


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def grid(**facts: Any) -> dict[str, Any]:
    """What the browser sends for a head, his wife and one empty row."""
    return {
        "on": "2019-02-23",
        "entry_mode": "bridge",
        "head-given_names": "Yorman",
        "head-family_names": "Rodríguez",
        "head-sex": "m",
        "head-birth": "27",
        "head-document": "V-19345678",
        "head-force": "gnb",
        "head-rank": "sargento-2",
        "member-TOTAL_FORMS": "2",
        "member-INITIAL_FORMS": "3",
        "member-MIN_NUM_FORMS": "0",
        "member-MAX_NUM_FORMS": "40",
        "member-0-given_names": "Marleny",
        "member-0-family_names": "Rodríguez",
        "member-0-sex": "f",
        "member-0-birth": "12/4/94",
        "member-0-relation": "SPO",
        "member-1-family_names": "Rodríguez",
    } | facts


def test_the_quick_log_refuses_more_people_than_it_takes_in_words(cast):
    reference()
    rows = grid(team=cast.norte.pk, **{"member-TOTAL_FORMS": "41"})
    page = as_(cast.ana).post(reverse("arrival-log"), rows).content.decode()
    assert "<li>Una llegada lleva como máximo 41 personas. Guarde estas y luego agregue" in page
    assert 'value="Marleny"' in page
    assert Case.objects.count() == 0


def test_the_quick_log_writes_the_family_and_opens_its_file(cast):
    reference()
    answer = as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk))
    case = Case.objects.get()
    assert answer["Location"] == reverse("case-detail", args=[case.number])
    assert [
        (person.full_name, person.category, person.sex, person.birth_precision, person.birth_year)
        for person in people_of(case)
    ] == [
        ("Yorman Rodríguez", Category.FORMER_MEMBER, "m", "age", 1992),
        ("Marleny Rodríguez", Category.RELATIVE, "f", "day", 1994),
    ]


def test_a_grid_sent_twice_is_written_once(cast):
    reference()
    client = as_(cast.ana)
    page = client.get(reverse("arrival-log")).content.decode()
    token = re.search(r'name="submission" value="([^"]+)"', page)[1]
    sent = grid(team=cast.norte.pk, submission=token)
    locations = {client.post(reverse("arrival-log"), sent)["Location"] for _click in range(2)}
    assert (len(locations), Case.objects.count()) == (1, 1)


def test_an_error_names_the_row_and_nothing_typed_is_lost(cast):
    reference()
    sent = grid(team=cast.norte.pk) | {"member-0-birth": "mañana", "head-given_names": ""}
    page = as_(cast.ana).post(reverse("arrival-log"), sent, HTTP_ACCEPT_LANGUAGE="en")
    text = page.content.decode()
    assert Case.objects.count() == 0
    assert 'href="#id_member-0-birth"' in text
    assert 'value="mañana"' in text
    assert 'value="Marleny"' in text


def test_without_script_a_button_adds_a_row_and_keeps_what_was_typed(cast):
    reference()
    page = as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk, add_row="1"))
    text = page.content.decode()
    assert 'name="member-2-given_names"' in text
    assert 'value="Marleny"' in text
    assert "data-error-summary" not in text
    assert Case.objects.count() == 0


def test_the_list_shows_own_cases_with_principal_and_people(cast):
    an_arrival(cast)
    a_case(cast, by=cast.bruno, name="Otro")
    text = as_(cast.ana).get(reverse("case-list")).content.decode()
    assert "A-2019-000001" in text
    assert "Yorman José Rodríguez Peña" in text
    assert "A-2019-000002" not in text


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("?status=open", ["A-2019-000001"]),
        ("?status=closed", []),
        ("?opened_from=2019-02-24", []),
        ("?opened_until=2019-02-23", ["A-2019-000001"]),
        ("?directorate=oriente", ["A-2019-000001"]),
        ("?is_restricted=true", []),
    ],
)
def test_the_list_filters(cast, query, numbers):
    an_arrival(cast)
    text = as_(cast.ana).get(reverse("case-list") + query).content.decode()
    assert sorted(set(re.findall(r"/cases/(A-\d{4}-\d{6})/", text))) == numbers


def test_anonymity_puts_the_alias_in_lists_and_on_the_case(cast):
    case = an_arrival(cast, people=[a_row(is_anonymous=True, alias="Luna")])
    client = as_(cast.ana)
    for address in (reverse("case-list"), reverse("case-detail", args=[case.number])):
        text = client.get(address).content.decode()
        assert "Luna" in text
        assert "Yorman" not in text


def test_the_case_page_is_read_on_the_record_before_it_is_shown(cast):
    case = an_arrival(cast)
    text = as_(cast.ana).get(reverse("case-detail", args=[case.number])).content.decode()
    people = reverse("case-part", args=[case.number, "people"])
    assert "Batallón de apoyo" in as_(cast.ana).get(people).content.decode()
    for words in ("Yorman José Rodríguez Peña", "Marleny"):
        assert words in text
    looks = AuditEvent.objects.filter(verb="case.read")
    assert {(look.actor, look.case_id, look.is_read) for look in looks} == {
        (cast.ana, case.pk, True)
    }
    assert len(looks) == 2


def test_the_case_page_offers_only_what_the_reader_may_do_now(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)

    def offered(user: User) -> set[str]:
        text = as_(user).get(reverse("case-detail", args=[case.number])).content.decode()
        return set(re.findall(rf"/cases/{case.number}/(\w+)/\"", text)) - {"history", "timeline"}

    assert offered(cast.ana) == {"assign", "build", "close", "principal"}
    assert offered(cast.sonia) == {"assign", "close", "move", "restrict", "principal", "build"}


def test_a_restricted_case_is_absent_for_everybody_who_is_not_named(cast):
    case = an_arrival(cast)
    restrict_case(case, people=[], by=cast.sonia)
    person = people_of(case)[0]
    client = as_(cast.ana)
    for name, number in (
        ("case-detail", case.number),
        ("case-card", case.number),
        ("case-history", case.number),
        ("case-close", case.number),
        ("individual-detail", person.number),
        ("individual-correct", person.number),
    ):
        assert client.get(reverse(name, args=[number])).status_code == 404
    assert case.number not in client.get(reverse("case-list")).content.decode()
    found = client.post(reverse("search"), {"q": "Yorman"}, follow=True).content.decode()
    assert case.number not in found
    page = as_(cast.sonia).get(reverse("case-detail", args=[case.number]))
    assert "Cambiar quién lo ve" in page.content.decode()


@pytest.mark.parametrize("typed", ["jorman rodriges", "A-2019-000001", "2019-1", "19.345.678 v"])
def test_a_person_is_found_by_misspelt_name_number_or_document(cast, typed):
    an_arrival(cast)
    a_case(cast, name="Wilfredo")
    typed = "V19345678" if typed.endswith(" v") else typed
    client = as_(cast.ana)
    answer = client.post(reverse("search"), {"q": typed})
    kept = NameSearch.objects.get()
    assert answer["Location"] == reverse("search-results", args=[kept.pk])
    assert "odrig" not in answer["Location"]
    assert "Yorman José Rodríguez Peña" in client.get(answer["Location"]).content.decode()


def test_somebody_elses_search_and_an_old_one_do_not_exist(cast):
    an_arrival(cast)
    address = as_(cast.ana).post(reverse("search"), {"q": "Yorman"})["Location"]
    assert as_(cast.bruno).get(address).status_code == 404
    NameSearch.objects.update(created_at="2019-01-01T00:00:00Z")
    assert as_(cast.ana).get(address).status_code == 404


def test_two_people_correct_one_record_and_the_second_is_told_who_and_keeps_the_entries(cast):
    person = an_individual(cast)
    client = as_(cast.ana)
    address = reverse("individual-correct", args=[person.number])
    page = client.get(address).content.decode()
    typed = {
        name: value
        for name, value in re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', page)
        if name != "csrfmiddlewaretoken"
    } | {"sex": "m", "nationality": "CO", "given_names": "Yorman Andrés"}
    correct_individual(person, by=cast.sonia, version=1, given_names="Yorman Alí")
    answer = client.post(address, typed, HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "Sonia" in answer
    assert 'value="Yorman Andrés"' in answer
    assert "Yorman Alí" in answer
    assert ">Venezuela</" in answer
    typed["version"] = "2"
    assert client.post(address, typed).status_code == 302
    assert Individual.objects.get(pk=person.pk).given_names == "Yorman Andrés"


def test_an_unchanged_record_stays_as_it_was(cast):
    person = an_individual(cast)
    client = as_(cast.ana)
    address = reverse("individual-correct", args=[person.number])
    page = client.get(address).content.decode()
    typed = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', page)) | {
        "sex": "m",
        "nationality": "VE",
    }
    assert client.post(address, typed).status_code == 302
    person = Individual.objects.get(pk=person.pk)
    assert (person.version, person.birth_precision, person.birth_year) == (1, "year", 1991)


def test_a_note_is_written_inline_and_stands_on_the_page(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    answer = client.post(reverse("note-write", args=[case.number]), {"text": "Pidió una cuna."})
    assert answer.status_code == 302
    note = Note.objects.get()
    assert (
        "Pidió una cuna." in client.get(reverse("case-detail", args=[case.number])).content.decode()
    )
    address = reverse("note-correct", args=[case.number, note.pk])
    client.post(address, {"text": "Pidió dos cunas."})
    assert Note.objects.get(corrects=note).text == "Pidió dos cunas."
    assert client.get(address).status_code == 200


def test_every_act_page_opens_for_the_supervisor_and_acts(cast):
    case = an_arrival(cast)
    client = as_(cast.sonia)
    for name in ("case-close", "case-move", "case-restrict", "referral-make", "member-add"):
        assert client.get(reverse(name, args=[case.number])).status_code == 200
    client.post(reverse("referral-make", args=[case.number]), {"csrf": "x"})
    assert case.legal_referrals.open().count() == 1
    client.post(reverse("case-move", args=[case.number]), {"team": cast.sur.pk})
    client.post(
        reverse("case-close", args=[case.number]), {"reason": "settled", "on": "2019-03-01"}
    )
    case.refresh_from_db()
    assert (case.team, case.status) == (cast.sur, CaseStatus.CLOSED)
    client.post(reverse("case-reopen", args=[case.number]), {"csrf": "x"})
    case.refresh_from_db()
    assert case.status == CaseStatus.OPEN


def test_the_family_page_adds_ends_and_names_another_principal(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    new = {"given_names": "Bebé", "relation": "DAU", "joined_on": "2019-03-02", "birth": "1 m"}
    new |= {"nationality": "CO"}
    assert client.post(reverse("member-add", args=[case.number]), new).status_code == 302
    assert [person.number for person in people_of(case)][4:] == ["A-2019-000001-05"]
    member = case.members.get(relation_to_principal="DAU")
    ended = client.post(
        reverse("member-end", args=[case.number, member.pk]), {"left_on": "2019-03-05"}
    )
    assert ended.status_code == 302
    spouse = case.members.get(relation_to_principal="SPO")
    rest = case.members.filter(left_on=None).exclude(pk=spouse.pk)
    client.post(
        reverse("principal-change", args=[case.number]) + f"?principal={spouse.pk}",
        {f"as_{each.pk}": "OTR" for each in rest},
    )
    spouse.refresh_from_db()
    assert spouse.relation_to_principal == "FP"


def test_service_and_papers_are_added_on_the_persons_page(cast):
    given = reference()
    person = people_of(an_arrival(cast))[1]
    client = as_(cast.ana)
    client.post(
        reverse("service-record", args=[person.number]),
        {"force": given["force"].pk, "rank": given["rank"].pk, "unit": "Comando 12"},
    )
    client.post(
        reverse("document-add", args=[person.number]),
        {"type": "passport", "country": "ve", "number": "P-778899"},
    )
    text = client.get(reverse("individual-detail", args=[person.number])).content.decode()
    assert "Comando 12" in text
    assert "P-778899" in text
    person.refresh_from_db()
    assert person.category == Category.FORMER_MEMBER


def test_who_opened_the_file_is_told_to_the_caseworker(cast):
    case = an_arrival(cast)
    as_(cast.sonia).get(reverse("case-detail", args=[case.number]))
    text = as_(cast.ana).get(reverse("case-history", args=[case.number])).content.decode()
    assert "Sonia" in text
    assert "Ana" in text
    looks = as_(cast.ana).get(reverse("case-history", args=[case.number]) + "?kind=looks")
    assert "Sonia" in looks.content.decode()


def test_the_reduced_card_shows_no_papers_and_no_service(cast):
    case = an_arrival(cast)
    text = as_(cast.ana).get(reverse("case-card", args=[case.number])).content.decode()
    assert "Yorman José Rodríguez Peña" in text
    assert "19.345.678" not in text
    assert "Batallón" not in text
    assert AuditEvent.objects.filter(verb="card.read", case_id=case.pk).count() == 1


def test_the_list_asks_the_database_as_often_for_thirty_cases_as_for_one(
    cast, django_assert_max_num_queries
):
    client = as_(cast.ana)
    a_case(cast)
    client.get(reverse("case-list"))
    with django_assert_max_num_queries(12) as one:
        client.get(reverse("case-list"))
    for _case in range(29):
        a_case(cast)
    with django_assert_max_num_queries(12) as thirty:
        client.get(reverse("case-list"))
    assert len(one) == len(thirty)
