"""Where claims stand and when papers end, as their lists show it."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from asylum.claims.charts import stages_chart
from asylum.pathways.choices import ApplicationStatus
from asylum.permits.charts import endings_chart
from pages import pager
from tests.asylum.build import D, a_permit, an_application
from tests.cast import as_
from tests.page import page_of

S = ApplicationStatus


def test_every_stage_leads_to_exactly_its_claims(cast, law):
    for status in (S.LODGED, S.LODGED, S.REFUSED, S.MISTAKEN):
        an_application(cast, status=status)
    lucia = as_(cast.lucia)
    page = lucia.get(reverse("application-list"))
    chart = page.context["chart"]
    assert {row.label for row in chart.rows} == {
        str(each.label) for each in S if each != S.MISTAKEN
    }
    behind = {row.url: row.cells[0] for row in chart.rows}
    assert sorted(behind.values()) == ["0"] * (len(S) - 3) + ["1", "2"]
    for url, number in behind.items():
        assert str(lucia.get(url).context["total"]) == number
    assert page_of(page).says("Presentada: 2. Decisión")
    assert stages_chart(cast.bruno) is None
    assert not page_of(as_(cast.bruno).get(reverse("application-list"))).says(str(chart.title))


@pytest.fixture
def mid_march():
    with time_machine.travel(datetime.datetime(2019, 3, 15, 15, tzinfo=datetime.UTC), tick=False):
        yield


def test_papers_end_in_their_month_and_no_month_is_left_out(cast, law, mid_march):
    for expires_on in (D(2019, 3, 15), D(2019, 3, 14), D(2019, 6, 1), D(2019, 6, 30)):
        a_permit(cast, expires_on=expires_on)
    chart = endings_chart(cast.lucia, D(2019, 3, 15))
    assert [row.cells[0] for row in chart.rows] == ["1", "0", "0", "2", *["0"] * 8]
    assert (chart.rows[0].label, chart.rows[-1].label) == ("mar 2019", "feb 2020")
    assert "Ya vencidos y sin renovar: 1." in chart.words
    page = page_of(as_(cast.lucia).get(reverse("permit-list")))
    assert page.says(chart.words)
    assert endings_chart(cast.bruno, D(2019, 3, 15)) is None


def test_the_chart_of_a_long_list_is_drawn_where_somebody_asks(cast, law, monkeypatch):
    for status in (S.LODGED, S.LODGED, S.REFUSED):
        an_application(cast, status=status)
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 2)
    lucia = as_(cast.lucia)
    listing = reverse("application-list")
    for query in ("", "?status=refused"):
        page = lucia.get(f"{listing}{query}")
        assert page.context["chart"] is None
        (to_chart,) = [link for link in page_of(page).links if "chart=open" in link]
        opened = lucia.get(f"{listing}{to_chart}")
        assert opened.context["chart"].rows
        assert opened.context["total"] == page.context["total"]
        assert not [link for link in page_of(opened).links if "chart=open" in link]
