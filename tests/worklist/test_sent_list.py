"""What was sent, to whom, why, and what waits: one's own, and for a supervisor those of her office."""

import datetime
from dataclasses import replace
from typing import Any

import pytest

from accounts.due import due_sources
from accounts.models import AuditEvent, User
from tests.cast import Cast, as_
from tests.page import page_of
from tests.worklist.conftest import open_case
from tests.worklist.sources import cases_opened
from worklist.notices.models import Notice
from worklist.scheduler import tick

pytestmark = pytest.mark.usefixtures("opened_is_told")
SENT = "/inbox/sent/"


def to_whom(user: User, query: str = "") -> list[str]:
    rows = as_(user).get(f"{SENT}?{query}").context["page_obj"].object_list
    return sorted(str(each.user) for each in rows if each.kind == "case_opened")


def test_everybody_sees_the_own_notices_and_a_supervisor_those_of_her_office_about_what_she_sees(
    cast: Cast,
) -> None:
    open_case(cast.norte, cast.ana.today())
    open_case(cast.rio, cast.ana.today())
    tick.tick()
    assert to_whom(cast.ana) == ["Ana"]
    assert to_whom(cast.sonia) == ["Ana", "Sonia"]
    assert to_whom(cast.sonia, f"user={cast.ana.pk}") == ["Ana"]
    assert to_whom(cast.mara) == ["Mara"]
    assert to_whom(cast.bruno) == to_whom(cast.adela) == []
    assert as_(cast.ana).get(f"{SENT}?user={cast.sonia.pk}").context["filter"].form.errors
    assert AuditEvent.objects.filter(verb="notice.listed", actor=cast.ana).exists()
    cast.norte.cases.update(team=cast.rio, office=cast.arauca)
    assert to_whom(cast.sonia) == [], "what she may not see she does not learn from others' notices"


def test_what_only_named_people_read_is_not_told_to_their_supervisor(cast: Cast) -> None:
    named = replace(cases_opened, tells=True, read_by=lambda rows, user: rows.exclude(pk=None))
    with due_sources.filled_with(named):
        open_case(cast.norte, cast.ana.today())
        tick.tick()
        assert to_whom(cast.sonia) == ["Sonia"]


def test_it_says_when_and_why_and_what_waits_for_the_mail(cast: Cast, settings: Any) -> None:
    open_case(cast.norte, cast.ana.today())
    settings.MAIL_HOURS = (0, 0)
    tick.tick()
    assert to_whom(cast.sonia, "mail=waits") == ["Ana", "Sonia"]
    assert to_whom(cast.sonia, "mail=sent") == []
    Notice.objects.filter(user=cast.ana).update(read_at=datetime.datetime.now(datetime.UTC))
    assert to_whom(cast.sonia, "mail=waits") == ["Sonia"]
    page = page_of(as_(cast.sonia).get(SENT)).text
    assert "en espera" in page
    assert "leído antes de enviar correo" in page
    assert "1 día antes" in page
    settings.MAIL_HOURS = (0, 24)
    tick.tick()
    assert to_whom(cast.sonia, "mail=sent") == ["Sonia"]
    Notice.objects.update(withdrawn_at=datetime.datetime.now(datetime.UTC))
    assert "retirado" in page_of(as_(cast.sonia).get(SENT)).text


def test_the_list_asks_as_often_for_one_notice_as_for_several(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    open_case(cast.norte, cast.ana.today())
    tick.tick()
    client = as_(cast.sonia)
    client.get(SENT)
    with django_assert_max_num_queries(100) as one:
        client.get(SENT)
    for _number in range(4):
        open_case(cast.norte, cast.ana.today())
    tick.tick()
    with django_assert_max_num_queries(len(one)):
        assert len(client.get(SENT).context["page_obj"].object_list) > 8
