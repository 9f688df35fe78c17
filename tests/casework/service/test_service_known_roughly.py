"""Days of service, sanctions and disarmament of which only the month or year is known, from form to extract."""

import datetime
import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.html import strip_tags

from casework.register.models.individual import Individual
from casework.rights.extract import extract_of
from casework.service.models import Disarmament, OriginSanction, ServiceRecord
from pages.dates import RoughDay
from reference.models import Force, SanctionInstrument
from tests.build import an_arrival, people_of
from tests.casework.file.test_api_resources import browser_of
from tests.casework.rights.test_extract import words_of
from tests.cast import Cast, as_
from tests.page import page_of


@pytest.fixture
def head(tables_of_the_file: None, cast: Cast) -> Individual:
    head = people_of(an_arrival(cast))[0]
    ServiceRecord.objects.all().delete()
    return head


def send(cast: Cast, name: str, *args: object, **typed: object):
    answer = as_(cast.ana).post(reverse(name, args=args), typed)
    return {} if answer.status_code == 302 else answer.context["form"].errors


def page(cast: Cast, name: str, *args: object) -> str:
    answer = as_(cast.ana).get(reverse(name, args=args))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def api(cast: Cast, address: str) -> dict[str, object]:
    [row] = browser_of(cast.ana).get(f"/api/v1/{address}/").json()["results"]
    return row


def days_of_the_timeline(cast: Cast, person: Individual) -> list[str]:
    case = person.memberships.get().case
    shown = as_(cast.ana).get(reverse("case-timeline", args=[case.number]) + "?kind=service")
    headings = re.findall(r'<h2 class="day-of-events">(.*?)</h2>', shown.content.decode())
    return [strip_tags(heading) for heading in headings]


def test_the_months_of_a_service_are_typed_shown_put_right_and_written_as_they_are_known(
    cast, head
):
    force = Force.objects.first()
    told = {
        "force": force.pk,
        "served_from": "ago 2011",
        "served_until": "2019",
        "ending": "deserted",
    }
    assert send(cast, "service-record", head.number, **told) == {}
    service = ServiceRecord.objects.get()
    assert (service.served_from, service.served_until) == (RoughDay(2011, 8), RoughDay(2019))
    shown = page(cast, "individual-detail", head.number)
    assert '<time datetime="2011-08">ago 2011</time> – <time datetime="2019">2019</time>' in shown
    form = page_of(as_(cast.ana).get(reverse("service-correct", args=[head.number, service.pk])))
    assert (form.fields["served_from"], form.fields["served_until"]) == ("08/2011", "2019")
    told |= {"served_until": "2019-02"}
    assert send(cast, "service-correct", head.number, service.pk, **told) == {}
    rows = browser_of(cast.ana).get("/api/v1/service-records/?").json()["results"]
    assert {(row["served_from"], row["served_until"]) for row in rows} == {
        ("2011-08", "2019"),
        ("2011-08", "2019-02"),
    }
    words = words_of(extract_of(head, by=cast.sonia))
    assert "ago 2011" in words
    assert "1 ago 2011" not in words
    assert "1 feb 2019" not in words


def test_a_service_is_refused_for_its_days_only_where_they_cannot_be(cast, head):
    told = {"unit": "Batallón inventado"}
    for first, last in (("12/3/2019", "3/2019"), ("12/3/2019", "2019"), ("2019", "2019-01")):
        days = {"served_from": first, "served_until": last}
        assert send(cast, "service-record", head.number, **told, **days) == {}
    for first, last in (("1/4/2019", "3/2019"), ("2020", "12/2019"), ("2019", "2018-12")):
        days = {"served_from": first, "served_until": last}
        assert "served_until" in send(cast, "service-record", head.number, **told, **days)
    assert ServiceRecord.objects.count() == 3
    service = ServiceRecord.objects.first()
    service.served_from, service.served_until = RoughDay(2020), RoughDay(2019, 12)
    with pytest.raises(IntegrityError, match="service_ends_after"), transaction.atomic():
        service.save()


def test_services_are_listed_by_their_end_and_a_year_before_what_lies_within_it(cast, head):
    for last in ("2018", "12/3/2018", "3/2018", "1/1/2018", "2019", ""):
        days = {"unit": last or "Nadie sabe", "served_until": last}
        assert send(cast, "service-record", head.number, **days) == {}
    listed = [str(service.served_until or "") for service in ServiceRecord.objects.all()]
    assert listed == ["2019", "2018-03-12", "2018-03", "2018", "2018-01-01", ""]


def test_a_sanction_of_a_month_stands_under_its_month_and_keeps_it_when_a_decree_moves(cast, head):
    decree = SanctionInstrument.objects.first()
    told = {"type": "expulsion", "on": f"{decree.on:%m/%Y}", "instrument": decree.pk}
    assert send(cast, "sanction-record", head.number, **told) == {}
    sanction = OriginSanction.objects.get()
    assert sanction.on == RoughDay(decree.on.year, decree.on.month)
    assert not OriginSanction.objects.filter(on=decree.on.replace(day=1)).exists()
    assert api(cast, "sanctions")["on"] == f"{decree.on:%Y-%m}"
    asked = browser_of(cast.ana).get(f"/api/v1/sanctions/?until={decree.on.replace(day=1)}")
    assert asked.json()["count"] == 1
    [day] = days_of_the_timeline(cast, head)
    assert day.split()[-1] == str(decree.on.year)
    assert len(day.split()) == 2
    assert day in page(cast, "individual-detail", head.number)


def test_what_was_handed_over_in_a_month_is_shown_so_and_corrected_to_a_day(cast, head):
    outcome = {"arms_carried": "yes", "arms_surrendered": "yes", "uniform_handed_over": "yes"}
    outcome |= {"vehicle_surrendered": "no", "on": "marzo de 2019"}
    assert send(cast, "disarmament-record", head.number, **outcome) == {}
    assert Disarmament.objects.get().on == RoughDay(2019, 3)
    assert days_of_the_timeline(cast, head) == ["mar 2019"]
    case = head.memberships.get().case
    assert '<time datetime="2019-03">mar 2019</time>' in page(
        cast, "case-part", case.number, "people"
    )
    form = page_of(as_(cast.ana).get(reverse("disarmament-record", args=[head.number])))
    assert form.fields["on"] == "03/2019"
    outcome |= {"on": "1/3/2019", "version": 1}
    assert send(cast, "disarmament-record", head.number, **outcome) == {}
    assert Disarmament.objects.get().on == datetime.date(2019, 3, 1)
    assert days_of_the_timeline(cast, head) == ["1 mar 2019"]
