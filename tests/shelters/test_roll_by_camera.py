"""The slip before the camera of a phone. What the camera shows is a file; the page does the rest with a real Chromium.

Chromium on Linux has a camera and no reader of codes, so the test reads the code from the picture that the page hands over.
"""

import json

import pytest
import segno
from django.urls import reverse
from django.utils import timezone

from casework.slips.actions import issue_slip
from shelters.door.choices import RollPresence
from shelters.door.models import RollAnswer
from tests.browser import at_desk, axe_faults, chromium
from tests.build import a_row, an_arrival
from tests.build import people_of as arrived
from tests.shelters.build import a_stay, beds_of
from tests.shelters.door_builds import who_sleeps_here

WIDTH, HEIGHT, MODULE, MARGIN = 640, 480, 8, 40
# A reader of one code: it compares each module of the picture with the code that was drawn.
READER = """
    window.BarcodeDetector = class {
      static async getSupportedFormats() { return KINDS; }
      async detect(video) {
        const { videoWidth, videoHeight } = video;
        const paper = new OffscreenCanvas(videoWidth, videoHeight).getContext("2d");
        paper.drawImage(video, 0, 0);
        const isDark = (x, y) => paper.getImageData(x, y, 1, 1).data[0] < 128;
        const middle = (at) => MARGIN + at * MODULE + MODULE / 2;
        const isShown = MATRIX.every((line, y) =>
          line.every((dark, x) => isDark(middle(x), middle(y)) === Boolean(dark)));
        return isShown ? [{ rawValue: CODE }] : [];
      }
    };
"""


def filmed(code, file):
    """Ten pictures of the code, as a camera of 640 by 480 sends them."""
    matrix = [list(line) for line in segno.make(code).matrix]
    side = len(matrix) * MODULE
    picture = bytearray(b"\xeb" * WIDTH * HEIGHT)
    for y in range(side):
        for x in range(side):
            if matrix[y // MODULE][x // MODULE]:
                picture[(y + MARGIN) * WIDTH + x + MARGIN] = 16
    frame = b"FRAME\n" + picture + b"\x80" * (WIDTH * HEIGHT // 2)
    file.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1\n".encode() + frame * 10)
    return matrix


def reading(kinds, code="", matrix=()):
    known = {"KINDS": kinds, "CODE": code, "MATRIX": matrix, "MODULE": MODULE, "MARGIN": MARGIN}
    said = "".join(f"const {name} = {json.dumps(value)};" for name, value in known.items())
    return f"{{ {said} {READER} }}"


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_the_camera_reads_a_slip_and_answers_for_nobody(
    translations, live_server, cast, site, tmp_path
):
    family = an_arrival(cast, people=[a_row("Luz", born=1994), a_row("Eider", born=1991)])
    here = {"by": cast.carla, "checked_in_at": timezone.now(), "starts_on": cast.carla.today()}
    for person, bed in zip(arrived(family), beds_of(site), strict=False):
        a_stay(person, site, bed, **here)
    who_sleeps_here(cast, site, "Yorman")
    token = issue_slip(family.arrivals.get(), by=cast.ana).token
    code = f"https://amparo.example/slips/{token}/"
    film = tmp_path / "slip.y4m"
    matrix = filmed(code, film)
    address = live_server.url + reverse("roll-call", args=[site.pk])
    options = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    with chromium(*options) as browser:
        # A browser that has a reader for no kind of code offers no camera: the code is typed.
        with at_desk(browser, live_server.url, width=360, user=cast.carla) as page:
            page.add_init_script(reading(kinds=[]))
            page.goto(address)
            page.locator(".slip summary").click()
            assert page.get_by_label("Código de la constancia").is_visible()
            assert not page.get_by_text("Escanear con la cámara").is_visible()
        with at_desk(browser, live_server.url, width=360, user=cast.carla) as page:
            page.add_init_script(reading(["qr_code"], code, matrix))
            page.goto(address)
            page.locator(".slip summary").click()
            page.get_by_text("Escanear con la cámara").click()
            all_present = page.locator("[data-all-present]")
            all_present.wait_for()
            found = page.locator("[data-found]").inner_text()
            assert ("Luz" in found, "Eider" in found, "Yorman" in found) == (True, True, False)
            assert page.locator("video").is_visible()
            assert axe_faults(page) == []
            assert page.locator("input:checked").count() == 0
            all_present.click()
            assert page.locator("input:checked").count() == 2
            page.get_by_role("button", name="Guardar y seguir").click()
            page.wait_for_url("**/exceptions/**")
    presences = RollAnswer.objects.values_list("presence", flat=True)
    assert list(presences) == [RollPresence.PRESENT] * 2
