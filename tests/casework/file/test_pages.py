"""The pages of casework as staff meet them."""

import datetime
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEvent, User
from casework.cases.actions import close_case, refer_to_legal, restrict_case
from casework.identity.actions.individuals import correct_individual
from casework.notes.actions import write_note
from casework.notes.models import Note
from casework.register.choices import CaseStatus, Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.search.models import NameSearch
from casework.service.models import ServiceRecord
from tests.build import a_case, a_row, an_arrival, an_individual, people_of, reference
from tests.cast import as_
from tests.page import page_of


def grid(**facts: Any) -> dict[str, Any]:
    """Returns what the browser sends for a head, his wife and one empty row."""
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
    page = page_of(as_(cast.ana).post(reverse("arrival-log"), rows))
    [refusal] = page.refusals
    assert "41 personas" in refusal
    assert page.fields["member-0-given_names"] == "Marleny"
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
        ("Yorman Rodríguez", Category.FORMER_MEMBER, "m", "age", cast.ana.today().year - 27),
        ("Marleny Rodríguez", Category.RELATIVE, "f", "day", 1994),
    ]


def test_a_child_who_arrives_alone_is_nobody_who_served_unless_somebody_says_so(cast):
    reference()
    alone = {"head-birth": "14", "head-force": "", "head-rank": "", "member-TOTAL_FORMS": "0"}
    alone |= {"head-is_child_first": "on"}
    as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk, **alone))
    [child] = people_of(Case.objects.get())
    assert child.category == Category.RELATIVE
    assert not ServiceRecord.objects.filter(individual=child).exists()


@pytest.mark.parametrize("birth", ["27", ""])
def test_nobody_counts_as_having_served_for_standing_first_in_the_grid(cast, birth):
    reference()
    client, alone = as_(cast.ana), {"head-birth": birth, "member-TOTAL_FORMS": "0"}
    silent = grid(team=cast.norte.pk, **alone) | {"head-force": "", "head-rank": ""}
    page = page_of(client.post(reverse("arrival-log"), silent))
    assert "#id_head-force" in page.links
    assert page.fields["head-given_names"] == "Yorman"
    assert Case.objects.count() == 0
    client.post(reverse("arrival-log"), silent | {"head-force": "none"})
    client.post(reverse("arrival-log"), silent | {"head-force": "unknown"})
    civilian, served = Case.objects.order_by("number")
    assert [person.category for person in people_of(civilian)] == [Category.RELATIVE]
    assert [person.category for person in people_of(served)] == [Category.FORMER_MEMBER]


def test_a_grid_sent_twice_is_written_once(cast):
    reference()
    client = as_(cast.ana)
    token = page_of(client.get(reverse("arrival-log"))).fields["submission"]
    sent = grid(team=cast.norte.pk, submission=token)
    locations = {client.post(reverse("arrival-log"), sent)["Location"] for _click in range(2)}
    assert (len(locations), Case.objects.count()) == (1, 1)


def test_an_error_names_the_row_and_nothing_typed_is_lost(cast):
    reference()
    sent = grid(team=cast.norte.pk) | {"member-0-birth": "mañana", "head-given_names": ""}
    page = page_of(as_(cast.ana).post(reverse("arrival-log"), sent))
    assert Case.objects.count() == 0
    assert "#id_member-0-birth" in page.links
    assert page.fields["member-0-birth"] == "mañana"
    assert page.fields["member-0-given_names"] == "Marleny"


def test_without_script_a_button_adds_a_row_and_keeps_what_was_typed(cast):
    reference()
    sent = grid(team=cast.norte.pk, add_row="1")
    page = page_of(as_(cast.ana).post(reverse("arrival-log"), sent))
    assert page.fields["member-0-given_names"] == "Marleny"
    assert page.fields["member-2-given_names"] == ""
    assert page.refusals == []
    assert Case.objects.count() == 0


def test_the_list_shows_own_cases_with_principal_and_people(cast):
    an_arrival(cast)
    a_case(cast, by=cast.bruno, name="Otro")
    page = page_of(as_(cast.ana).get(reverse("case-list")))
    [row] = page.rows
    assert row["Titular"] == "Yorman José Rodríguez Peña A-2019-000001"
    assert row["Personas"] == "4"
    assert not page.holds("A-2019-000002")


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("?status=open", ["A-2019-000001"]),
        ("?status=closed", []),
        ("?opened_from=2019-02-24", []),
        ("?opened_until=2019-02-23", ["A-2019-000001"]),
        ("?arrived_from=2019-02-24", []),
        ("?arrived_from=2019-02-23&arrived_until=2019-02-23", ["A-2019-000001"]),
        ("?directorate=oriente", ["A-2019-000001"]),
        ("?is_restricted=true", []),
    ],
)
def test_the_list_filters(cast, query, numbers):
    an_arrival(cast)
    page = page_of(as_(cast.ana).get(reverse("case-list") + query))
    assert [words.split()[-1] for words in page.column("Titular")] == numbers


def test_the_tabs_of_the_list_lead_to_what_they_say(cast):
    case = an_arrival(cast)
    page = as_(cast.ana).get(reverse("case-list") + "?status=open")
    tabs = {str(tab["label"]): tab for tab in page.context["standing"]}
    assert list(tabs) == ["Mis casos", "Casos abiertos", "Sin responsable", "Cerrados", "Todos"]
    assert [label for label, tab in tabs.items() if tab["is_current"]] == ["Casos abiertos"]
    assert page.context["is_standing"]
    found = {
        label: [
            each.number
            for each in as_(cast.ana).get(reverse("case-list") + tab["url"]).context["page_obj"]
        ]
        for label, tab in tabs.items()
    }
    assert found == {
        "Mis casos": [],
        "Casos abiertos": [case.number],
        "Sin responsable": [case.number],
        "Cerrados": [],
        "Todos": [case.number],
    }
    assert "Mis casos" not in str(as_(cast.lucia).get(reverse("case-list")).context["standing"])


def test_anonymity_puts_the_alias_in_lists_and_on_the_case(cast):
    case = an_arrival(cast, people=[a_row(is_anonymous=True, alias="Luna")])
    client = as_(cast.ana)
    for address in (reverse("case-list"), reverse("case-detail", args=[case.number])):
        page = page_of(client.get(address))
        assert page.says("Luna")
        assert not page.holds("Yorman")


def test_the_case_page_is_read_on_the_record_before_it_is_shown(cast):
    case = an_arrival(cast)
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[case.number])))
    people = reverse("case-part", args=[case.number, "people"])
    assert page_of(as_(cast.ana).get(people)).says("Batallón de apoyo")
    assert page.says("Yorman José Rodríguez Peña", "Marleny")
    looks = AuditEvent.objects.filter(verb="case.read")
    assert {(look.actor, look.case_id, look.is_read) for look in looks} == {
        (cast.ana, case.pk, True)
    }
    assert len(looks) == 2


def test_the_case_page_offers_only_what_the_reader_may_do_now(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)

    def offered(user: User) -> set[str]:
        page = page_of(as_(user).get(reverse("case-detail", args=[case.number])))
        found = (re.fullmatch(rf"/cases/{case.number}/(\w+)/", link) for link in page.links)
        return {link[1] for link in found if link} - {"history", "timeline"}

    assert offered(cast.ana) == {"assign", "basis", "build", "close", "principal"}
    assert offered(cast.sonia) - offered(cast.ana) == {"move", "restrict"}


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
    assert not page_of(client.get(reverse("case-list"))).holds(case.number)
    found = page_of(client.post(reverse("search"), {"q": "Yorman"}, follow=True))
    assert not found.holds(case.number)
    page = page_of(as_(cast.sonia).get(reverse("case-detail", args=[case.number])))
    assert reverse("case-restrict", args=[case.number]) in page.links


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
    assert page_of(client.get(answer["Location"], follow=True)).says("Yorman José Rodríguez Peña")


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
    typed = page_of(client.get(address)).fields | {
        "nationality": "CO",
        "given_names": "Yorman Andrés",
        "how_name": "wrong",
        "how_nationality": "changed",
    }
    correct_individual(person, by=cast.sonia, version=1, given_names="Yorman Alí")
    answer = page_of(client.post(address, typed))
    assert answer.says("Sonia", "Yorman Alí", "Venezuela")
    assert answer.fields["given_names"] == "Yorman Andrés"
    typed["version"] = "2"
    assert client.post(address, typed).status_code == 302
    assert Individual.objects.get(pk=person.pk).given_names == "Yorman Andrés"


def test_an_unchanged_record_stays_as_it_was(cast):
    person = an_individual(cast)
    client = as_(cast.ana)
    address = reverse("individual-correct", args=[person.number])
    typed = page_of(client.get(address)).fields
    assert client.post(address, typed).status_code == 302
    person = Individual.objects.get(pk=person.pk)
    assert (person.version, person.birth_precision, person.birth_year) == (1, "year", 1991)


def test_a_note_is_written_inline_and_stands_on_the_page(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    answer = client.post(reverse("note-write", args=[case.number]), {"text": "Pidió una cuna."})
    assert answer.status_code == 302
    assert Note.objects.get().text == "Pidió una cuna."
    page = page_of(client.get(reverse("case-detail", args=[case.number])))
    assert page.says("Pidió una cuna.")


def test_a_note_is_corrected_on_its_page_by_a_newer_one(cast):
    case = an_arrival(cast)
    note = write_note(case, text="Pidió una cuna.", by=cast.ana)
    client, address = as_(cast.ana), reverse("note-correct", args=[case.number, note.pk])
    assert page_of(client.get(address)).fields["text"] == "Pidió una cuna."
    assert client.post(address, {"text": "Pidió dos cunas."}).status_code == 302
    assert Note.objects.get(corrects=note).text == "Pidió dos cunas."


def sent_as_it_opens(client: Client, name: str, case: Case, **typed: Any) -> HttpResponse:
    """Opens an action's page, fills it with `typed`, sends it, and returns the answer."""
    address = reverse(name, args=[case.number])
    return client.post(address, page_of(client.get(address)).fields | typed)


def test_a_case_is_referred_to_legal_aid_on_its_page(cast):
    case = an_arrival(cast)
    assert sent_as_it_opens(as_(cast.sonia), "referral-make", case).status_code == 302
    assert case.legal_referrals.open().count() == 1


def test_a_case_is_moved_to_another_team_on_its_page(cast):
    case = an_arrival(cast)
    client = as_(cast.sonia)
    assert sent_as_it_opens(client, "case-move", case, team=cast.sur.pk).status_code == 302
    case.refresh_from_db()
    assert case.team == cast.sur


def test_a_case_is_closed_on_its_page(cast):
    case = an_arrival(cast)
    told = {"reason": "settled", "on": "2019-03-01"}
    assert sent_as_it_opens(as_(cast.sonia), "case-close", case, **told).status_code == 302
    case.refresh_from_db()
    assert (case.status, case.closed_on) == (CaseStatus.CLOSED, datetime.date(2019, 3, 1))


def test_a_closed_case_is_reopened_on_its_page(cast):
    case = an_arrival(cast)
    close_case(case, reason="settled", on=datetime.date(2019, 3, 1), by=cast.sonia)
    assert sent_as_it_opens(as_(cast.sonia), "case-reopen", case, what="mistake").status_code == 302
    case.refresh_from_db()
    assert case.status == CaseStatus.OPEN


def test_a_case_is_restricted_to_named_people_on_its_page(cast):
    case = an_arrival(cast)
    answer = sent_as_it_opens(as_(cast.sonia), "case-restrict", case, people=[cast.bruno.pk])
    assert answer.status_code == 302
    assert Case.objects.visible_to(cast.bruno).get() == case
    assert not Case.objects.visible_to(cast.ana).exists()


def test_a_member_is_added_and_leaves_on_the_familys_pages(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    new = {"given_names": "Rosa", "relation": "AUN", "joined_on": "2019-03-02", "birth": "51"}
    assert sent_as_it_opens(client, "member-add", case, **new).status_code == 302
    assert [person.number for person in people_of(case)][4:] == ["A-2019-000001-05"]
    member = case.members.get(relation_to_principal="AUN")
    ended = client.post(
        reverse("member-end", args=[case.number, member.pk]), {"left_on": "2019-03-05"}
    )
    assert ended.status_code == 302
    member.refresh_from_db()
    assert member.left_on == datetime.date(2019, 3, 5)


def test_another_principal_is_named_on_the_familys_page(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
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
    page = page_of(client.get(reverse("individual-detail", args=[person.number])))
    assert page.says("Comando 12", "P-778899")
    person.refresh_from_db()
    assert person.category == Category.FORMER_MEMBER


def test_who_opened_the_file_is_told_to_the_caseworker(cast):
    case = an_arrival(cast)
    as_(cast.sonia).get(reverse("case-detail", args=[case.number]))
    history = reverse("case-history", args=[case.number])
    assert set(page_of(as_(cast.ana).get(history)).column("Quién")) == {"Sonia", "Ana"}
    looks = page_of(as_(cast.ana).get(history + "?kind=looks"))
    assert "Sonia" in looks.column("Quién")


def test_the_reduced_card_shows_no_papers_and_no_service(cast):
    case = an_arrival(cast)
    page = page_of(as_(cast.ana).get(reverse("case-card", args=[case.number])))
    assert page.says("Yorman José Rodríguez Peña")
    assert not page.holds("19.345.678")
    assert not page.holds("Batallón")
    assert AuditEvent.objects.filter(verb="card.read", case_id=case.pk).count() == 1


def test_the_list_asks_the_database_as_often_for_four_cases_as_for_one(
    cast, django_assert_max_num_queries
):
    client = as_(cast.ana)
    a_case(cast)
    client.get(reverse("case-list"))
    with django_assert_max_num_queries(12) as one:
        client.get(reverse("case-list"))
    for _case in range(3):
        a_case(cast)
    with django_assert_max_num_queries(12) as four:
        client.get(reverse("case-list"))
    assert len(one) == len(four)
