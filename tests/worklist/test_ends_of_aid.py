"""F28, F52: who is told by name that aid ends, when, and what they can do about it."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from casework.handovers.actions import assign_case
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from pages.dates import short_date
from reference.models import PublicHoliday
from shelters.models import Site
from tests.aid.build import a_commitment, an_agreement
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, agreed, beds_of, people_of
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.scheduler import tick

DAY = datetime.timedelta(days=1)
ENDS = (
    "site_paid_until",
    "site_contract_ends",
    "site_notice",
    "commitment_ends",
    "agreement_ends",
    "family_loses_aid",
)


def told(user: User) -> list[tuple[str, int]]:
    """The kinds of the standing notices of the user that aid ends, with their steps."""
    rows = Notice.objects.standing().filter(user=user, kind__in=ENDS).order_by("kind", "due_on")
    return list(rows.values_list("kind", "warning_days"))


def tick_on(monkeypatch: pytest.MonkeyPatch, day: datetime.date) -> None:
    """A tick at noon of that day, by the clock of the database."""
    noon = datetime.datetime.combine(day, datetime.time(17), datetime.UTC)
    monkeypatch.setattr(tick, "database_now", lambda: noon)
    tick.tick()


def lodged(cast: Cast, site: Site, *sizes: int) -> list[Case]:
    """Families of these sizes that sleep at the site."""
    cases = [a_family(cast.norte, size) for size in sizes]
    beds = iter(beds_of(site))
    for case in cases:
        for person in people_of(case):
            a_stay(person, site, next(beds), by=cast.carla)
    return cases


@pytest.fixture
def hotel(cast: Cast) -> Site:
    """Run by Carla and paid for four more nights; nobody is asleep there yet."""
    paid_until = cast.carla.today() + 4 * DAY
    return a_site(cast.cucuta, beds=[8], run_by=cast.carla, name="Bolívar", paid_until=paid_until)


def test_f28_a_hotel_that_is_unpaid_in_four_days_is_told_that_day_and_once(
    cast: Cast, hotel: Site
) -> None:
    lodged(cast, hotel, 3, 2)
    for _again in range(3):
        tick.tick()
    for user in (cast.carla, cast.sonia):
        assert [each for each in told(user) if each[0] == "site_paid_until"] == [
            ("site_paid_until", 7)
        ]
    assert told(cast.aurelio) == told(cast.lucia) == told(cast.mara) == []


def test_the_line_says_which_hotel_how_many_people_and_what_can_be_done(
    cast: Cast, hotel: Site
) -> None:
    lodged(cast, hotel, 3, 2)
    tick.tick()
    client = as_(cast.carla)
    page = client.get("/inbox/").content.decode()
    assert "Las noches pagadas de Bolívar terminan el" in page
    assert short_date(hotel.paid_until) in page
    assert "5 personas, 2 familias" in page
    for address in ("plan/", "payments/new/", "contract/"):
        url = f"/sites/{hotel.pk}/{address}"
        assert f'href="{url}"' in page
        assert client.get(url).status_code == 200


def test_whoever_may_not_pay_or_plan_is_offered_neither(cast: Cast, hotel: Site) -> None:
    tick.tick()
    page = as_(cast.adela).get("/inbox/").content.decode()
    assert f"/sites/{hotel.pk}/payments/new/" in page
    assert f"/sites/{hotel.pk}/plan/" not in page


def test_a_coordinator_is_told_of_the_sites_that_she_runs(cast: Cast, hotel: Site) -> None:
    paid_until = cast.carla.today() + 3 * DAY
    other = a_site(cast.cucuta, paid_until=paid_until)
    tick.tick()
    about = Notice.objects.filter(kind="site_paid_until")
    assert set(about.filter(user=cast.carla).values_list("about_id", flat=True)) == {str(hotel.pk)}
    assert set(about.filter(user=cast.sonia).values_list("about_id", flat=True)) == {
        str(hotel.pk),
        str(other.pk),
    }


def test_a_date_that_moves_withdraws_the_stale_notice_and_tells_the_new_day(
    cast: Cast, hotel: Site
) -> None:
    today = cast.carla.today()
    tick.tick()
    [stale] = Notice.objects.filter(user=cast.carla, kind="site_paid_until")
    agreed(hotel, paid_until=today + 60 * DAY)
    tick.tick()
    stale.refresh_from_db()
    assert stale.withdrawn_at
    assert stale.read_at
    assert told(cast.carla) == []
    assert "La fecha cambió" in as_(cast.carla).get("/inbox/").content.decode()
    agreed(hotel, paid_until=today + 2 * DAY)
    tick.tick()
    assert told(cast.carla) == [("site_paid_until", 7)]


def test_a_date_that_comes_back_is_told_again(cast: Cast, hotel: Site) -> None:
    tick.tick()
    Notice.objects.update(read_at=datetime.datetime.now(datetime.UTC))
    day = hotel.paid_until
    for moved in (day + 60 * DAY, day):
        agreed(hotel, paid_until=moved)
        tick.tick()
    again = Notice.objects.standing().filter(user=cast.carla, kind="site_paid_until")
    assert [(each.due_on, each.read_at) for each in again] == [(day, None)]


def test_each_step_is_told_once_until_the_day_after(
    cast: Cast, hotel: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cast.carla.today()
    agreed(hotel, paid_until=first + 40 * DAY)
    steps = []
    User.objects.exclude(pk=cast.carla.pk).update(is_active=False)
    for left in (31, 30, 15, 14, 8, 7, 2, 1, 0, -1, -2):
        tick_on(monkeypatch, first + (40 - left) * DAY)
        rows = Notice.objects.filter(user=cast.carla, kind="site_paid_until")
        if len(rows) > len(steps):
            steps.append((left, rows.order_by("created_at").last().warning_days))
    assert steps == [(30, 30), (14, 14), (7, 7), (1, 1), (0, 0), (-1, -1)]


def test_the_end_of_the_aid_of_a_family_goes_to_whoever_looks_after_it(cast: Cast) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=cast.ana.today() + 5 * DAY)
    CaseAssignment.objects.filter(case=case).delete()
    tick.tick()
    assert ("commitment_ends", 7) in told(cast.sonia), "nobody looks after the family"
    assert told(cast.ana) == []
    Notice.objects.all().delete()
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    tick.tick()
    assert {kind for kind, _days in told(cast.ana)} == {"commitment_ends", "family_loses_aid"}
    assert told(cast.sonia) == told(cast.carla) == told(cast.bruno) == []


def test_what_its_assignee_does_not_act_on_in_two_working_days_is_told_to_the_supervision(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.exclude(pk__in=[cast.ana.pk, cast.sonia.pk]).update(is_active=False)
    case = a_family(cast.norte)
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    today = cast.ana.today()
    friday = today + (4 - today.weekday()) % 7 * DAY
    PublicHoliday.objects.create(country="CO", on=friday + 3 * DAY, name="Festivo")
    a_commitment(case, by=cast.ana, until=friday + 8 * DAY)
    told_on = []
    # With the weekend or the holiday counted it would be told on Tuesday, the fourth day.
    for later in (0, 4, 5):
        tick_on(monkeypatch, friday + later * DAY)
        if "commitment_ends" in dict(told(cast.sonia)):
            told_on.append(later)
        if later == 0:
            assert ("commitment_ends", 7) in told(cast.ana)
    assert told_on == [5], "neither the weekend nor the holiday counts"
    [notice] = Notice.objects.filter(user=cast.sonia, kind="commitment_ends")
    [line] = notice_lines([notice], cast.sonia)
    assert line.reached == "lo atiende Ana"


def test_a_family_that_is_left_with_nothing_is_a_notice_with_its_name(cast: Cast) -> None:
    case = a_family(cast.norte, names=["Yorman"])
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    ends = cast.ana.today() + 5 * DAY
    a_commitment(case, by=cast.ana, until=ends)
    tick.tick()
    [notice] = Notice.objects.filter(user=cast.ana, kind="family_loses_aid")
    [line] = notice_lines([notice], cast.ana)
    assert line.name
    assert line.name.shown == "Yorman"
    assert line.sentence.startswith("Alojamiento: termina el")
    assert "no queda nada" in line.sentence
    assert notice.due_on == ends
    assert [act.url for act in line.acts] == [f"/cases/{case.number}/"]
    a_commitment(case, by=cast.ana, starts_on=ends)
    tick.tick()
    notice.refresh_from_db()
    assert notice.withdrawn_at, "aid goes on"


def test_an_agreement_says_who_stops_paying_and_for_how_many(cast: Cast, hotel: Site) -> None:
    lodged(cast, hotel, 2, 1)
    last = cast.adela.today() + 6 * DAY
    agreement = an_agreement(cast, ends_on=last + DAY)
    a_commitment(hotel, by=cast.sonia, agreement=agreement)
    tick.tick()
    notices = Notice.objects.filter(user=cast.sonia, kind="agreement_ends")
    [line] = notice_lines(notices, cast.sonia)
    assert str(agreement.payer) in line.sentence
    assert short_date(last) in line.sentence
    assert line.reached == "3 personas, 2 familias"


def of_an_office(cast: Cast, number: int, **fields: Any) -> Notice:
    told: Notice = Notice.objects.create(
        **{"user": cast.sonia, "kind": "nobody_acts", "warning_days": 0, **fields},
        about_type="accounts.office",
        about_id=str(cast.cucuta.pk),
        office=cast.cucuta,
        due_on=cast.sonia.today() - number * DAY,
    )
    return told


def test_ends_of_aid_come_first_and_the_rest_of_each_kind_is_folded_after_three_lines(
    cast: Cast, hotel: Site
) -> None:
    for days in range(1, 4):
        a_site(cast.cucuta, run_by=cast.carla, paid_until=cast.sonia.today() + days * DAY)
    tick.tick()
    news = [of_an_office(cast, number) for number in range(20)]
    read = of_an_office(cast, 20, read_at=timezone.now())
    client = as_(cast.sonia)
    response = client.get("/inbox/")
    shown = list(response.context["page_obj"].object_list)
    assert [each.kind for each in shown[:4]] == ["site_paid_until"] * 4
    daily = Notice.objects.get(user=cast.sonia, kind=DAILY_LINE)
    assert shown[4:] == [read, *news[:-4:-1], daily]
    assert response.context["total"] == 26
    assert "17 más" in response.content.decode()
    assert "1 a 9 de 26" in page_of(response).text
    rest = client.get("/inbox/?state=unread&kind=nobody_acts")
    assert rest.context["total"] == 20
    assert len(rest.context["page_obj"].object_list) == 12, "a filtered list folds nothing"


def test_what_is_folded_and_what_stands_on_later_pages_are_counted_together(
    cast: Cast, hotel: Site
) -> None:
    for number in range(5):
        of_an_office(cast, number)
    for number in range(12):
        of_an_office(cast, number, kind="site_paid_until")
    page = as_(cast.sonia).get("/inbox/")
    assert {each.kind for each in page.context["page_obj"].object_list} == {"site_paid_until"}
    assert "5 más" in page.content.decode()
    assert len(as_(cast.sonia).get("/inbox/?page=2").context["page_obj"].object_list) == 5


def test_the_inbox_asks_as_often_for_one_end_as_for_several(
    cast: Cast, hotel: Site, django_assert_max_num_queries: Any
) -> None:
    tick.tick()
    client = as_(cast.carla)
    client.get("/inbox/")
    with django_assert_max_num_queries(100) as one:
        client.get("/inbox/")
    asked = len(one)
    for number in range(1, 4):
        day = cast.carla.today() + number * DAY
        lodged(cast, a_site(cast.cucuta, run_by=cast.carla, paid_until=day), 1)
    tick.tick()
    client.get("/inbox/")
    with django_assert_max_num_queries(asked):
        client.get("/inbox/")
