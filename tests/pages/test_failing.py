"""A part of a page that raises leaves a sentence in its place, and the rest of the page stands."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DataError, IntegrityError, connection, transaction
from django.http import Http404
from django.template import Context, Template
from django.test import override_settings
from django.urls import reverse
from django.utils import translation

from accounts.access import NotAllowed
from accounts.due import due_sources
from accounts.permissions import Permission
from accounts.sight import access_sources
from asylum.contradictions import finder
from casework.file.slots import SECTIONS
from casework.notes.actions import write_note
from casework.search.querysets import people_finders
from casework.slots.panels import page_of as page_of_panel
from casework.slots.panels import panels
from casework.slots.panels import run_questions as answered_for_head
from casework.slots.stream import stream
from casework.slots.timeline import Question, timeline_sources
from config.logging import JsonLine
from pages.failing import names_failed_parts, part_or
from pages.together import InSql
from tests.asylum.test_contradictions import a_soldier_who_told_too_early
from tests.build import a_case, people_of
from tests.cast import as_
from tests.page import page_of
from tests.worklist.sources import cases_opened
from worklist.due.rows import due
from worklist.today.blocks import dates, tasks

SAID = "No se pudo leer esta parte, así que aquí falta."
NAME = "cédula V-19345678"

pytestmark = pytest.mark.django_db


def breaks(*_: Any, **__: Any) -> Any:
    raise ValueError(NAME)


def opened(user, path):
    """The page as people get it; before, the client of tests raises what failed."""
    client = as_(user)
    with pytest.raises(ValueError, match=NAME):
        client.get(path)
    client.raise_request_exception = False
    answer = client.get(path)
    assert answer.status_code == 200
    return page_of(answer)


def test_a_panel_that_raises_leaves_the_others_and_a_line_without_a_name(cast, monkeypatch, caplog):
    case = a_case(cast)
    broken = next(each for each in panels if page_of_panel(each) == "people")
    path = reverse("case-part", args=[case.number, "people"])
    whole = page_of(as_(cast.ana).get(path))
    monkeypatch.setattr(broken, "context", breaks, raising=False)
    page = opened(cast.ana, path)
    assert page.text.count(SAID) == 1
    titles = [each.text for each in page.root.all("h2")]
    assert titles == [each.text for each in whole.root.all("h2")]
    assert len(titles) > 1
    line = json.loads(JsonLine().format(caplog.records[-1]))
    assert (line["event"], line["kind"], line["exception"]) == (
        "A part of a page failed",
        broken.slug,
        "ValueError",
    )
    assert NAME not in str(line)


def test_a_panel_whose_short_facts_fail_says_so_in_the_head_of_every_page(cast, monkeypatch):
    case = a_case(cast)
    broken = next(each for each in panels if each.slug == "permits")
    monkeypatch.setattr(broken, "glance", breaks, raising=False)
    monkeypatch.setattr(broken, "glances_at", None, raising=False)
    path = reverse("case-timeline", args=[case.number])
    page = opened(cast.ana, path)
    assert page.says(f"{broken.title}: no se pudo leer")


def test_a_panel_whose_rows_cannot_be_asked_says_so_and_costs_no_other_its_facts(cast, monkeypatch):
    path = reverse("case-timeline", args=[a_case(cast).number])
    broken = next(each for each in panels if each.slug == "dates")
    whole = {str(each) for each in as_(cast.ana).get(path).context["file_head"].facts}
    monkeypatch.setattr(broken, "rows_for_glance", breaks, raising=False)
    page = opened(cast.ana, path)
    assert page.says(f"{broken.title}: no se pudo leer")
    client = as_(cast.ana)
    client.raise_request_exception = False
    said = {str(each) for each in client.get(path).context["file_head"].facts}
    assert whole
    assert whole < said


@pytest.mark.django_db(transaction=True)
def test_a_question_of_the_head_that_the_database_refuses_leaves_the_others_their_answers():
    one, refused = InSql("SELECT 1 AS one", ()), InSql("SELECT 1 / 0 AS one", ())
    assert answered_for_head({}, {"a": one, "b": refused}).rows == {"a": [{"one": 1}]}


def test_a_section_of_a_person_that_raises_leaves_the_others(cast, monkeypatch):
    path = reverse("individual-detail", args=[people_of(a_case(cast))[0].number])
    whole = page_of(as_(cast.ana).get(path))
    monkeypatch.setattr(SECTIONS[0], "context", breaks, raising=False)
    page = opened(cast.ana, path)
    assert page.text.count(SAID) == 1
    assert len(list(page.root.all("h2"))) == len(list(whole.root.all("h2")))


def test_a_piece_that_fails_while_it_is_written_out_leaves_what_stands_around_it():
    template = Template("{% load pages %}before {% part piece %} after")
    shown = Context({"piece": Template("{{ row.breaks }}"), "row": {"breaks": breaks}})
    with translation.override("es"):
        written = template.render(shown)
    assert [written.index(each) for each in ("before", SAID, "after")] == sorted(
        written.index(each) for each in ("before", SAID, "after")
    )


def test_a_source_of_the_timeline_that_raises_is_named_above_what_the_others_tell(cast):
    case = a_case(cast)
    write_note(case, text="Llamó.", by=cast.ana)
    path = reverse("case-timeline", args=[case.number])
    broken = next(each for each in timeline_sources if each.kind == "notes")
    event_source = replace(broken.event_sources[0], rows=breaks)
    others = [each for each in timeline_sources if each is not broken]
    with timeline_sources.filled_with(*others, replace(broken, event_sources=[event_source])):
        page = opened(cast.ana, path)
        assert page.says(f"{broken.title}: {SAID}", "El caso cuenta desde este día")
        # What cannot say so, as the API, raises.
        with pytest.raises(ValueError, match=NAME):
            stream(timeline_sources, Question(case, cast.ana))


def test_a_source_of_dates_that_raises_is_named_above_the_dates_of_the_others(cast):
    a_case(cast)
    broken = replace(cases_opened, kind="broken", title="Fechas rotas", rows_on=breaks)
    with due_sources.filled_with(cases_opened, broken):
        page = opened(cast.sonia, reverse("due-list"))
        assert page.says(f"Fechas rotas: {SAID}", "Case opened")
        with pytest.raises(ValueError, match=NAME):
            due(cast.sonia, today=cast.sonia.today())
    with due_sources.filled_with(broken):
        page = opened(cast.sonia, reverse("due-list"))
        assert page.says(f"Fechas rotas: {SAID}")
        assert not page.says("Nada de lo registrado vence.")
        assert "tranquilo" not in opened(cast.sonia, "/").text


def test_a_date_that_cannot_be_put_into_words_keeps_its_line(cast):
    a_case(cast)
    with due_sources.filled_with(replace(cases_opened, what=breaks)):
        page = opened(cast.sonia, reverse("due-list"))
        assert page.says("Case opened: no se pudo leer")


def test_a_room_or_a_block_of_today_that_raises_leaves_the_others(cast, monkeypatch):
    whole = page_of(as_(cast.sonia).get("/"))
    monkeypatch.setattr(dates.week, "context", breaks)
    page = opened(cast.sonia, "/")
    titles = [each.text for each in page.root.all("h2")]
    assert set(titles) >= {each.text for each in whole.root.all("h2")}
    assert page.text.count(SAID) == 1
    monkeypatch.undo()
    monkeypatch.setattr("worklist.today.views.URGENT", [breaks, tasks.urgent_items])
    page = opened(cast.sonia, "/")
    assert page.says(f"Lo primero hoy: {SAID}")
    assert "tranquilo" not in page.text


@pytest.mark.parametrize("is_a_finder", [True, False])
def test_a_finder_that_raises_leaves_what_is_found_by_name(cast, monkeypatch, is_a_finder):
    a_case(cast, name="Yorman José")
    if not is_a_finder:
        monkeypatch.setattr("shelters.finding.cached_rows", breaks)
    with people_finders.filled_with(*[breaks] if is_a_finder else ()):
        client = as_(cast.ana)
        client.raise_request_exception = False
        address = client.post(reverse("search"), {"q": "Yorman"})["Location"]
        page = opened(cast.ana, address)
        assert page.says(f"Camas de las personas: {SAID}", "Yorman José")


def test_days_of_a_file_that_cannot_be_compared_leave_the_others(cast, monkeypatch):
    person = a_soldier_who_told_too_early(cast)
    path = reverse("renunciation-file", args=[person.pk])
    told = page_of(as_(cast.lucia).get(path)).root.where("id", "fits")
    monkeypatch.setattr(finder, "_papers_of_origin", lambda person: [Row()])
    page = opened(cast.lucia, path)
    assert page.says(f"Documento de identidad: {SAID}")
    assert [each.text for each in page.root.where("id", "fits")] == [each.text for each in told]


class Row:
    valid_from = property(breaks)


class Nowhere:
    """Leads to cases, but fails."""

    permissions = frozenset(Permission)
    reached_by = staticmethod(breaks)
    keys_reached_by = staticmethod(breaks)


def test_what_says_whom_the_reader_sees_is_no_part_of_a_page(cast):
    """Its error is one of the whole page: nothing decides on the way who sees what."""
    person = a_soldier_who_told_too_early(cast)
    number = person.number.rpartition("-")[0]
    paths = [
        reverse("case-list"),
        reverse("case-detail", args=[number]),
        reverse("case-timeline", args=[number]),
        reverse("individual-detail", args=[person.number]),
        reverse("renunciation-file", args=[person.pk]),
        reverse("due-list"),
    ]
    client = as_(cast.lucia)
    client.raise_request_exception = False
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
    with access_sources.filled_with(Nowhere()):
        assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 500)


@pytest.mark.parametrize("refusal", [NotAllowed("no"), PermissionDenied(), Http404()])
def test_nothing_stands_in_for_a_refusal(refusal):
    def refused() -> str:
        raise refusal

    with pytest.raises(type(refusal)), names_failed_parts():
        part_or(refused, str, kind="any", above="any")


def test_failures_are_raised_on_what_cannot_say_so_and_where_somebody_writes_code():
    with pytest.raises(ValueError, match=NAME):
        part_or(breaks, str, kind="any", above="any")
    assert part_or(breaks, lambda: SAID, kind="any") == SAID
    with override_settings(DEBUG=True), pytest.raises(ValueError, match=NAME):
        part_or(breaks, lambda: SAID, kind="any")


def ask_in_vain() -> str:
    connection.cursor().execute("SELECT 1 / 0")
    return ""


def test_no_part_stands_in_where_the_transaction_failed():
    """Nothing else of the page could be read."""
    with pytest.raises(DataError), transaction.atomic():
        part_or(ask_in_vain, lambda: SAID, kind="any")


@pytest.mark.django_db(transaction=True)
def test_what_the_database_refuses_outside_of_a_transaction_costs_the_part_alone():
    assert part_or(ask_in_vain, lambda: SAID, kind="any") == SAID
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_what_the_database_refuses_of_a_form_is_said_in_it_and_what_was_typed_stays(
    cast, monkeypatch
):
    def refused(*_: Any, **__: Any) -> Any:
        raise IntegrityError(NAME)

    monkeypatch.setattr("casework.notes.actions.record", refused)
    client, path = as_(cast.ana), reverse("note-write", args=[a_case(cast).number])
    sent = page_of(client.get(path)).fields | {"text": "Llamó por la tarde."}
    with pytest.raises(IntegrityError):
        client.post(path, sent)
    client.raise_request_exception = False
    page = page_of(client.post(path, sent))
    assert page.says("Esto contradice algo que ya está registrado")
    assert "Llamó por la tarde." in page.text
