"""The file as a workspace: one head on all pages, a summary of urgent facts, parts that open in place."""

import datetime

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import AuditEvent
from casework.cases.actions import close_case, restrict_case
from casework.file.head import HEAD_QUERIES, head_for, head_of_page, initials
from casework.file.summary import FACTS_SHOWN, sorted_by_urgency
from casework.register.choices import EndReason
from casework.register.models.case import Case
from casework.slots.panels import MAX_FACTS_IN_HEAD, Fact, Harm, panels_of
from casework.tasks.actions import set_task
from pages.answers import whom
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

DAY = datetime.timedelta(days=1)
NAME = "Yorman José Rodríguez Peña"
SUMMARY_QUERIES = 16


def head_on(client, address: str) -> str:
    page = client.get(address).content.decode()
    return page.split('class="file-head"')[1].split("</section>")[0]


FORMS = [
    "case-assign",
    "case-close",
    "case-reopeners",
    "document-file",
    "family-builder",
    "incident-record",
    "member-add",
    "note-list",
    "note-write",
    "plan-draw-up",
    "referral-write",
    "relative-record",
    "task-set",
    "case-timeline",
]
OF_A_PERSON = [
    "individual-detail",
    "individual-correct",
    "wellbeing-write",
    "consent-record",
    "exit-record",
    "activity-record",
]


@pytest.mark.parametrize("name", FORMS)
def test_each_form_of_a_file_says_whose_it_is_and_leads_back(cast, name):
    case = an_arrival(cast)
    head = head_on(as_(cast.ana), reverse(name, args=[case.number]))
    assert NAME in head
    assert f'href="{reverse("case-detail", args=[case.number])}"' in head
    assert "4 personas" in " ".join(head.split())


@pytest.mark.parametrize("name", OF_A_PERSON)
def test_each_page_of_a_person_says_whose_family_it_is(cast, name):
    case = an_arrival(cast)
    head = head_on(as_(cast.ana), reverse(name, args=[people_of(case)[1].number]))
    assert NAME in head


def test_a_task_has_the_head_of_its_file(cast):
    case = an_arrival(cast)
    task = set_task(case, title="Llamar", due_on=cast.ana.today() + DAY, by=cast.ana)
    assert NAME in head_on(as_(cast.ana), reverse("task-detail", args=[task.pk]))


def test_a_list_and_a_page_about_no_file_have_no_head(cast):
    an_arrival(cast)
    for name in ("case-list", "task-list", "search"):
        assert "file-head" not in as_(cast.ana).get(reverse(name)).content.decode()


def test_the_head_says_an_alias_and_that_a_case_is_restricted(cast):
    case = an_arrival(cast, people=[a_row(is_anonymous=True, alias="Luna")])
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    head = head_on(as_(cast.ana), reverse("note-write", args=[case.number]))
    assert "Luna" in head
    assert "Yorman" not in head
    assert "Restringido" in head


def test_who_does_not_see_a_file_gets_no_head_of_it(cast):
    case = an_arrival(cast)
    request = RequestFactory().get("/")
    request.user = cast.bruno
    assert head_of_page({"case": case}, request.user) == ""
    assert head_of_page({"individual": people_of(case)[0]}, request.user) == ""
    request.user = cast.ana
    assert NAME in head_of_page({"row": people_of(case)[1]}, request.user)


def test_a_look_at_a_head_is_written_down_once_in_ten_minutes(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    for name in ("note-write", "task-set", "member-add"):
        client.get(reverse(name, args=[case.number]))
    looks = AuditEvent.objects.filter(verb="head.read")
    assert [(look.actor, look.case_id, look.is_read) for look in looks] == [
        (cast.ana, case.pk, True)
    ]


def test_a_head_of_twenty_with_ten_tasks_asks_no_more_than_it_may(cast):
    def asked(case: Case) -> int:
        request = RequestFactory().get("/")
        request.user = cast.ana
        with CaptureQueriesContext(connection) as queries:
            assert head_of_page({"case": case}, request.user)
        return len(queries)

    small = a_case(cast)
    large = an_arrival(cast, people=[a_row(f"Persona {number}") for number in range(20)])
    for number in range(10):
        set_task(large, title=f"T{number}", due_on=cast.ana.today() + DAY, by=cast.ana)
    asked(small)
    asked(large)
    assert max(asked(large), asked(small)) <= HEAD_QUERIES


def test_a_head_shows_at_most_four_chips_and_each_leads_somewhere(cast):
    case = an_arrival(cast)
    for number in range(6):
        set_task(case, title=f"T{number}", due_on=cast.ana.today() + DAY, by=cast.ana)
    case = Case.objects.with_people(cast.ana.today()).get()
    head = head_for(case, cast.ana, panels_of(case, cast.ana))
    assert 0 < len(head.chips) <= MAX_FACTS_IN_HEAD
    assert all(fact.url.startswith("/") for fact in head.facts)


def test_initials_are_of_the_name_that_lists_show(cast):
    first, *_others = people_of(an_arrival(cast))
    assert initials(first) == "YP"
    row = a_row("Wilmer", is_anonymous=True, alias="Luna Roja")
    assert initials(people_of(an_arrival(cast, people=[row]))[0]) == "LR"


def test_the_summary_says_what_presses_with_the_page_where_it_is_done(cast):
    case = an_arrival(cast)
    task = set_task(case, title="Llamar a la clínica", due_on=cast.ana.today(), by=cast.ana)
    page = as_(cast.ana).get(reverse("case-detail", args=[case.number])).content.decode()
    to_do = page.split('id="to-do"')[1].split("</section>")[0]
    assert "Llamar a la clínica" in to_do
    assert reverse("task-settle", args=[task.pk]) in to_do
    assert to_do.split("<details>")[0].count("<li>") <= FACTS_SHOWN


def test_a_note_is_written_on_the_summary_and_read_there(cast):
    case = an_arrival(cast)
    client, address = as_(cast.ana), reverse("case-detail", args=[case.number])
    form = client.get(address).content.decode().split('id="notes"')[1].split("</section>")[0]
    assert f'action="{reverse("note-write", args=[case.number])}"' in form
    assert "Durante 24 horas" in form
    answer = client.post(reverse("note-write", args=[case.number]), {"text": "Llamó su hermana."})
    assert answer["Location"] == f"{address}#notes"
    assert "Llamó su hermana." in client.get(address).content.decode()


def test_what_is_empty_is_one_line_and_each_leads_to_where_it_is_recorded(cast):
    case = an_arrival(cast)
    page = as_(cast.ana).get(reverse("case-detail", args=[case.number])).content.decode()
    line = page.split('class="empties act"')[1].split("</p>")[0]
    for words, name in (
        ("incidentes", "incident-record"),
        ("documentos", "document-file"),
        ("remisiones abiertas", "referral-write"),
    ):
        assert "Sin registrar:" in line
        assert words in line
        assert f'href="{reverse(name, args=[case.number])}"' in line


def test_a_part_opens_in_its_place_and_the_look_names_its_panels(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    address = reverse("case-part", args=[case.number, "papers"])
    summary = client.get(reverse("case-detail", args=[case.number])).content.decode()
    assert f'hx-get="{address}"' in summary
    assert f'<a href="{address}">' in summary
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'id="documents"' in part
    assert "<html" in client.get(address).content.decode()
    looks = AuditEvent.objects.filter(verb="case.read").order_by("at")
    assert "documents" not in looks[0].details["panels"]
    assert "documents" in looks[1].details["panels"]


def test_the_summary_asks_as_often_for_many_as_for_few(cast):
    """A family needs one more query, because another person may become the principal."""
    client = as_(cast.ana)

    def asked(case: Case) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("case-detail", args=[case.number]))
        return len(queries)

    small = a_case(cast)
    large = an_arrival(cast, people=[a_row(f"Persona {number}") for number in range(20)])
    asked(small)
    asked(large)
    assert asked(large) <= asked(small) + 1 <= SUMMARY_QUERIES


def test_what_is_done_for_a_person_fits_the_age(cast):
    people = [a_row("Marleny", born=1990), a_row("Nayibe", born=cast.ana.today().year - 1)]
    case = an_arrival(cast, people=people)
    client = as_(cast.ana)

    def offered(number: str) -> str:
        page = client.get(reverse("individual-detail", args=[number])).content.decode()
        return page.split('class="drop acts"')[1].split("</details>")[0]

    grown, baby = people_of(case)
    work = f"{reverse('case-part', args=[case.number, 'support'])}#work"
    for there in (work, "/wellbeing/"):
        assert there in offered(grown.number)
        assert there not in offered(baby.number)
    assert reverse("need-record", args=[baby.number]) in offered(baby.number)
    part = client.get(reverse("case-part", args=[case.number, "support"])).content.decode()
    assert reverse("job-application-record", args=[grown.number]) in part
    assert reverse("job-application-record", args=[baby.number]) not in part
    assert reverse("wellbeing-write", args=[baby.number]) not in part


def test_a_closed_case_offers_nothing_to_record_for_its_people(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.DUPLICATE, on=cast.ana.today(), by=cast.ana)
    number = people_of(case)[0].number
    page = as_(cast.ana).get(reverse("individual-detail", args=[number])).content.decode()
    menu = page.split('class="drop acts"')[1].split("</details>")[0]
    assert reverse("individual-correct", args=[number]) in menu
    assert reverse("need-record", args=[number]) not in menu


def test_a_message_names_whom_it_is_about(cast):
    person = people_of(an_arrival(cast))[1]
    client = as_(cast.ana)
    address = reverse("activity-record", args=[person.number])
    page = client.post(address, {"kind": "sport", "on": "2019-03-01"}, follow=True)
    messages = page.content.decode().split('class="messages"')[1].split("</main>")[0]
    assert person.display_name in messages.split("page-head")[0]


def test_a_message_names_an_anonymous_person_by_the_alias(cast):
    row = a_row("Wilmer", is_anonymous=True, alias="Luna")
    person = people_of(an_arrival(cast, people=[row]))[0]
    client = as_(cast.ana)
    address = reverse("activity-record", args=[person.number])
    said = page_of(client.post(address, {"kind": "sport", "on": "2019-03-01"}, follow=True))
    assert said.says("Luna")
    assert not said.holds("Wilmer")


def test_who_joins_a_family_is_named_where_it_is_said(cast):
    case = an_arrival(cast)
    wife = people_of(case)[1]
    member = wife.memberships.get()
    client = as_(cast.ana)
    sent = {"left_on": cast.ana.today().isoformat()}
    page = client.post(reverse("member-end", args=[case.number, member.pk]), sent, follow=True)
    [said] = page_of(page).messages
    assert said.startswith(f"{wife.display_name} salió de la familia"), said


def test_nobody_who_was_erased_is_named_and_a_row_about_nobody_names_nobody(cast):
    person = people_of(an_arrival(cast))[1]
    assert whom(person) == whom(person.memberships.get()) == person.display_name
    person.erased_on = cast.ana.today()
    assert whom(person) == ""
    assert whom(cast.norte) == ""


def test_what_draws_near_goes_by_its_day_and_what_is_wrong_stands_before_it():
    today = datetime.date(2019, 3, 1)

    def fact(harm: Harm, days: int | None = None) -> Fact:
        on = None if days is None else today + datetime.timedelta(days=days)
        return Fact(harm.name, harm, on=on)

    facts = [
        fact(Harm.TERM_AHEAD, 10),
        fact(Harm.LACKING),
        fact(Harm.TASK_AHEAD, 0),
        fact(Harm.AID, 3),
        fact(Harm.TASK, -5),
        fact(Harm.NO_BED),
        fact(Harm.TERM, -1),
    ]
    ordered = [str(each) for each in sorted_by_urgency(facts, today)]
    assert ordered[:3] == ["NO_BED", "TERM", "TASK"]
    assert ordered[3:] == ["LACKING", "TASK_AHEAD", "AID", "TERM_AHEAD"]


def test_the_menu_of_a_case_begins_with_what_is_recorded_and_holds_need_consents_and_aid(cast):
    case = an_arrival(cast, people=[a_row("Marleny"), a_row("Yorman")])
    page = page_of(as_(cast.sonia).get(reverse("case-detail", args=[case.number])))
    menu = next(page.root.where("class", "acts"))
    assert [each.text for each in menu.all("b")] == ["Registrar", "Familia", "Caso"]
    recorded, family, whole = ([a.text for a in each.all("a")] for each in menu.all("ul"))
    needed = ["Registrar una necesidad", "Preguntar a toda la familia", "Registrar ayuda"]
    assert recorded[-3:] == needed
    assert len(recorded) > len(needed)
    assert family[0] == "Agregar a alguien"
    assert whole[-1] == "Cerrar"


def test_the_menu_of_a_person_begins_with_what_is_done_often_and_ends_with_leaving(cast):
    person = people_of(an_arrival(cast))[0]
    page = page_of(as_(cast.sonia).get(reverse("individual-detail", args=[person.number])))
    menus = [[a.text for a in each.all("a")] for each in page.root.where("class", "acts")]
    said = next(each for each in menus if any("una necesidad" in text for text in each))
    at = [
        next(place for place, text in enumerate(said) if text.startswith(words))
        for words in ("Registrar una necesidad", "Registrar ayuda", "Registrar la salida")
    ]
    assert at == sorted(at), said
