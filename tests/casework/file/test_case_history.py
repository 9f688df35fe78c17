"""The history of a file: every view by page, colleague and day, also of absorbed cases."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.audit import record_read
from accounts.models import AuditEvent
from casework.file.sittings import group_into_sittings
from casework.merges.actions import merge_individuals
from casework.register.models.case import Case
from tests.build import a_case, people_of
from tests.cast import as_

pytestmark = pytest.mark.usefixtures("english")


def looked(case: Case, user, times: int = 1) -> None:
    for _each in range(times):
        record_read("case.read", by=user, about=case)


def page(cast, case: Case, **wanted):
    return as_(cast.ana).get(reverse("case-history", args=[case.number]), wanted)


def events_on(answer) -> list[AuditEvent]:
    return [event for sitting in answer.context["page_obj"] for event in sitting.events]


def an_event(actor, minute: float, verb: str = "case.read", *, is_read: bool = True) -> AuditEvent:
    at = datetime.datetime(2026, 11, 20, 14, tzinfo=datetime.UTC)
    at += datetime.timedelta(minutes=minute)
    return AuditEvent(actor=actor, verb=verb, at=at, is_read=is_read, about_id="1")


def test_the_looks_of_one_sitting_are_one_line_and_each_act_stands_alone(cast):
    looks = [an_event(cast.sonia, minute) for minute in (0, 1, 2, 14)]
    later = [
        an_event(cast.sonia, 29.5),
        an_event(cast.sonia, 30, "individual.read"),
        an_event(cast.lucia, 31),
        an_event(cast.sonia, 32, "case.closed", is_read=False),
        an_event(cast.sonia, 33, "case.reopened", is_read=False),
    ]
    events = [*looks, *later][::-1]
    sittings = group_into_sittings(events)
    assert [event for sitting in sittings for event in sitting.events] == events
    assert [(len(each.events), each.last.actor) for each in sittings] == [
        (1, cast.sonia),
        (1, cast.sonia),
        (1, cast.lucia),
        (2, cast.sonia),
        (4, cast.sonia),
    ]
    assert [event.verb for event in sittings[3].distinct_events] == ["case.read", "individual.read"]
    assert len(sittings[4].distinct_events) == 1
    assert sittings[4].starts_at == looks[0].at


def test_the_page_says_how_often_somebody_looked_in_a_sitting(cast):
    case = a_case(cast)
    looked(case, cast.sonia, 12)
    text = page(cast, case, actor=cast.sonia.pk).content.decode()
    assert "12 consultas desde" in " ".join(text.split())


def test_every_look_stands_on_some_page(cast):
    case = a_case(cast)
    looked(case, cast.sonia, 230)
    first = page(cast, case, kind="looks", actor=cast.sonia.pk)
    assert first.context["total"] == 230
    pages = range(1, first.context["page_obj"].paginator.num_pages + 1)
    shown = [
        event.pk
        for number in pages
        for event in events_on(
            page(cast, case, kind="looks", actor=cast.sonia.pk, page=str(number))
        )
    ]
    expected = AuditEvent.objects.filter(case_id=case.pk, actor=cast.sonia, is_read=True)
    assert sorted(shown) == sorted(expected.values_list("pk", flat=True))


def test_each_colleague_is_summed_up_with_the_last_day(cast):
    case = a_case(cast)
    looked(case, cast.sonia, 3)
    looked(case, cast.lucia)
    rows = page(cast, case).context["lookers"]
    newest = AuditEvent.objects.filter(case_id=case.pk, actor=cast.sonia).latest("at").at
    assert [(row["actor__full_name"], row["looks"]) for row in rows] == [
        ("Sonia", 3),
        ("Ana", 1),
        ("Lucia", 1),
    ]
    assert rows[0]["last"] == newest


def test_days_and_colleagues_filter_and_nobody_else_is_offered(cast):
    case = a_case(cast)
    looked(case, cast.sonia)
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    assert page(cast, case, at_after=tomorrow.isoformat()).context["total"] == 0
    answer = page(cast, case, actor=cast.sonia.pk)
    assert answer.context["total"] == 1
    offered = answer.context["filter"].form.fields["actor"].queryset
    assert set(offered) == {cast.ana, cast.sonia}


def test_looks_at_a_case_that_a_merge_emptied_stand_with_the_one_that_stays(cast):
    kept, gone = a_case(cast), a_case(cast, name="Jorman José")
    looked(gone, cast.sonia)
    [survivor], [merged] = people_of(kept), people_of(gone)
    merge_individuals(survivor, merged=merged, by=cast.ana)
    answer = page(cast, kept, kind="looks", actor=cast.sonia.pk)
    assert [event.absorbed_number for event in events_on(answer)] == [gone.number]
    assert gone.number in answer.content.decode()


def test_the_page_asks_as_often_for_five_looks_as_for_one(cast):
    case, client = a_case(cast), as_(cast.ana)
    address = reverse("case-history", args=[case.number])
    looked(case, cast.sonia)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    asked()
    one = asked()
    looked(case, cast.sonia, 4)
    assert asked() == one
