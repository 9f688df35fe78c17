"""The pages of a plan of moves: from the notice to the slips, through the forms."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import AuditEvent
from casework.cases.actions import restrict_case
from shelters.contracts.actions import record_notice
from shelters.models import MovePlan, Placement, Site
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_site, a_stay, beds_of
from tests.shelters.plan.plan_builds import (
    BOY,
    DAY,
    GIRL,
    MAN,
    WOMAN,
    case_of,
    family_with,
    plan_of,
    sleeping_at,
    solved_again,
    worked_out,
)


@pytest.fixture
def closing(cast):
    return a_site(cast.cucuta, beds=[4, 4, 4], run_by=cast.carla, name="Hotel que cierra")


@pytest.fixture
def other(cast):
    return a_site(cast.cucuta, beds=[3, 2], run_by=cast.carla, name="Hotel que sigue")


@pytest.fixture
def mother(cast, closing, today):
    family = family_with(cast.norte, WOMAN, BOY, GIRL, day=today)
    sleeping_at(closing, [family], by=cast.carla)
    return family


def made(browser, site, first, nights=3):
    """The plan, made through the form."""
    asked = {
        "leaves_on": first.isoformat(),
        "counts_until": (first + (nights - 1) * DAY).isoformat(),
    }
    answer = browser.post(reverse("move-plan-make", args=[site.pk]), asked)
    assert answer.status_code == 302, page_of(answer).refusals
    return worked_out(MovePlan.objects.drafts().get(site=site))


def opened(browser, plan, name="move-plan-detail", *args):
    return page_of(browser.get(reverse(name, args=[plan.pk, *args])))


def test_from_the_notice_to_the_slips(cast, closing, other, mother, today):
    said = {"received_on": today, "given_by": "owner", "cause": "arrears"}
    record_notice(closing, leaves_on=today + 2 * DAY, by=cast.carla, **said)
    carla = as_(cast.carla)
    contract = page_of(carla.get(reverse("site-contract", args=[closing.pk])))
    assert reverse("move-plan-make", args=[closing.pk]) in contract.links
    form = page_of(carla.get(reverse("move-plan-make", args=[closing.pk])))
    assert form.fields["leaves_on"] == f"{today + 2 * DAY:%d/%m/%Y}"
    plan = made(carla, closing, today + 2 * DAY)
    page = opened(carla, plan)
    assert page.says("Las 3 personas tienen cupo nuevo", "Hotel que sigue · 101: 1, 2, 3")
    applied = carla.post(reverse("move-plan-apply", args=[plan.pk]), {"reason": ""})
    assert applied.status_code == 302
    slips = opened(carla, plan, "move-plan-print")
    assert slips.says(case_of(mother[0]).number, "Hotel que sigue, 101", "cama 1")
    undo = opened(carla, plan).links
    stay = Placement.objects.filter(individual=mother[0], site=closing).get()
    assert reverse("placement-undo", args=[stay.pk]) in undo
    verbs = AuditEvent.objects.filter(verb__startswith="move_plan.").values_list("verb", flat=True)
    assert set(verbs) == {
        "move_plan.made",
        "move_plan.solved",
        "move_plan.read",
        "move_plan.applied",
    }


def test_a_slip_that_is_found_says_neither_where_the_shelter_is_nor_whose_it_is(
    cast, closing, other, mother, today
):
    Site.objects.filter(pk=other.pk).update(code_name="Casa Verde")
    carla = as_(cast.carla)
    plan = made(carla, closing, today + 2 * DAY)
    assert opened(carla, plan).says("Hotel que sigue · 101")
    slips = opened(carla, plan, "move-plan-print")
    assert slips.says("Casa Verde, 101")
    assert not slips.holds("Hotel que sigue")
    assert not slips.says("Impreso por")


def test_it_says_how_many_have_no_place_and_how_many_bed_nights(cast, closing, mother, today):
    alone = family_with(cast.norte, MAN, day=today)
    a_stay(alone[0], closing, beds_of(closing)[5], by=cast.carla)
    a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    carla = as_(cast.carla)
    plan = made(carla, closing, today)
    page = opened(carla, plan)
    assert page.says("3 de 4 sin cupo, 9 noches de cama")
    assert page.says("Ningún otro plan es mejor según estas reglas")


def test_by_hand_through_the_form(cast, closing, other, mother, today):
    carla = as_(cast.carla)
    plan = made(carla, closing, today)
    case = case_of(mother[0])
    url = reverse("move-plan-family", args=[plan.pk, case.pk])
    places = page_of(carla.get(url)).offered("place")
    assert places[-1] == "none"
    assert len(places) > 2
    assert carla.post(url, {"place": places[1]}).status_code == 302
    assert opened(carla, plan).says("a mano")
    assert carla.post(url, {"place": "none"}).status_code == 302
    assert opened(carla, plan).says("excluida a mano", "3 de 3 sin cupo")


def test_what_changed_stands_on_the_page_and_keeps_the_plan_from_being_applied(
    cast, closing, other, mother, today
):
    carla = as_(cast.carla)
    plan = made(carla, closing, today)
    came = family_with(cast.norte, MAN, day=today)
    a_stay(came[0], closing, beds_of(closing)[5], by=cast.carla)
    assert opened(carla, plan).says("No se puede aplicar así")
    url = reverse("move-plan-apply", args=[plan.pk])
    refusal = page_of(carla.post(url, {"reason": ""}))
    assert refusal.says(case_of(came[0]).number, "llegó alguien que no está en el plan")
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 4
    carla.post(reverse("move-plan-look", args=[plan.pk]))
    assert not opened(carla, plan).says("No se puede aplicar así")
    assert carla.post(url, {"reason": ""}).status_code == 302
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 1


def test_the_board_draws_the_draft_and_only_for_whom_the_reader_sees(
    cast, closing, other, mother, today
):
    carla = as_(cast.carla)
    plan = made(carla, closing, today)
    shown = {"plan": str(plan.pk), "unfold": other.pk.hex[:8]}
    words = "en el borrador de un plan"
    assert page_of(carla.get(reverse("board"), shown)).says(words)
    assert not page_of(carla.get(reverse("board"), shown | {"plan": ""})).says(words)
    carla.post(reverse("move-plan-drop", args=[plan.pk]))
    assert not page_of(carla.get(reverse("board"), shown)).says(words)


def test_a_restricted_family_is_named_to_nobody_else_and_moved_by_nobody_else(
    cast, closing, other, mother, today
):
    plan = plan_of(closing, leaves_on=today, counts_until=today + DAY, by=cast.sonia)
    alone = family_with(cast.norte, MAN, day=today)
    a_stay(alone[0], closing, beds_of(closing)[5], by=cast.carla)
    solved_again(plan, by=cast.sonia)
    case = case_of(mother[0])
    restrict_case(case, people=[cast.sonia], by=cast.sonia)
    carla = as_(cast.carla)
    page = opened(carla, plan)
    assert page.says("3 personas de allí no están en este plan", case_of(alone[0]).number)
    assert not page.holds(case.number)
    assert case.number not in opened(carla, plan, "move-plan-print").text
    url = reverse("move-plan-apply", args=[plan.pk])
    assert page_of(carla.post(url, {"reason": ""})).says(
        "se traslada alguien cuyo caso usted no ve"
    )
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 4
    carla.post(reverse("move-plan-solve", args=[plan.pk]))
    worked_out(plan)
    assert carla.post(url, {"reason": ""}).status_code == 302
    left = Placement.objects.filter(site=closing, ends_on=None)
    assert {stay.case for stay in left} == {case}


def test_who_runs_no_site_there_finds_no_plan(cast, closing, other, mother, today):
    plan = plan_of(closing, leaves_on=today, counts_until=today + DAY, by=cast.carla)
    for user in (cast.ana, cast.lucia):
        assert as_(user).get(reverse("move-plan-detail", args=[plan.pk])).status_code == 404


def test_a_page_of_many_families_asks_no_more_questions(cast, closing, other, mother, today):
    def statements():
        carla = as_(cast.carla)
        plan = made(carla, closing, today)
        opened(carla, plan)
        with CaptureQueriesContext(connection) as queries:
            opened(carla, plan)
        return len(queries)

    one = statements()
    for number in range(4):
        came = family_with(cast.norte, MAN, day=today)
        a_stay(came[0], closing, beds_of(closing)[4 + number], by=cast.carla)
    assert statements() <= one + 2
