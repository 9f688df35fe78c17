"""How much is taken in at once, what is said of the rest, and how a script learns where an answer leads."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from casework.register.views import file_page_url
from casework.uploads.models import WaitingFile
from casework.uploads.rules.formats import LARGEST
from imports.rules.kinds import MOST_BYTES
from pages.middleware import BY_SCRIPT, LEADS_TO
from pages.uploads import LARGEST_FILE, MEGABYTE
from tests.build import an_arrival
from tests.casework.documents.papers import a_picture
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("media")


def send(client, case, *sizes, **headers):
    """Photos of so many megabytes: what follows a photo's end is left behind when it is looked into."""
    photo = a_picture()
    files = [
        SimpleUploadedFile(f"{place}.jpg", photo + bytes(round(size * MEGABYTE) - len(photo)))
        for place, size in enumerate(sizes)
    ]
    told = {"file": files, "kind": "photo", "title": "Foto"}
    return client.post(reverse("document-file", args=[case.number]), told, headers=headers)


def waiting():
    return sorted((each.name, each.size) for each in WaitingFile.objects.all())


def test_a_page_names_the_bounds_that_the_rules_hold():
    assert LARGEST_FILE == LARGEST == MOST_BYTES


def test_several_good_photos_are_taken_together_though_each_alone_would_fill_a_file(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    answer = send(client, case, 13, 13, 13)
    page = page_of(client.get(answer["Location"]))
    assert not page.says("Este archivo está vacío.")
    assert waiting() == [(f"{place}.jpg", 13 * MEGABYTE) for place in range(3)]


def test_of_more_than_fits_at_once_the_rest_is_named_with_the_sum_and_nothing_else_is_lost(
    cast, monkeypatch
):
    monkeypatch.setattr(settings, "FILE_UPLOAD_MAX_MEMORY_SIZE", 10 * MEGABYTE)
    case, client = an_arrival(cast), as_(cast.ana)
    answer = send(client, case, 6, 6, 3)
    page = page_of(client.get(answer["Location"]))
    assert page.says("1.jpg: Se enviaron 15 MB en total, y a la vez se reciben 10 MB como máximo.")
    assert waiting() == [("0.jpg", 6 * MEGABYTE), ("2.jpg", 3 * MEGABYTE)]
    assert page.fields["title-1"] == "Foto · 2"


def test_a_file_that_is_too_large_by_itself_takes_no_room_from_the_others(cast, monkeypatch):
    monkeypatch.setattr(settings, "FILE_UPLOAD_MAX_MEMORY_SIZE", 30 * MEGABYTE)
    case, client = an_arrival(cast), as_(cast.ana)
    answer = send(client, case, 26, 20)
    page = page_of(client.get(answer["Location"]))
    assert page.says("0.jpg: Un archivo puede tener 25 MB como máximo.")
    assert waiting() == [("1.jpg", 20 * MEGABYTE)]


def test_one_that_found_no_room_is_not_called_empty_nor_too_large(cast, monkeypatch):
    monkeypatch.setattr(settings, "FILE_UPLOAD_MAX_MEMORY_SIZE", 2 * MEGABYTE)
    case, client = an_arrival(cast), as_(cast.ana)
    page = page_of(send(client, case, 3))
    assert page.refusals == [
        "Archivo: Se enviaron 3 MB en total, y a la vez se reciben 2 MB como máximo. "
        "Envíe este archivo otra vez, solo."
    ]
    assert (page.fields["kind"], page.fields["title"]) == ("photo", "Foto")


def test_each_field_for_files_says_its_bounds_before_anything_is_sent(cast):
    client = as_(cast.ana)
    case = an_arrival(cast)
    for address in (reverse("document-file", args=[case.number]), reverse("import-list")):
        fields = list(page_of(client.get(address)).root.where("type", "file"))
        assert fields
        for field in fields:
            said = field.attributes
            assert said["data-largest"] == str(25 * MEGABYTE)
            assert said["data-together"] == str(100 * MEGABYTE)
            assert "A la vez se reciben 100 MB" in said["data-too-much"]
            assert said["data-uploading"] == "Subiendo, espere por favor: {percent} %"


def test_a_script_learns_where_the_answer_leads_and_what_it_says_once_waits(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    answer = send(client, case, 1, **{BY_SCRIPT: "yes"})
    assert (answer.status_code, answer[LEADS_TO]) == (200, file_page_url(case, "papers"))
    assert "Location" not in answer
    assert page_of(client.get(answer[LEADS_TO])).says("Se recibió y se está revisando: Foto")
