"""The demonstration world and the main job, played twice: what a newcomer sees first."""

import datetime
import math
import re
from collections import Counter
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import hxl
import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.permissions import Permission
from aid.choices import AidKind
from aid.forecasts import family_forecasts, forecast
from casework.register.choices import Category
from casework.register.models.individual import Individual
from reporting.figures.arrivals import by_day, people_of_offices
from reporting.rules.funder_rows import hxl_row
from seeds.world import NotADemonstration, WorldExists, build_world
from shelters.models import Site
from tests.cast import as_
from tests.worklist.test_counts_of_today import numbers_of_today, total_behind
from worklist.due.lines import lines_of
from worklist.due.rows import due
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.sources.lookups import ends_aid

# Of Today, for whoever opens it again while nothing changes.
MOST_QUERIES = 26
REPORTED = {
    "Oriente": 415,
    "Orinoquía": 46,
    "Guajira": 30,
    "Caribe": 23,
    "Andina": 30,
    "Antioquia": 14,
    "Occidente": 6,
    "Nariño": 3,
}
# Who answers for aid that ends within the month of the demonstration.
FIRST_TOLD = ("ana", "bruno", "carla", "sonia", "adela")
# Of the February arrivals so many are one at every run; all 567 arrive in the long one.
ONE_IN = 30
# Whose Today is looked at at every run: whose looks differ most.
TWO = ("carla@amparo.example", "sonia@amparo.example")


def play() -> str:
    out = StringIO()
    call_command("demo", stdout=out, no_color=True)
    return out.getvalue()


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.mark.django_db
def test_the_demonstration_with_few_arrivals_shows_their_figures_and_tells_everybody_once(
    folder: Path,
) -> None:
    demonstrate(folder, one_in=ONE_IN, readers=TWO, counting=())


@pytest.mark.long(of="demonstration")
@pytest.mark.django_db
def test_the_demonstration_shows_the_reported_figures_and_tells_everybody_once(
    folder: Path,
) -> None:
    active = User.objects.filter(is_active=True)
    everybody = active.values_list("email", flat=True)
    demonstrate(folder, one_in=1, readers=everybody, counting=everybody)
    night = Site.objects.with_occupancy(datetime.date(2019, 2, 28)).get(kind="church_shelter")
    assert (night.occupancy.percent, night.occupancy.above_capacity) == (400, 30)


def demonstrate(
    folder: Path, *, one_in: int, readers: Iterable[str], counting: Iterable[str]
) -> None:
    """Builds the world with one in so many arrivals of February 2019, plays the main job twice, and looks at everything;
    at Today as these readers, by their addresses. In the long one they hold its numbers against the lists too, as one of
    each role does at every run in the worlds of the tests."""
    build_world(one_in=one_in)
    first, again = play(), play()
    arrived = {name: math.ceil(number / one_in) for name, number in REPORTED.items()}

    rows = dict(re.findall(r"^  (\S+) +(\d+) +\(", first, re.M))
    assert {name: int(number) for name, number in rows.items()} == arrived
    assert re.search(rf"^  Total +{sum(arrived.values())}$", first, re.M)
    assert "40 of 10, 400 %, 30 above capacity" in first

    notices = [int(n) for n in re.findall(r"tick: (\d+) new", first + again)]
    assert notices[0] > 0
    # The table is released after the last tick of the first time: whoever prepared it is told the second time.
    assert notices[1:] == [0, 1, 0]
    assert Notice.objects.count() == sum(notices)
    assert Notice.objects.order_by("-created_at").first().kind == "table_released"

    path = folder / "demo" / "amparo-2019-02-partner.csv"
    assert str(path) in first
    source = hxl.data(str(path), hxl.InputOptions(allow_local=True))
    assert source.display_tags == hxl_row()
    assert sum(1 for _ in source) > 10

    sonia = User.objects.get(email="sonia@amparo.example")
    asked = {"within_days": 14, "on": sonia.today()}
    losing = family_forecasts([each.case_id for each in forecast(sonia, **asked)], **asked)
    assert any(loss.kind == AidKind.LODGING for family in losing for loss in family.losses)
    _f01_f45_f46_f47(sonia, sum(arrived.values()))
    _first_morning()
    for user in User.objects.filter(email__in=readers):
        client = as_(user)
        shown = client.get("/")
        for number, url in numbers_of_today(shown) if user.email in counting else ():
            assert number == total_behind(client.get(url)), (user, url)
        with CaptureQueriesContext(connection) as asked:
            client.get("/")
        assert len(asked) <= MOST_QUERIES, (user, len(asked))
        lines = lines_of(due(user, today=user.today()), user)
        alike = Counter((line.row.on, line.name or line.who, line.what) for line in lines)
        assert not [words for words, number in alike.items() if number > 1], user
    with pytest.raises(WorldExists):
        build_world()


def _first_morning() -> None:
    """F28: the ends of aid come first, by name, in at most twelve lines a person."""
    for user in User.objects.filter(is_active=True):
        unpaid = Site.objects.get(paid_until=user.today() + datetime.timedelta(days=4))
        page = as_(user).get("/inbox/")
        lines = notice_lines(page.context["page_obj"].object_list, user)
        assert len(lines) <= 12, user
        told = [each.notice for each in lines if not each.notice.read_at]
        others = Counter(each.kind for each in told if not ends_aid(each.kind))
        assert max(others.values(), default=0) <= 3, user
        if user.email.split("@")[0] not in FIRST_TOLD:
            continue
        assert ends_aid(lines[0].notice.kind), user
        if user.holds(Permission.OCCUPANCY_READ):
            [of_hotel] = [
                each
                for each in lines
                if (each.notice.kind, each.notice.about_id) == ("site_paid_until", str(unpaid.pk))
            ]
            assert unpaid.name in of_hotel.sentence, user
            assert of_hotel.reached, user
            assert of_hotel.acts, user


def _f01_f45_f46_f47(sonia: User, arrived: int) -> None:
    """Facts of the sources that the world must show."""
    then = Individual.objects.filter(arrival__on__year=2019)
    days = dict(by_day(people_of_offices({sonia.office_id}).filter(arrival__on__year=2019)))
    assert max(days, key=lambda day: days[day]) == datetime.date(2019, 2, 23)
    assert then.filter(category=Category.FORMER_MEMBER).count() == arrived
    hotels = Site.objects.filter(kind="hotel")
    assert hotels.open_on(datetime.date(2019, 2, 28)).count() == 3
    assert hotels.open_on(datetime.date(2019, 4, 30)).count() == 7
    assert set(hotels.values_list("municipality", flat=True)) == {"54001", "54874"}


@pytest.mark.django_db
def test_invented_people_never_enter_production(settings):
    settings.IS_PRODUCTION = True
    with pytest.raises(NotADemonstration):
        build_world()
    with pytest.raises(Exception, match="not in production"):
        play()


@pytest.mark.django_db
def test_a_failure_half_way_leaves_nothing(monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("half way")

    monkeypatch.setattr("seeds.world.log_arrivals_of_february", fail)
    with pytest.raises(RuntimeError):
        build_world()
    assert (User.objects.count(), Site.objects.count()) == (0, 0)
