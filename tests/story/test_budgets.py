"""What the jobs of every day cost in keys. Letters and digits of what is written down are not counted."""

import datetime
from typing import Any

import pytest
from django.urls import reverse

from aid.actions.commitments import commit
from aid.choices import AidKind
from asylum.choices import RenunciationStatus
from asylum.models import Renunciation
from casework.cases.actions import refer_to_legal
from casework.register.choices import YesNo
from shelters.models import Placement
from tests.browser import chromium
from tests.build import a_case, an_arrival, people_of, reference
from tests.cast import Cast
from tests.shelters.build import a_site
from tests.story.desks import desk_of
from tests.story.keys import Keys, Taps

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_logging_four_people_takes_42_keys(live_server: Any, cast: Cast) -> None:
    reference()
    with chromium() as browser, desk_of(browser, live_server.url, "ana") as ana:
        ana.opens(reverse("arrival-log"))
        keys = Keys(ana.page)
        with ana.next_page():
            keys.log_four_people()
        ana.sees("4 personas", "Wilmer Rodríguez Peña")
    assert keys.pressed <= 42


def test_logging_four_people_takes_30_taps_on_a_phone(live_server: Any, cast: Cast) -> None:
    reference()
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        ana.opens(reverse("arrival-log"))
        taps = Taps(ana.page)
        with ana.next_page():
            taps.log_four_people()
        ana.sees("4 personas", "Wilmer Rodríguez Peña")
    assert taps.tapped <= 30


def test_a_half_remembered_name_is_found_with_two_taps(live_server: Any, cast: Cast) -> None:
    a_case(cast)
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        taps = Taps(ana.page)
        taps.write(ana.page.locator("[data-search]"), "jorman rodriges")
        with ana.next_page():
            taps.tap(ana.page.locator("form.find button"))
        ana.sees("Yorman José Rodríguez Peña")
    assert taps.tapped <= 2


def test_who_loses_aid_in_14_days_is_two_keys_or_one_click_away(
    live_server: Any, cast: Cast
) -> None:
    today = cast.cucuta.today()
    case = an_arrival(cast, on=today)
    for each in (AidKind.MEALS, AidKind.CASH):
        commit(
            case,
            kind=each,
            is_firm=True,
            starts_on=today,
            until=today + datetime.timedelta(days=9),
            by=cast.ana,
        )
    with chromium() as browser, desk_of(browser, live_server.url, "ana") as ana:
        ana.goes_to("familia pierde alguna ayuda")
        ana.sees("Quién pierde ayuda en 14 días", case.number)
        ana.opens("/")
        keys = Keys(ana.page)
        with ana.next_page():
            keys.press("Alt+5")
        ana.sees("Quién pierde ayuda en 14 días", case.number)
    assert keys.pressed <= 2


def test_a_half_remembered_name_is_found_with_four_keys(live_server: Any, cast: Cast) -> None:
    a_case(cast)
    with chromium() as browser, desk_of(browser, live_server.url, "ana") as ana:
        keys = Keys(ana.page)
        keys.press("/")
        keys.write("jorman rodriges")
        with ana.next_page():
            keys.press("Enter")
        ana.sees("Yorman José Rodríguez Peña")
    assert keys.pressed <= 4


def test_a_renunciation_is_recorded_with_ten_keys(live_server: Any, cast: Cast) -> None:
    case = a_case(cast)
    refer_to_legal(case, by=cast.ana)
    with chromium() as browser, desk_of(browser, live_server.url, "lucia") as lucia:
        lucia.opens(reverse("renunciation-record", args=[people_of(case)[0].pk]))
        keys = Keys(lucia.page)
        # What the authority asks, signature, wording and explanation: nobody answers beforehand.
        keys.press("Space", "Tab", "Space", "Tab", "Space", "Tab", "Space")
        with lucia.next_page():
            keys.press("Control+Enter")
        lucia.sees("Se registró la renuncia.")
    assert keys.pressed <= 10
    paper = Renunciation.objects.get()
    assert (paper.status, paper.are_consequences_explained, paper.is_copy_given) == (
        RenunciationStatus.RECORDED,
        YesNo.YES,
        YesNo.UNKNOWN,
    )


def test_a_family_of_four_gets_adjacent_beds_with_four_keys(live_server: Any, cast: Cast) -> None:
    a_site(cast.cucuta, beds=(4, 5), run_by=cast.carla)
    case = an_arrival(cast, on=cast.cucuta.today())
    with chromium() as browser, desk_of(browser, live_server.url, "carla") as carla:
        carla.opens(reverse("placement-place", args=[case.pk]))
        keys = Keys(carla.page)
        keys.press("2")
        with carla.next_page():
            keys.press("Enter")
        carla.sees("El cupo quedó asignado.")
    assert keys.pressed <= 4
    beds = [stay.bed for stay in Placement.objects.select_related("bed__room")]
    assert len(beds) == 4
    assert len({bed.room_id for bed in beds}) == 1
