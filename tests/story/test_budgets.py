"""What the jobs of every day cost in keys. Letters and digits of what is written down are not counted."""

import datetime
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from aid.rules.gaps import month_after
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from casework.cases.actions import refer_to_legal
from casework.documents.models import CaseDocument
from casework.duplicates.actions import sweep_duplicates
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.register.choices import YesNo
from casework.register.models.case import Case
from casework.tasks.actions import set_task
from casework.tasks.choices import TaskStatus
from reporting.models import FunderTable
from shelters.models import Placement
from tests.asylum.build import a_permit
from tests.browser import chromium
from tests.build import a_case, a_row, an_arrival, people_of, reference
from tests.casework.documents.papers import a_picture
from tests.cast import Cast
from tests.shelters.build import a_site
from tests.story.desks import desk_of
from tests.story.keys import Keys, Taps

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]


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
        commit_aid(
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
        # The browser moves the cursor to the first name once the page is drawn.
        expect(ana.page.locator("main a[autofocus]")).to_be_focused()
        with ana.next_page():
            keys.press("Enter")
        ana.sees("Identidad", "Yorman José Rodríguez Peña")
    assert keys.pressed <= 4


def test_a_renunciation_is_recorded_with_ten_keys(live_server: Any, cast: Cast) -> None:
    case = a_case(cast)
    refer_to_legal(case, by=cast.ana)
    with chromium() as browser, desk_of(browser, live_server.url, "lucia") as lucia:
        lucia.opens(reverse("renunciation-record", args=[people_of(case)[0].pk]))
        keys = Keys(lucia.page)
        # What the authority asks and said today, signature, wording and explanation: nobody answers beforehand.
        keys.press("Space", "Tab")
        keys.cell("hoy")
        keys.press("Space", "Tab", "Space", "Tab", "Space")
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


def test_a_renunciation_is_recorded_with_six_taps(live_server: Any, cast: Cast) -> None:
    case = a_case(cast)
    refer_to_legal(case, by=cast.ana)
    with (
        chromium() as browser,
        desk_of(browser, live_server.url, "lucia", on_a_phone=True) as lucia,
    ):
        lucia.opens(reverse("renunciation-record", args=[people_of(case)[0].pk]))
        taps = Taps(lucia.page)
        for question, said in (
            ("¿La autoridad le pide la renuncia a esta persona?", "Sí"),
            ("Firma", "Firmada"),
            ("Carácter", "Permanente"),
            ("Se explicaron las consecuencias", "Sí"),
        ):
            taps.tap(lucia.page.get_by_role("group", name=question).get_by_label(said, exact=True))
        taps.tap(lucia.page.get_by_label("La autoridad lo dijo el"))
        lucia.page.keyboard.type("hoy")
        with lucia.next_page():
            taps.tap(lucia.page.get_by_role("button", name="Guardar"))
        lucia.sees("Se registró la renuncia.")
    assert taps.tapped <= 6


def a_permit_of_yesterday(cast: Cast) -> Permit:
    today = cast.cucuta.today()
    return a_permit(
        cast,
        issued_on=today - datetime.timedelta(days=90),
        expires_on=today - datetime.timedelta(days=1),
    )


def test_a_permit_is_renewed_from_today_with_six_keys(live_server: Any, cast: Cast) -> None:
    old = a_permit_of_yesterday(cast)
    until = cast.cucuta.today() + datetime.timedelta(days=90)
    with chromium() as browser, desk_of(browser, live_server.url, "lucia") as lucia:
        keys = Keys(lucia.page)
        keys.press("j")
        with lucia.next_page():
            keys.press("Enter")
        lucia.page.locator("input:focus").wait_for()
        keys.write(until.strftime("%d/%m/%Y"))
        keys.press("Tab")
        keys.write("hoy")
        with lucia.next_page():
            keys.press("Control+Enter")
        lucia.sees("Se renovó el permiso.")
    assert keys.pressed <= 6
    assert Permit.objects.exclude(pk=old.pk).get().expires_on == until


def test_a_permit_is_renewed_from_today_with_three_taps(live_server: Any, cast: Cast) -> None:
    old = a_permit_of_yesterday(cast)
    until = cast.cucuta.today() + datetime.timedelta(days=90)
    with (
        chromium() as browser,
        desk_of(browser, live_server.url, "lucia", on_a_phone=True) as lucia,
    ):
        taps, page = Taps(lucia.page), lucia.page
        with lucia.next_page():
            taps.tap(page.locator("#first a.act").first)
        page.locator("input:focus").wait_for()
        taps.write(page.get_by_label("Vence el"), until.strftime("%d/%m/%Y"))
        taps.write(page.get_by_label("Expedido el"), "hoy")
        with lucia.next_page():
            taps.tap(page.locator("main form button[type=submit]").last)
    assert taps.tapped <= 3
    assert Permit.objects.exclude(pk=old.pk).get().expires_on == until


def test_a_note_is_written_in_a_file_with_three_keys_and_in_view(
    live_server: Any, cast: Cast
) -> None:
    case = a_case(cast)
    with chromium() as browser, desk_of(browser, live_server.url, "ana") as ana:
        ana.opens(reverse("case-detail", args=[case.number]))
        box = ana.page.locator(".note-box textarea").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 800
        keys = Keys(ana.page)
        keys.press("n")
        keys.write("Llegó sin abrigo.")
        with ana.next_page():
            keys.press("Control+Enter")
        ana.sees("Llegó sin abrigo.")
    assert keys.pressed <= 3


def test_the_monthly_table_is_asked_for_with_four_keys(live_server: Any, cast: Cast) -> None:
    an_arrival(cast, on=month_after(cast.cucuta.today(), -1))
    with chromium() as browser, desk_of(browser, live_server.url, "adela") as adela:
        keys = Keys(adela.page)
        with adela.next_page():
            keys.press("+")
        # The month that ended stands ready; who reads the table nobody answers beforehand.
        adela.page.locator("input:focus").wait_for()
        keys.press("Space")
        with adela.next_page():
            keys.press("Control+Enter")
        adela.sees("La tabla se está haciendo")
    assert keys.pressed <= 4
    assert FunderTable.objects.get().starts_on == month_after(cast.cucuta.today(), -1)


def test_the_monthly_table_is_asked_for_with_three_taps(live_server: Any, cast: Cast) -> None:
    an_arrival(cast, on=month_after(cast.cucuta.today(), -1))
    with (
        chromium() as browser,
        desk_of(browser, live_server.url, "adela", on_a_phone=True) as adela,
    ):
        taps, page = Taps(adela.page), adela.page
        with adela.next_page():
            taps.tap(page.locator("main").get_by_role("link", name="Preparar una tabla"))
        taps.tap(page.get_by_role("group", name="Quién la leerá").get_by_role("radio").first)
        with adela.next_page():
            taps.tap(page.locator("main").get_by_role("button", name="Preparar la tabla"))
        adela.sees("La tabla se está haciendo")
    assert taps.tapped <= 3


def test_a_family_gets_adjacent_beds_from_today_with_four_keys(
    live_server: Any, cast: Cast
) -> None:
    a_site(cast.cucuta, beds=(4, 5), run_by=cast.carla)
    an_arrival(cast, on=cast.cucuta.today())
    with chromium() as browser, desk_of(browser, live_server.url, "carla") as carla:
        keys = Keys(carla.page)
        keys.press("j")
        with carla.next_page():
            keys.press("Enter")
        keys.press("2")
        with carla.next_page():
            keys.press("Enter")
        carla.sees("y 3 más duermen en")
    assert keys.pressed <= 4
    beds = [stay.bed for stay in Placement.objects.select_related("bed__room")]
    assert len(beds) == 4
    assert len({bed.room_id for bed in beds}) == 1


def test_a_family_gets_beds_from_today_with_four_taps(live_server: Any, cast: Cast) -> None:
    a_site(cast.cucuta, beds=(4, 5), run_by=cast.carla)
    an_arrival(cast, on=cast.cucuta.today())
    with (
        chromium() as browser,
        desk_of(browser, live_server.url, "carla", on_a_phone=True) as carla,
    ):
        taps, page = Taps(carla.page), carla.page
        with carla.next_page():
            taps.tap(page.locator("#first a.act").first)
        with carla.next_page():
            taps.tap(page.locator("main").get_by_role("button", name="Asignar un cupo").first)
        carla.sees("y 3 más duermen en")
    assert taps.tapped <= 4
    assert Placement.objects.count() == 4


def test_a_bus_of_twelve_people_and_five_families_takes_80_taps(
    live_server: Any, cast: Cast
) -> None:
    reference()
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        ana.opens(reverse("arrival-log") + "?group=1")
        taps = Taps(ana.page)
        with ana.next_page():
            taps.log_a_bus(families=5, people=12)
        ana.sees("5 familias")
    assert Case.objects.count() == 5
    assert taps.tapped <= 80


def test_a_document_is_uploaded_from_its_file_with_seven_taps(live_server: Any, cast: Cast) -> None:
    case = a_case(cast)
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        ana.opens(reverse("case-detail", args=[case.number]))
        taps, main = Taps(ana.page), ana.page.locator("main")
        with ana.next_page():
            taps.tap(main.get_by_role("link", name="Documentos", exact=True).first)
        with ana.next_page():
            taps.tap(main.get_by_role("link", name="Subir documentos"))
        picture = {"name": "cedula.jpg", "mimeType": "image/jpeg", "buffer": a_picture()}
        main.get_by_label("Archivo").set_input_files([picture])
        # The phone's own picker: one tap opens it, one takes the file.
        taps.tapped += 2
        taps.choose(main.get_by_label("Tipo"), "Documento de identidad")
        with ana.next_page():
            taps.tap(main.get_by_role("button", name="Guardar"))
    assert CaseDocument.objects.count() == 1
    assert taps.tapped <= 7


def test_a_pair_that_is_not_one_person_is_answered_with_two_taps(
    live_server: Any, cast: Cast
) -> None:
    an_arrival(cast, people=[a_row("Yorman José", "Rodríguez", born=1991)])
    an_arrival(cast, people=[a_row("Yorman José", "Rodríguez", born=1991)])
    sweep_duplicates()
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        ana.opens(reverse("duplicate-list"))
        taps, main = Taps(ana.page), ana.page.locator("main")
        with ana.next_page():
            taps.tap(main.locator("tbody th a").first)
        with ana.next_page():
            taps.tap(main.get_by_role("button", name="Dos personas con el mismo nombre"))
        ana.sees("La decisión quedó guardada.")
    assert DuplicatePair.objects.get().status == PairStatus.DIFFERENT
    assert taps.tapped <= 2


def test_a_task_is_ticked_off_on_today_with_one_tap(live_server: Any, cast: Cast) -> None:
    task = set_task(a_case(cast), title="Llamar", due_on=cast.ana.today(), by=cast.ana)
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        taps = Taps(ana.page)
        ana.unfolds("Llamar")
        with ana.next_page():
            taps.tap(ana.page.get_by_role("button", name="Hecho").first)
        ana.sees("Hecha: Llamar")
    task.refresh_from_db()
    assert (task.status, taps.tapped) == (TaskStatus.DONE, 1)
