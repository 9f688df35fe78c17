import datetime
from collections import Counter

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.permissions import Permission
from aid import forecasts
from aid.charts import kinds_chart, losses_chart
from aid.choices import ESSENTIAL, AidKind, FamiliesShown
from aid.coverage import coverage, spans_of
from aid.forecast_page import DAYS_DRAWN, LAST_PAGE, outlook
from aid.forecasts import Loss, PayerLoss, losses_by_payer, shown_of
from aid.models import Cover
from aid.querysets.cover import WhatIf
from aid.rules.small_counts import shown
from aid.rules.spans import Span
from casework.exits.actions import record_exit
from casework.register.choices import ExitType
from casework.register.models.case import Case, FamilyMember
from shelters.actions.overstay import allow_past_the_plan
from shelters.models import Placement, Site
from tests.aid.build import a_commitment, a_payer, an_agreement
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site

TODAY = datetime.date(2019, 3, 1)
DAY = datetime.timedelta(days=1)


@pytest.fixture(autouse=True)
def _on_the_first_of_march() -> object:
    with time_machine.travel(datetime.datetime(2019, 3, 1, 15, tzinfo=datetime.UTC), tick=False):
        yield


def forecast(user, **asked):
    """The families in full; what is counted in one question says of each the same."""
    ahead = forecasts.forecast(user, **asked)
    found = forecasts.family_forecasts([each.case_id for each in ahead], **asked)
    for one, family in zip(ahead, found, strict=True):
        losing = {person for loss in family.losses for person in loss.individual_ids}
        for_good = [
            (loss.on, loss.kind)
            for loss in family.losses
            if loss.kind in ESSENTIAL and loss.resumes_on is None
        ]
        first = min((loss.on for loss in family.losses), default=None)
        assert (one.case_id, one.number) == (family.case_id, family.number)
        assert one.has_nothing_now == family.has_nothing_now
        assert one.is_left_with_nothing == family.is_left_with_nothing
        assert one.lacking == len(family.lacking_now)
        assert (one.first_loss_on, one.people_losing) == (first, len(losing))
        assert sorted(one.lost_for_good) == sorted(for_good)
    tells_the_same(ahead, found, user, **asked)
    return found


def tells_the_same(ahead, found, user, **asked):
    """What the page counts and shows is what is told of everybody, of all of them and of each kind that is asked for."""
    for show in ("", *FamiliesShown):
        told = outlook(user, **asked, show=show)
        alike = shown_of(ahead, show)
        assert told.page == [each.case_id for each in alike]
        assert told.everybody == len(ahead)
        assert told.people == sum(family.people_losing for family in ahead)
        assert told.lacking == sum(family.lacking for family in ahead)
        assert told.unpaid == sum(len(family.unpaid_now) for family in found)
        assert told.shown == len(alike)
        if show:
            assert told.counts[show] == len(alike)
    drawn = Counter({each[:3]: each.people for each in outlook(user, **asked).chart_periods})
    assert drawn == stretches_by_person(user, **asked)
    for day, kind in {lost for family in ahead for lost in family.lost_for_good}:
        told = outlook(user, **asked, loss=(kind, day))
        alike = [family for family in ahead if (day, kind) in family.lost_for_good]
        assert told.page == [each.case_id for each in alike]
        assert told.shown == len(alike)


def stretches_by_person(user, *, on, within_days, what_if=None):
    """How many people have each kind of aid on the same days, person by person."""
    last = on + max(DAYS_DRAWN, within_days) * DAY
    members = forecasts.members_here(
        Case.objects.visible_to(user, Permission.FORECAST_READ).open(), on
    )
    covers = Cover.objects.firm().with_end(on, what_if=what_if)
    drawn = Counter()
    for row in covers.filter(individual__in=members.values("individual")).merged():
        for span in spans_of(row["cover"]):
            if span.starts_on <= last and (span.ends_on is None or span.ends_on > on):
                end = span.ends_on if span.ends_on and span.ends_on <= last else None
                drawn[row["kind"], max(span.starts_on, on), end] += 1
    return drawn


def test_a_page_beyond_the_last_is_the_last(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aid.forecast_page.FAMILIES_PER_PAGE", 2)
    families = [a_family(cast.norte, 1) for _each in range(5)]
    cases = [family.pk for family in sorted(families, key=lambda family: family.number)]
    shown_on = [
        outlook(cast.ana, within_days=7, on=TODAY, page=page).page
        for page in (1, 2, 3, 4, LAST_PAGE)
    ]
    assert shown_on[:3] == [cases[:2], cases[2:4], cases[4:]]
    assert shown_on[3:] == [cases[4:]] * 2


def test_who_has_an_aid_again_after_the_days_drawn_does_not_lose_it_for_good(cast: Cast) -> None:
    back, gone = a_family(cast.norte), a_family(cast.norte)
    for family in (back, gone):
        a_commitment(family, by=cast.ana, until=TODAY + DAY * 5)
    a_commitment(back, by=cast.ana, starts_on=TODAY + DAY * (DAYS_DRAWN + 20))
    forecast(cast.ana, within_days=14, on=TODAY)
    told = outlook(cast.ana, within_days=14, on=TODAY, loss=(AidKind.LODGING, TODAY + DAY * 5))
    assert told.page == [gone.pk]
    assert {each.starts_on for each in told.chart_periods} == {TODAY}


def people(case: Case) -> list[object]:
    return list(FamilyMember.objects.filter(case=case).values_list("individual", flat=True))


def test_families_left_with_nothing_come_first(cast: Cast) -> None:
    keeps_meals, loses_all, keeps_all = (a_family(cast.norte, 2) for _ in range(3))
    a_commitment(keeps_meals, by=cast.ana, until=TODAY + DAY)
    a_commitment(keeps_meals, by=cast.ana, kind=AidKind.MEALS)
    a_commitment(loses_all, by=cast.ana, until=TODAY + DAY * 9)
    a_commitment(keeps_all, by=cast.ana, until=TODAY + DAY * 15)
    found = forecast(cast.ana, within_days=14, on=TODAY)
    assert [
        (family.number, family.is_left_with_nothing, family.kinds_left) for family in found
    ] == [
        (loses_all.number, True, []),
        (keeps_meals.number, False, [AidKind.MEALS]),
    ]


@pytest.mark.parametrize(("days", "seen"), [(13, False), (14, True), (15, True)])
def test_the_last_day_of_the_window_counts(cast: Cast, days: int, seen: bool) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=TODAY + DAY * 14)
    assert bool(forecast(cast.ana, within_days=days, on=TODAY)) is seen


def test_what_ended_already_is_not_lost_again(cast: Cast) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=TODAY)
    (family,) = forecast(cast.ana, within_days=14, on=TODAY)
    assert (family.losses, family.has_nothing_now) == ([], True)


def test_two_promises_that_follow_each_other_leave_no_gap(cast: Cast) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=TODAY + DAY * 3)
    a_commitment(case, by=cast.ana, starts_on=TODAY + DAY * 3)
    assert forecast(cast.ana, within_days=14, on=TODAY) == []


def test_a_gap_says_when_the_aid_comes_back_and_who_is_without(cast: Cast) -> None:
    case = a_family(cast.norte, 3)
    first, *others = people(case)
    person = FamilyMember.objects.get(individual=first).individual
    a_commitment(person, by=cast.ana, until=TODAY + DAY * 3)
    a_commitment(person, by=cast.ana, starts_on=TODAY + DAY * 10)
    (family,) = forecast(cast.ana, within_days=14, on=TODAY)
    assert family.losses == [
        Loss(AidKind.LODGING, TODAY + DAY * 3, TODAY + DAY * 10, (first,), is_whole_family=False)
    ]
    assert len(others) == 2


def test_what_was_only_said_covers_nobody(cast: Cast) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=TODAY + DAY * 3)
    a_commitment(case, by=cast.ana, is_firm=False, source="El ministro: sin límite")
    assert len(forecast(cast.ana, within_days=14, on=TODAY)) == 1


def placed(cast: Cast, size: int = 1) -> tuple[Case, object]:
    site = a_site(cast.cucuta, run_by=cast.carla)
    case = a_family(cast.norte, size)
    for person in people(case):
        Placement.objects.create(
            individual_id=person,
            case=case,
            site=site,
            starts_on=TODAY - DAY,
            checked_in_at=timezone.now(),
            placed_by=cast.carla,
        )
    return case, site


@pytest.mark.parametrize("ends", ["paid_until", "contract_ends_on", "closed_on"])
@pytest.mark.parametrize("promised", ["nothing", "lodging", "agreement"])
def test_a_hotel_that_is_paid_no_longer_is_a_gap_that_day_for_everybody_in_it(
    cast: Cast, ends: str, promised: str
) -> None:
    """Also where a promise without an end, or an agreement of three months, says otherwise."""
    case, site = placed(cast, 3)
    other = a_family(cast.sur)
    Placement.objects.create(
        individual_id=people(other)[0],
        case=other,
        site=site,
        starts_on=TODAY - DAY,
        checked_in_at=timezone.now(),
        placed_by=cast.carla,
    )
    if promised == "agreement":
        agreement = an_agreement(cast, ends_on=TODAY + DAY * 90)
        a_commitment(site, by=cast.carla, agreement=agreement)
    elif promised == "lodging":
        a_commitment(site, by=cast.carla)
    end = {ends: TODAY + DAY * 4}
    if ends == "closed_on":
        end["paid_until"] = TODAY + DAY * 60
    Site.objects.filter(pk=site.pk).update(**end)
    assert forecasts.forecast(cast.sonia, within_days=3, on=TODAY) == []
    found = forecast(cast.sonia, within_days=7, on=TODAY)
    assert sorted(family.number for family in found) == sorted([case.number, other.number])
    for family in found:
        [loss] = family.losses
        assert (loss.kind, loss.on, loss.is_whole_family) == (
            AidKind.LODGING,
            TODAY + DAY * 4,
            True,
        )
        assert family.is_left_with_nothing


def test_who_may_stay_past_the_plan_has_lodging_until_that_day(cast: Cast) -> None:
    case, site = placed(cast)
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 9)
    Placement.objects.filter(case=case).update(planned_end_on=TODAY)
    with time_machine.travel(datetime.datetime(2019, 3, 2, 15, tzinfo=datetime.UTC), tick=False):
        (late,) = forecast(cast.carla, within_days=14, on=TODAY + DAY)
        assert [loss.on for loss in late.losses] == [TODAY + DAY * 9]
        stays = list(Placement.objects.filter(case=case))
        until = TODAY + DAY * 4
        allow_past_the_plan(stays, allowed_until=until, reason="Una cita.", by=cast.carla)
        (family,) = forecast(cast.carla, within_days=14, on=TODAY + DAY)
        assert [loss.on for loss in family.losses] == [until]


def test_a_hotel_that_is_paid_again_is_no_gap_any_more(cast: Cast) -> None:
    _case, site = placed(cast)
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 4)
    assert len(forecast(cast.carla, within_days=7, on=TODAY)) == 1
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 34)
    assert forecast(cast.carla, within_days=7, on=TODAY) == []


def test_who_leaves_on_a_planned_day_is_covered_until_then_and_longer_only_while_still_there(cast):
    case, site = placed(cast)
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 4)
    [stay] = Placement.objects.filter(case=case)
    carla = as_(cast.carla)
    tomorrow = {"stays": [stay.pk], "planned_end_on": TODAY + DAY}
    carla.post(reverse("placement-extend", args=[stay.pk]), tomorrow)
    stay.refresh_from_db()
    assert stay.planned_end_on == TODAY + DAY
    (family,) = forecast(cast.carla, within_days=1, on=TODAY)
    assert [(loss.kind, loss.on) for loss in family.losses] == [(AidKind.LODGING, TODAY + DAY)]
    assert family.is_left_with_nothing
    assert coverage([stay.individual_id], TODAY)[stay.individual_id][AidKind.LODGING] == [
        Span(TODAY - DAY, TODAY + DAY)
    ]
    assert [row.on for row in losses_by_payer(cast.adela, within_days=7, on=TODAY)] == [TODAY + DAY]
    for day in (TODAY + DAY, TODAY + DAY * 2):
        (family,) = forecast(cast.carla, within_days=7, on=day)
        assert not family.has_nothing_now, "the person is still there"
        assert [loss.on for loss in family.losses] == [TODAY + DAY * 4]


def test_meals_go_on_where_only_the_nights_are_paid_no_longer(cast: Cast) -> None:
    _case, site = placed(cast)
    a_commitment(site, by=cast.carla, kind=AidKind.MEALS)
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 4)
    (family,) = forecast(cast.carla, within_days=7, on=TODAY)
    assert [loss.kind for loss in family.losses] == [AidKind.LODGING]
    assert (family.kinds_left, family.is_left_with_nothing) == ([AidKind.MEALS], False)


def test_an_unpaid_hotel_counts_with_its_payer(cast: Cast) -> None:
    _case, site = placed(cast, 6)
    hotel = an_agreement(cast, payer=a_payer("Hotelera del Este"), ends_on=TODAY + DAY * 90)
    a_commitment(site, by=cast.carla, agreement=hotel)
    Site.objects.filter(pk=site.pk).update(paid_until=TODAY + DAY * 4)
    found = losses_by_payer(cast.adela, within_days=14, on=TODAY)
    assert [(row.payer, row.kind, row.on, row.people) for row in found] == [
        ("Hotelera del Este", AidKind.LODGING, TODAY + DAY * 4, 6)
    ]


def test_families_without_any_aid_are_in_the_forecast_before_those_who_will_lose_it(
    cast: Cast,
) -> None:
    loses, never, legal_alone, covered = (a_family(cast.norte, 2) for _ in range(4))
    a_commitment(loses, by=cast.ana, until=TODAY + DAY * 2)
    a_commitment(legal_alone, by=cast.ana, kind=AidKind.LEGAL)
    a_commitment(covered, by=cast.ana, kind=AidKind.HEALTH)
    found = forecast(cast.ana, within_days=14, on=TODAY)
    assert [(family.number, family.has_nothing_now, family.kinds_now) for family in found] == [
        (never.number, True, []),
        (legal_alone.number, True, [AidKind.LEGAL]),
        (loses.number, False, [AidKind.LODGING]),
    ]
    assert [family.is_left_with_nothing for family in found] == [True, True, True]


@pytest.mark.parametrize("kind", list(AidKind))
def test_left_with_nothing_is_said_of_what_is_essential(cast: Cast, kind: AidKind) -> None:
    """Cash, legal aid or a mattress are no roof, no meal and no doctor."""
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=TODAY + DAY * 2)
    a_commitment(case, by=cast.ana, kind=kind, starts_on=TODAY + DAY * 2)
    found = forecast(cast.ana, within_days=14, on=TODAY)
    essential = kind in {AidKind.LODGING, AidKind.MEALS, AidKind.HEALTH}
    assert [family.is_left_with_nothing for family in found] == (
        [] if kind == AidKind.LODGING else [not essential]
    )


def test_who_has_nothing_today_and_gets_something_in_time_is_not_left_with_nothing(
    cast: Cast,
) -> None:
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, starts_on=TODAY + DAY * 3)
    (family,) = forecast(cast.ana, within_days=14, on=TODAY)
    assert (family.has_nothing_now, family.is_left_with_nothing) == (True, False)


def test_one_person_without_anything_in_a_family_that_is_covered_is_counted_and_named(
    cast: Cast,
) -> None:
    """Also one who keeps nothing on the last day, and where others keep what this one loses."""
    case = a_family(cast.norte, 4)
    *covered, petra = [member.individual for member in case.members.order_by("individual__number")]
    for person in covered:
        a_commitment(person, by=cast.ana, kind=AidKind.MEALS)
    [family] = forecast(cast.ana, within_days=14, on=TODAY)
    assert (family.lacking_now, family.lacking_left) == ([petra.pk], [petra.pk])
    page = page_of(as_(cast.ana).get(reverse("forecast")))
    assert page.says(f"sin ayuda esencial hoy 1 de 4: {petra.display_name}")
    assert page.says(f"nada esencial 1 de 4: {petra.display_name}")
    assert page.says("1 persona sin ayuda esencial hoy")
    today = page_of(as_(cast.sonia).get(reverse("today")))
    assert today.says("1 familia con alguien sin ayuda esencial hoy")
    a_commitment(petra, by=cast.ana, until=TODAY + DAY * 5)
    [family] = forecast(cast.ana, within_days=14, on=TODAY)
    assert (family.lacking_now, family.lacking_left) == ([], [petra.pk])
    assert forecast(cast.ana, within_days=3, on=TODAY) == []


def test_whoever_has_left_is_in_no_forecast(cast: Cast) -> None:
    """The last of a family stays its member until the case is closed."""
    case = a_family(cast.norte)
    assert len(forecast(cast.ana, within_days=14, on=TODAY)) == 1
    person = FamilyMember.objects.get(case=case).individual
    record_exit(person, type=ExitType.OWN_MEANS, on=TODAY, by=cast.ana)
    assert forecast(cast.ana, within_days=14, on=TODAY) == []


def test_the_end_of_an_agreement_ends_what_its_sites_give(cast: Cast) -> None:
    case, site = placed(cast, 2)
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 5)
    a_commitment(site, by=cast.carla, agreement=agreement)
    (family,) = forecast(cast.carla, within_days=14, on=TODAY)
    assert (family.number, family.losses[0].on) == (case.number, TODAY + DAY * 5)
    assert family.losses[0].is_whole_family


def test_what_if_an_agreement_ended_earlier(cast: Cast) -> None:
    _case, site = placed(cast)
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 90)
    a_commitment(site, by=cast.carla, agreement=agreement)
    assert forecast(cast.carla, within_days=14, on=TODAY) == []
    what_if = WhatIf(agreement=agreement.pk, ends_on=TODAY + DAY * 2)
    (family,) = forecast(cast.carla, within_days=14, on=TODAY, what_if=what_if)
    assert family.losses[0].on == TODAY + DAY * 2


def test_a_question_that_cannot_be_answered_says_why_and_stays_open(cast: Cast) -> None:
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 90)
    asked = {"agreement": str(agreement.pk), "ends_on": "30/02/2026"}
    for sent, said in (
        (asked, "30/02/2026: febrero no tiene 30 días."),
        ({**asked, "ends_on": ""}, "Falta la fecha: «"),
        ({"ends_on": f"{TODAY:%d/%m/%Y}"}, "respuesta: «Si este convenio»"),
    ):
        page = page_of(as_(cast.sonia).get(reverse("forecast"), sent))
        assert page.says(said), sent
        assert '<details class="filters" open>' in page.source, sent
        assert not page.says("Esto es una pregunta"), sent
    page = page_of(as_(cast.sonia).get(reverse("forecast")))
    assert '<details class="filters">' in page.source


def test_each_sees_the_families_within_sight(cast: Cast) -> None:
    own, site = placed(cast)
    a_commitment(site, by=cast.carla, until=TODAY + DAY * 4)
    other = a_family(cast.sur)
    a_commitment(other, by=cast.bruno, until=TODAY + DAY * 4)
    # A family with a bed at nobody's site is not the coordinator's.
    elsewhere = a_site(cast.cucuta, beds=[1])
    Placement.objects.create(
        individual_id=people(other)[0],
        case=other,
        site=elsewhere,
        bed=elsewhere.rooms.get().beds.get(),
        starts_on=TODAY - DAY,
        checked_in_at=timezone.now(),
        placed_by=cast.carla,
    )
    seen = {
        name: [family.number for family in forecast(user, within_days=14, on=TODAY)]
        for name, user in cast.users.items()
    }
    assert seen == {name: [] for name in cast.users} | {
        "ana": [own.number],
        "bruno": [other.number],
        "carla": [own.number],
        "sonia": sorted([own.number, other.number]),
    }


def test_the_administrator_gets_counts_by_payer_and_no_names(cast: Cast) -> None:
    _case, site = placed(cast, 6)
    hotel = an_agreement(cast, payer=a_payer("Hotelera del Este"), ends_on=TODAY + DAY * 5)
    a_commitment(site, by=cast.carla, agreement=hotel)
    alone = a_family(cast.sur)
    a_commitment(alone, by=cast.bruno, kind=AidKind.CASH, until=TODAY + DAY * 2)
    found = losses_by_payer(cast.adela, within_days=14, on=TODAY)
    assert [(row.payer, row.kind, row.on, row.people) for row in found] == [
        ("", AidKind.CASH, TODAY + DAY * 2, 1),
        ("Hotelera del Este", AidKind.LODGING, TODAY + DAY * 5, 6),
    ]
    assert losses_by_payer(cast.mara, within_days=14, on=TODAY) == []


@pytest.mark.parametrize(("count", "text"), [(0, "0"), (1, None), (4, None), (5, "5"), (40, "40")])
def test_small_counts_are_not_shown(count: int, text: str | None) -> None:
    assert (shown(count) == text) if text else (str(count) not in shown(count))


def kinds(user, **asked):
    chart_periods = outlook(user, within_days=14, on=TODAY, **asked).chart_periods
    return kinds_chart(chart_periods, on=TODAY)


def test_people_by_kind_fall_off_on_the_day_on_which_their_aid_ends(cast: Cast) -> None:
    two, three = (a_family(cast.norte, size) for size in (2, 3))
    a_commitment(two, by=cast.ana, until=TODAY + DAY * 5)
    a_commitment(three, by=cast.ana)
    a_commitment(two, by=cast.ana, kind=AidKind.MEALS, until=TODAY)
    chart = kinds(cast.ana)
    assert [(row.label, row.cells) for row in chart.rows] == [
        ("1 mar 2019", ("5",)),
        ("6 mar 2019", ("3",)),
        ("12 abr 2019", ("3",)),
    ]
    assert chart.heads[1:] == ("Alojamiento",)
    assert kinds(cast.bruno).rows == ()


def test_a_question_moves_the_fall(cast: Cast) -> None:
    agreement = an_agreement(cast)
    a_commitment(a_family(cast.norte, 2), by=cast.ana, agreement=agreement)
    asked = kinds(cast.ana, what_if=WhatIf(agreement=agreement.pk, ends_on=TODAY + DAY * 3))
    assert [row.cells for row in asked.rows] == [("2",), ("0",), ("0",)]


def test_the_drawing_of_losses_holds_no_number_that_the_table_withholds() -> None:
    """Five and fewer on one day: neither the bar, nor its label, nor any sum gives the fewer away."""
    drawn = set()
    for few in (1, 4):
        losses = [
            PayerLoss("A", AidKind.LODGING, TODAY + DAY, 7),
            PayerLoss("B", AidKind.MEALS, TODAY + DAY, few),
            PayerLoss("B", AidKind.MEALS, TODAY + DAY * 3, few),
            PayerLoss("C", AidKind.MEALS, TODAY + DAY * 3, few),
        ]
        drawn.add(losses_chart(losses, on=TODAY, within_days=4))
    [chart] = drawn
    few_words = shown(1)
    # Whoever loses two kinds stands in two bars: a sum would count them twice.
    assert "total" not in chart.words
    assert "Lo más alto: " in chart.words
    assert [row.cells[0] for row in chart.rows] == [
        f"7 + {few_words}",
        "0",
        f"{few_words} + {few_words}",
        "0",
    ]


def test_the_page_of_counts_draws_what_its_table_says(cast: Cast) -> None:
    for size in (2, 6):
        a_commitment(a_family(cast.norte, size), by=cast.ana, until=TODAY + DAY * (size + 1))
    page = page_of(as_(cast.adela).get(reverse("forecast-counts")))
    by_day = page.column("Personas, una vez por financiador y tipo")
    assert [each for each in by_day if each != "0"] == [shown(2), "6"]
