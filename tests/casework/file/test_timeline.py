"""The timeline of a case: visible events of every room in one order."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from asylum.pathways.choices import ApplicationStatus
from casework.arrivals.actions.arrivals import correct_arrival
from casework.cases.actions import close_case, move_case, refer_to_legal, reopen_case
from casework.consents.actions import record_consent
from casework.consents.choices import Purpose
from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.family import add_member
from casework.file import views as file_pages
from casework.file.slots import timeline_panel
from casework.merges.actions import merge_individuals, undo_merge
from casework.notes.actions import correct_note, write_note
from casework.register.choices import ExitType
from casework.register.models.case import Case
from casework.rights.actions import erase_individual
from casework.slots.lines import days_of
from casework.slots.stream import stream
from casework.slots.timeline import Event, Question, sources_for
from casework.tasks.actions import set_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.wellbeing.actions import record_activity, write_wellbeing_note
from casework.wellbeing.choices import ActivityKind
from casework.work.actions import record_visit
from shelters.actions.placements import place
from tests.aid.build import a_payer
from tests.asylum.build import an_application
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of

pytestmark = pytest.mark.usefixtures("english")
DAY = datetime.timedelta(days=1)


def told(case, user, **wanted):
    """Returns the lines that the user sees, the newest first."""
    limit = wanted.pop("limit", 50)
    skip = wanted.pop("skip", 0)
    kind = wanted.pop("kind", None)
    sources = [source for source in sources_for(case, user) if kind in (None, source.kind)]
    events = stream(sources, Question(case, user, limit=limit, **wanted), skip=skip)
    return [
        " ".join(str(part) for part in (event.text, event.old, event.new, event.told) if part)
        for event in events
    ]


def test_notes_and_events_stand_in_one_order_the_newest_first(cast):
    case = an_arrival(cast)
    move_case(case, team=cast.sur, on=datetime.date(2019, 3, 1), by=cast.sonia)
    add_member(
        case, joined_on=datetime.date(2019, 3, 2), row=a_row("Bebé"), relation="DAU", by=cast.sonia
    )
    refer_to_legal(case, on=datetime.date(2019, 3, 3), by=cast.sonia)
    close_case(case, reason="duplicate", on=datetime.date(2019, 3, 4), by=cast.sonia)
    reopen_case(case, on=datetime.date(2019, 3, 5), by=cast.sonia)
    write_note(case, text="Sigue todo igual.", by=cast.sonia)
    start = ("Privacy notice", "Basis of the file")
    came = ", ".join(f"{case.number}-0{number}" for number in range(1, 5))
    assert [each for each in told(case, cast.sonia) if not each.startswith(start)] == [
        "Wrote a note Conversation Sigue todo igual.",
        "Case reopened",
        "Case closed: Opened by mistake",
        "Referred: Legal aid",
        "A-2019-000001-05 joined the family",
        "Moved to another team Puente Terminal",
        "Case opened",
        f"{came} arrived",
    ]


def test_a_status_says_what_it_was_and_what_it_is(cast):
    case = a_case(cast)
    task = set_task(case, title="Pedir cupo", due_on=cast.ana.today(), by=cast.ana)
    settle_task(task, status=TaskStatus.DONE, by=cast.ana)
    assert told(case, cast.ana, kind="tasks") == [
        "Task Open Done Pedir cupo",
        "A task was set Pedir cupo",
    ]


def test_a_corrected_note_stands_once(cast):
    case = a_case(cast)
    correct_note(write_note(case, text="Dos.", by=cast.ana), text="Tres.", by=cast.ana)
    assert told(case, cast.ana, kind="notes") == ["Corrected a note Conversation Tres."]


def test_every_room_adds_its_own(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)
    person = people_of(case)[0]
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel Uno")
    stay = place(person, site=site, bed=beds_of(site)[0], starts_on=cast.ana.today(), by=cast.carla)
    check_in(stay, by=cast.carla)
    an_application(cast, person, status=ApplicationStatus.ADMITTED)
    assert told(case, cast.ana, kind="stays") == ["Moved in Hotel Uno", "Got a place Hotel Uno"]
    application = told(case, cast.ana, kind="applications")
    assert application[0].startswith("Asylum application Lodged")
    assert {source.kind for source in sources_for(case, cast.ana)} >= {
        "case",
        "people",
        "notes",
        "tasks",
        "plan",
        "wellbeing",
        "home",
        "stays",
        "applications",
        "permits",
        "renunciations",
        "aid",
    }


def test_each_source_stands_behind_its_own_permission(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)
    kinds = {source.kind for source in sources_for(case, cast.lucia)}
    assert "notes" in kinds
    assert "aid" not in kinds
    assert "stays" not in kinds
    assert sources_for(case, cast.bruno) == []
    assert sources_for(case, cast.carla) == []


def test_it_is_filtered_by_kind_person_and_time(cast):
    case = an_arrival(cast)
    one, two = people_of(case)[:2]
    write_note(case, text="De uno.", individual=one, by=cast.ana)
    write_note(case, text="De dos.", individual=two, by=cast.ana)
    record_activity(one, kind=ActivityKind.SPORT, on=datetime.date(2019, 4, 1), by=cast.ana)
    assert told(case, cast.ana, individual=one) == [
        "Wrote a note Conversation De uno.",
        "Took part in an activity Sport",
    ]
    april = {"since": datetime.date(2019, 4, 1), "until": datetime.date(2019, 4, 1)}
    assert told(case, cast.ana, **april) == ["Took part in an activity Sport"]
    client = log_in(cast.ana)
    address = reverse("case-timeline", args=[case.number])
    text = page_of(client.get(address + f"?kind=notes&person={two.number}"))
    assert text.says("De dos.")
    assert not text.holds("De uno.")
    printed = page_of(
        client.get(reverse("case-timeline-print", args=[case.number]) + f"?person={one.number}")
    )
    assert printed.says("De uno.")
    assert not printed.holds("De dos.")


def test_its_pages_follow_each_other_without_gap_or_repetition(cast):
    case = a_case(cast)
    for number in range(45):
        write_note(case, text=f"Nota {number}.", by=cast.ana)
    whole = told(case, cast.ana)
    assert told(case, cast.ana, limit=20) + told(case, cast.ana, limit=40, skip=20) == whole
    client = log_in(cast.ana)
    address = reverse("case-timeline", args=[case.number])
    first, second = (client.get(address + query).content.decode() for query in ("", "?page=2"))
    assert "Nota 44." in first
    assert "Nota 0." not in first
    assert "Nota 0." in second
    assert "page=2" in first
    assert "page=1" in second


def test_the_summary_shows_the_last_events_and_the_way_to_all_of_them(cast):
    case = an_arrival(cast)
    for _number in range(9):
        set_task(case, title="Llamar", due_on=cast.ana.today(), by=cast.ana)
    page = log_in(cast.ana).get(reverse("case-detail", args=[case.number]))
    panel = page.content.decode().split('id="timeline"')[1].split("</section>")[0]
    assert panel.count("<li>") == 5
    assert reverse("case-timeline", args=[case.number]) in panel
    assert reverse("case-history", args=[case.number]) in panel


def test_reading_it_is_recorded_and_another_team_does_not_find_it(cast):
    case = an_arrival(cast)
    for name in ("case-timeline", "case-timeline-print"):
        address = reverse(name, args=[case.number])
        assert log_in(cast.ana).get(address).status_code == 200
        for stranger in (cast.bruno, cast.carla, cast.mara, cast.lucia):
            assert log_in(stranger).get(address).status_code == 404
    looks = AuditEvent.objects.filter(verb="timeline.read")
    assert {(look.actor, look.case_id) for look in looks} == {(cast.ana, case.pk)}


def test_a_year_asks_the_database_no_oftener_than_a_day(
    cast, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(file_pages, "EVENTS_PER_PAGE", 10)
    case = an_arrival(cast)
    person = people_of(case)[0]
    client = log_in(cast.ana)
    address = reverse("case-timeline", args=[case.number])

    def happen() -> None:
        write_note(case, text="Una nota.", individual=person, by=cast.ana)
        task = set_task(
            case, title="Llamar", due_on=cast.ana.today(), individual=person, by=cast.ana
        )
        settle_task(task, status=TaskStatus.DONE, by=cast.ana)
        write_wellbeing_note(person, on=cast.ana.today(), text="Bien.", by=cast.ana)

    happen()
    client.get(address)
    with django_assert_max_num_queries(18) as one:
        client.get(address)
    for _time in range(7):
        happen()
    for query in ("", "?page=2", "?page=3"):
        with django_assert_max_num_queries(18) as eight:
            assert client.get(address + query).status_code == 200
        assert len(eight) <= len(one)


def test_a_merge_its_undoing_a_step_of_the_family_and_an_erasure_are_told(cast):
    one, other = an_arrival(cast, people=[a_row()]), an_arrival(cast, people=[a_row("Yorman")])
    survivor, merged = people_of(one)[0], people_of(other)[0]
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    undo_merge(merge, by=cast.sonia)
    assert told(one, cast.ana, kind="records") == [
        f"{merged.number} is a person of its own again",
        f"{merged.number} was found to be the same person",
    ]
    close_case(one, reason="onward", on=cast.ana.today(), by=cast.ana)
    survivor.refresh_from_db()
    erase_individual(survivor, reason="retention", by=cast.sonia)
    assert told(one, cast.ana, kind="erasures") == ["Erased The time for keeping the file is over"]
    assert told(one, cast.bruno) == []


def test_an_exit_and_its_taking_back_are_told(cast):
    case = an_arrival(cast)
    child = people_of(case)[2]
    leaving = record_exit(
        child, type=ExitType.ONWARD, on=cast.ana.today(), destination_country="EC", by=cast.ana
    )
    settle_exit(leaving, what="mistake", reason="Volvió", by=cast.ana)
    assert told(case, cast.ana, kind="exits") == [
        f"The exit was taken back {ExitType.ONWARD.label}",
        f"Left us {ExitType.ONWARD.label}",
    ]


@pytest.mark.parametrize("count", [1, 30])
def test_what_is_open_comes_with_its_place_and_what_is_sealed_in_one_question_for_each_kind(
    cast, count, django_assert_num_queries
):
    """Rooms without events cost no query."""
    case = an_arrival(cast)
    person, today = people_of(case)[0], cast.ana.today()
    # An answer about keeping the file also gives an event about its basis.
    purposes = [purpose for purpose in Purpose if purpose is not Purpose.STORING]
    for number in range(count):
        purpose = purposes[number % len(purposes)]
        record_consent(person, purpose=purpose, status="given", on=today, by=cast.ana)
        record_visit(person, provider=a_payer(), kind="medical", on=today, by=cast.ana)
        write_note(case, text="Una nota.", by=cast.ana)
    case = Case.objects.with_people(today).get(pk=case.pk)
    sources = sources_for(case, cast.ana)
    tables, places, keys = 1, 1, 1
    in_rows = {"Arrived", "Wrote a note"}
    with_their_places = {"Consent", "Was seen by a provider of care", "Case opened"}
    with django_assert_num_queries(tables + places + keys + len(in_rows)):
        events = stream(sources, Question(case, cast.ana, limit=100))
    assert {str(event.text).split(":")[0] for event in events} == in_rows | with_their_places
    assert len(events) == 3 * count + 2


def test_what_stands_on_another_page_is_neither_fetched_nor_opened(cast):
    case = a_case(cast)
    for number in range(30):
        write_note(case, text=f"Nota {number}.", by=cast.ana)
    [notes] = [source for source in sources_for(case, cast.ana) if source.kind == "notes"]
    with CaptureQueriesContext(connection) as asked:
        page = stream([notes], Question(case, cast.ana, limit=5), skip=20)
    assert [event.told for event in page] == [f"Nota {number}." for number in (9, 8, 7, 6, 5)]
    [fetched] = [each["sql"] for each in asked if '"casework_note"."text"' in each["sql"]]
    keys = fetched.rsplit("{", 1)[1].split("}")[0].split(",")
    assert len(set(keys)) == 5


def test_what_is_known_by_its_day_stands_where_it_was_recorded_and_the_arrival_before_all(cast):
    case = an_arrival(cast)
    today = timezone.localtime().date()
    person = people_of(case)[0]
    record_activity(person, kind=ActivityKind.SPORT, on=today, by=cast.ana)
    write_note(case, text="A cierta hora.", by=cast.ana)
    record_visit(person, provider=a_payer(), kind="medical", on=today, by=cast.ana)
    record_activity(person, kind=ActivityKind.SPORT, on=case.opened_on, by=cast.ana)
    assert [line.split(" ")[0] for line in told(case, cast.ana)][:3] == ["Was", "Wrote", "Took"]
    assert told(case, cast.ana)[-2:] == ["Case opened", "Arrived"]


def test_an_exit_of_a_membership_stands_where_the_exit_was_recorded(cast):
    case = an_arrival(cast)
    write_note(case, text="Antes.", by=cast.ana)
    record_exit(
        people_of(case)[2],
        type=ExitType.ONWARD,
        on=cast.ana.today(),
        destination_country="EC",
        by=cast.ana,
    )
    write_note(case, text="Después.", by=cast.ana)
    lines = [line for day in lines_of(case, cast.ana) for line in day]
    words = [
        next(w for w in ("note", "left us", "left the family") if w in line) for line in lines[:4]
    ]
    assert words[0] == words[3] == "note"
    assert set(words[1:3]) == {"left us", "left the family"}


def lines_of(case, user):
    """Returns the sentences of each day, the newest first."""
    events = stream(sources_for(case, user), Question(case, user, limit=100))
    return [[line.sentence for line in day.lines] for day in days_of(events)]


def test_one_act_for_a_family_is_one_line_with_its_people_in_a_fold(cast):
    case = an_arrival(cast)
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="San Isidro")
    family = people_of(case)
    for person, bed in zip(family, beds_of(site), strict=False):
        place(person, site=site, bed=bed, starts_on=cast.ana.today(), by=cast.carla)
    events = stream(sources_for(case, cast.ana), Question(case, cast.ana))
    [line] = [
        line
        for day in days_of(events)
        for line in day.lines
        if str(line.first.text) == "Got a place"
    ]
    assert line.sentence == f"{cast.carla} gave {len(family)} people a place at San Isidro"
    assert line.people == sorted(family, key=lambda person: person.number)
    page = page_of(log_in(cast.ana).get(reverse("case-timeline", args=[case.number])))
    assert page.says(f"{cast.carla} dio cupo a {len(family)} personas en San Isidro")
    assert all(page.holds(person.display_name) for person in family)


def test_what_happened_last_tells_of_as_many_people_as_the_whole_timeline(cast):
    case = an_arrival(cast, people=[a_row(f"Persona {n}", "Rojas", born=1990) for n in range(7)])
    close_case(case, reason="onward", on=cast.ana.today(), by=cast.ana)
    reopen_case(case, what="mistake", by=cast.sonia)
    case.refresh_from_db()
    shown = timeline_panel.context(case, cast.ana)["days"]
    last = [line.sentence for day in shown for line in day.lines]
    whole = [line for day in lines_of(case, cast.ana) for line in day]
    assert "7 people left us together: Travelled on to another country" in last
    assert last == whole[: len(last)]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_an_act_is_one_line_wherever_a_page_ends(cast, monkeypatch, size):
    case = an_arrival(cast, people=[a_row(f"Persona {n}", "Rojas", born=1990) for n in range(4)])
    close_case(case, reason="onward", on=cast.ana.today(), by=cast.ana)
    reopen_case(case, what="mistake", by=cast.sonia)
    monkeypatch.setattr(file_pages, "EVENTS_PER_PAGE", size)
    client, address = log_in(cast.ana), reverse("case-timeline", args=[case.number])
    shown, page = list[str](), 1
    while page:
        answer = client.get(address, {"page": page})
        shown += [line.whom for day in answer.context["days"] for line in day.lines]
        page = answer.context["older"]
    printed = client.get(reverse("case-timeline-print", args=[case.number])).context["days"]
    assert shown == [line.whom for day in printed for line in day.lines]
    assert "4 people" in shown or "4 personas" in shown


def test_what_another_did_or_did_later_is_a_line_of_its_own(cast):
    case = an_arrival(cast)
    one, two = people_of(case)[:2]
    at = timezone.now()
    visit = {"text": "Seen", "many": "%(whom)s were seen", "sentence": "%(whom)s was seen"}

    def seen(person, minutes, by=None):
        return Event(at, individual=person, by=by, position=minutes * 60, act=1, **visit)

    def lines(*events):
        return [len(line.events) for day in days_of(events) for line in day.lines]

    assert lines(seen(one, 0), seen(two, 5)) == [2]
    assert lines(seen(one, 0), seen(two, 11)) == [1, 1]
    assert lines(seen(one, 0, cast.ana), seen(two, 1, cast.sonia)) == [1, 1]


def test_each_line_has_a_subject_and_each_day_a_heading(cast):
    case = an_arrival(cast)
    write_note(case, text="Una.", individual=people_of(case)[0], by=cast.ana)
    days = lines_of(case, cast.ana)
    assert days[0][0] == (
        f"{cast.ana} wrote a note about {people_of(case)[0].display_name}: Conversation"
    )
    assert days[-1][-1] == "The family arrived"
    assert all(line for day in days for line in day)
    response = log_in(cast.ana).get(reverse("case-timeline", args=[case.number]))
    assert len(response.context["days"]) == response.content.decode().count("day-of-events")
    printed = log_in(cast.ana).get(reverse("case-timeline-print", args=[case.number]))
    assert 'data-print="now"' in printed.content.decode()


def test_each_line_says_who_did_it_or_who_recorded_it(cast):
    case = an_arrival(cast)
    person, today = people_of(case)[0], cast.ana.today()
    record_activity(person, kind=ActivityKind.SPORT, on=today, by=cast.sonia)
    write_note(case, text="Una.", by=cast.ana)
    names = ("case-timeline", "case-timeline-print")
    for name in names:
        page = page_of(log_in(cast.ana).get(reverse(name, args=[case.number])))
        assert page.says(f"{cast.ana} escribió una nota sobre la familia")
        assert page.says(f"actividad: Deporte · registró {cast.sonia}")
        assert page.says(f"Llegó la familia · registró {cast.ana}")
        assert not page.says("Conversación · registró")


def test_paper_says_when_older_events_are_left_out(cast, monkeypatch):
    case, client = an_arrival(cast), log_in(cast.ana)
    address = reverse("case-timeline-print", args=[case.number])
    assert client.get(address).context["is_cut"] is False
    monkeypatch.setattr(file_pages, "EVENTS_ON_PAPER", 1)
    cut = client.get(address)
    assert (cut.context["is_cut"], len(cut.context["events"])) == (True, 1)
    assert page_of(cut).warnings


def test_the_case_begins_in_the_timeline_on_the_day_to_which_its_arrival_was_put(cast):
    case = an_arrival(cast)
    arrival = case.arrivals.get()
    on = arrival.on - datetime.timedelta(days=2)
    correct_arrival(arrival, on=on, by=cast.ana, is_sure=True)
    case.refresh_from_db()
    events = stream(list(sources_for(case, cast.ana)), Question(case, cast.ana))
    assert [event.day for event in events if event.text == "Case opened"] == [on]
