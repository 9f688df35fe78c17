"""What everybody in a sheet was told and on what their files are kept: said once, corrected for each afterwards."""

import pytest
from django.urls import reverse

from casework.consents.choices import NOTICE, Ground, ToldHow, text_code
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.register.models.individual import Individual
from imports.choices import RowState
from imports.models import ImportBatch
from reference.models import HouseText
from tests.cast import as_
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, batch_of, checked, put_on_file, upload
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture(scope="module")
def batch_of_the_file(ana_of_the_file, cast_of_the_file):
    rows = as_xlsx([HEADINGS, *FAMILY])
    return checked(ana_of_the_file, rows, "llegadas.xlsx", cast_of_the_file.norte).pk


@pytest.fixture
def batch(sent_in, batch_of_the_file):
    return sent_in(batch_of_the_file)


def storing():
    return HouseText.objects.get(code=text_code("storing"), version=1, language="es")


def answers(**facts):
    text = HouseText.objects.get(code=NOTICE, version=1, language="es")
    said = {"notice": "told", "notice_text": text.pk, "how": "aloud", "told_by": "Rosa"}
    return (
        said
        | {
            "ground": "authorised",
            "given": "written",
            "given_by": "La mamá",
            "ground_text": storing().pk,
            "said_on": "2019-02-28",
        }
        | facts
    )


def test_what_is_said_once_for_the_sheet_stands_in_each_file(ana, batch):
    address = reverse("import-start", args=[batch.pk])
    assert page_of(ana.get(f"/imports/{batch.pk}/")).says("Nadie ha dicho si")
    form = ana.get(address).context["form"]
    assert not any(form[name].value() for name in form.fields)
    assert ana.post(address, answers(heard_by="La mamá")).status_code == 302
    again = ana.get(address).context["form"]
    assert (again["told_by"].value(), again["ground_text"].value()) == ("Rosa", storing().pk)
    put_on_file(ana, batch)
    told = PrivacyNotice.objects.filter(state="told", text__version=1).values_list("how", flat=True)
    # The baby heard it through somebody else.
    assert sorted(told) == ["aloud", "aloud", ToldHow.TO_ANOTHER]
    grounds = sorted(FileBasis.objects.values_list("ground", "cannot_answer"))
    assert grounds == [("authorised", ""), ("authorised", ""), ("represented", "child")]
    assert {basis.given_by for basis in FileBasis.objects.filter(ground="represented")} == {
        "La mamá"
    }
    assert Consent.objects.filter(purpose="storing", status="given").count() == 3
    assert ConsentStep.objects.filter(text=storing(), consent__text=storing()).count() == 3
    # Part is on file: what was said stays as it was said.
    assert ana.get(address).status_code == 302


def test_a_notice_is_read_to_no_baby_of_a_sheet_where_nobody_said_who_heard_it(ana, batch):
    assert ana.post(reverse("import-start", args=[batch.pk]), answers()).status_code == 302
    put_on_file(ana, batch)
    states = sorted(PrivacyNotice.objects.values_list("state", "how", "because"))
    assert states == [("not_yet", "", "unheard"), *[("told", "aloud", "")] * 2]
    assert not any(PrivacyNotice.objects.values_list("heard_by", flat=True))


def test_what_nobody_said_counts_as_not_yet_for_each(ana, batch):
    put_on_file(ana, batch)
    assert set(PrivacyNotice.objects.values_list("state", "because")) == {("not_yet", "unsaid")}
    assert set(FileBasis.objects.values_list("ground", flat=True)) == {Ground.NONE_YET}
    listed = ana.get(reverse("start-list")).content.decode()
    assert all(person.number in listed for person in Individual.objects.all())


def test_it_is_corrected_for_each_person_afterwards(cast, ana, batch):
    ana.post(reverse("import-start", args=[batch.pk]), answers(heard_by="La mamá"))
    put_on_file(ana, batch)
    person = Individual.objects.order_by("number").first()
    case = person.memberships.get().case
    told = {"people": [str(person.pk)], "on": "2019-03-01", "notice": "not_yet"}
    ana.post(reverse("notice-tell", args=[case.number]), told | {"because": "absent"})
    newest = PrivacyNotice.objects.newest().filter(state="not_yet")
    assert [notice.individual for notice in newest] == [person]


def test_halves_are_refused_and_strangers_find_nothing(cast, ana, batch):
    address = reverse("import-start", args=[batch.pk])
    page = ana.post(address, answers(notice_text="", given=""))
    assert set(page.context["form"].errors) == {"notice_text", "given"}
    batch.refresh_from_db()
    assert batch.start is None
    assert as_(cast.mara).get(address).status_code == 404


def test_an_import_with_a_start_is_undone_whole(cast, ana, batch):
    ana.post(reverse("import-start", args=[batch.pk]), answers())
    put_on_file(ana, batch)
    ana.post(f"/imports/{batch.pk}/undo/")
    for model in (Individual, PrivacyNotice, FileBasis, Consent, ConsentStep):
        assert not model.objects.exists(), model


def test_what_was_said_afterwards_keeps_an_import_from_being_undone(cast, ana, batch):
    put_on_file(ana, batch)
    person = Individual.objects.order_by("number").first()
    case = person.memberships.get().case
    told = {"people": [str(person.pk)], "on": "2019-03-01", "notice": "not_yet"}
    ana.post(reverse("notice-tell", args=[case.number]), told | {"because": "absent"})
    ana.post(f"/imports/{batch.pk}/undo/")
    assert Individual.objects.count() == 3


def test_a_filled_column_that_is_not_imported_is_named_before_the_check_and_after_it(cast, ana):
    headings = [*HEADINGS, "Talla de botas", "Vacía"]
    rows = [[*row, size, ""] for row, size in zip(FAMILY, ("42", "", "18"), strict=True)]
    batch = batch_of(upload(ana, as_xlsx([headings, *rows]), "llegadas.xlsx", cast.norte))
    before = page_of(ana.get(f"/imports/{batch.pk}/columns/"))
    assert before.says("Estas columnas tienen datos y no se van a importar")
    assert before.says("M · Talla de botas: con datos en 2 filas")
    assert not before.says("Vacía: con datos")
    second = checked(ana, as_xlsx([headings, *rows]), "otra.xlsx", cast.norte)
    assert page_of(ana.get(f"/imports/{second.pk}/")).says("Talla de botas: con datos en 2 filas")
    whole = checked(ana, as_xlsx([HEADINGS, *FAMILY]), "toda.xlsx", cast.norte)
    assert not page_of(ana.get(f"/imports/{whole.pk}/")).says("no se van a importar")


def doubts_of(batch: ImportBatch) -> dict[int, list[str]]:
    return {
        row["number"]: [doubt[0] for doubt in row["doubts"]]
        for chunk in batch.chunks.all()
        for row in chunk.rows
        if row["state"] == RowState.DOUBTFUL
    }


def test_a_row_that_repeats_another_is_told_apart_from_one_that_is_like_it(cast, ana):
    alone = ["Nombres", "Apellidos", "Sexo", "Edad", "Cédula"]
    rows = [
        ["Luis", "Mora", "Hombre", "30", "V-10.000.001"],
        ["LUIS", "Mora ", "Hombre", "30", "v10000001"],
        ["Luisa", "Mora", "Mujer", "30", "V-10.000.001"],
    ]
    batch = checked(ana, as_xlsx([alone, *rows]), "hoja.xlsx", cast.norte)
    assert doubts_of(batch) == {3: ["repeats_row"], 4: ["same_document_in_sheet"]}
    page = page_of(ana.get(f"/imports/{batch.pk}/?rows=doubtful"))
    assert page.says("Esta fila repite exactamente otra fila de la hoja")
    ana.post(f"/imports/{batch.pk}/accept/")
    assert doubts_of(batch) == {3: ["repeats_row"]}, (
        "who repeats somebody exactly is looked at alone"
    )
    refusal = ana.post(f"/imports/{batch.pk}/accept/", follow=True)
    assert page_of(refusal).says("decida fila por fila")
    ana.post(f"/imports/{batch.pk}/rows/3/accept/")
    assert doubts_of(batch) == {}


def test_a_row_that_repeats_somebody_on_file_is_told_apart_from_a_likeness(cast, ana):
    alone = ["Nombres", "Apellidos", "Sexo", "Fecha de nacimiento", "Cédula"]
    first = ["Luis Alberto", "Mora Peña", "Hombre", "12/4/1991", "V-10.000.001"]
    put_on_file(ana, checked(ana, as_xlsx([alone, first]), "una.xlsx", cast.norte))
    other = ["Luis Alberto", "Mora Peña", "Hombre", "12/4/1991", ""]
    like = ["Luis", "Mora Peña", "Hombre", "12/4/1991", ""]
    for row, expected in ((first, "repeats_file"), (other, "repeats_file"), (like, "on_file")):
        batch = checked(ana, as_xlsx([alone, row]), "otra.xlsx", cast.norte)
        assert doubts_of(batch) == {2: [expected]}, row
    number = Individual.objects.get().number
    repeated = checked(ana, as_xlsx([alone, first]), "tres.xlsx", cast.norte)
    page = page_of(ana.get(f"/imports/{repeated.pk}/?rows=doubtful"))
    assert page.says("Esta fila repite exactamente a alguien ya registrado")
    assert page.says(number)
