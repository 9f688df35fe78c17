"""What the check asks of single rows before they go on file: hidden rows, kinds of papers, ages; whose remarks are whose."""

import io

import pytest
import xlsxwriter

from casework.register.choices import DocumentType
from casework.register.models.arrival import Arrival
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from imports.choices import ImportStatus, RowDoubt, RowState, WordKind
from imports.models import ImportBatch, WordMemory
from imports.rows import rows_in
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")

HEADINGS = [
    "Familia",
    "Nombres",
    "Apellidos",
    "Edad",
    "Parentesco",
    "Tipo de documento",
    "Documento",
    "Notas",
]
HEAD = ["1", "Yorman", "Rodríguez", "34", "titular", "", "", ""]


def text_of(client, address: str) -> str:
    return " ".join(page_of(client.get(address)).root.text.split())


def states(batch: ImportBatch) -> dict[int, str]:
    return {row["number"]: row["state"] for row in rows_in(batch, RowState.values)}


def doubts(batch: ImportBatch) -> dict[int, list[list[str]]]:
    return {
        row["number"]: row["doubts"] for row in rows_in(batch, RowState.values) if row["doubts"]
    }


def hiding(rows: list[list[str]], *hidden: int) -> bytes:
    """A sheet of which these rows are hidden, counted from 0."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
        for number in hidden:
            sheet.set_row(number, None, None, {"hidden": True})
    return stream.getvalue()


TWO = [["Nombres", "Apellidos", "Edad"], ["Ana", "Rojas", "30"], ["Luis", "Mora", "31"]]


def test_a_hidden_row_is_marked_and_waits_until_somebody_reads_it(cast, ana):
    batch = checked(ana, hiding(TWO, 2), "a.xlsx", cast.norte)
    assert states(batch) == {2: RowState.GOOD, 3: RowState.DOUBTFUL}
    page = text_of(ana, f"/imports/{batch.pk}/?rows=doubtful")
    assert "Esta fila está oculta en la hoja" in page
    assert "Leer esta fila" in page
    assert "Persona nueva" not in page
    put_on_file(ana, batch)
    assert [person.given_names for person in Individual.objects.all()] == ["Ana"]
    ana.post(f"/imports/{batch.pk}/rows/3/accept/")
    put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    assert Individual.objects.count() == 2


def test_a_hidden_row_is_not_read_with_others_and_can_be_left_out(cast, ana):
    batch = checked(ana, hiding(TWO, 2), "a.xlsx", cast.norte)
    assert (
        f"/imports/{batch.pk}/accept/"
        not in ana.get(f"/imports/{batch.pk}/?rows=doubtful").content.decode()
    )
    ana.post(f"/imports/{batch.pk}/accept/")
    assert states(batch)[3] == RowState.DOUBTFUL
    ana.post(f"/imports/{batch.pk}/rows/3/drop/")
    assert states(batch)[3] == RowState.DROPPED


def test_what_is_said_of_a_hidden_row_settles_no_other_question_about_it(cast, ana):
    rows = [HEADINGS, HEAD, ["1", "Petra", "Peña", "60", "suegra", "", "", ""]]
    batch = checked(ana, hiding(rows, 2), "a.xlsx", cast.norte)
    ana.post(f"/imports/{batch.pk}/rows/3/accept/")
    assert states(batch) == {2: RowState.GOOD, 3: RowState.GOOD}
    head = {f"cell-{at}": text for at, text in enumerate(HEAD)} | {"cell-3": "16"}
    ana.post(f"/imports/{batch.pk}/rows/2/", head)
    assert states(batch) == {2: RowState.HELD, 3: RowState.DOUBTFUL}
    assert doubts(batch)[3] == [[RowDoubt.HIDDEN, ""], [RowDoubt.AGES, "2"]]


@pytest.mark.parametrize(
    ("word", "kind", "number", "on_file"),
    [
        ("PN", DocumentType.BIRTH_CERTIFICATE, "1234", ("1234", "")),
        ("R.C.", DocumentType.BIRTH_CERTIFICATE, "1234", ("1234", "")),
        ("TI", DocumentType.MINORS_ID, "1090123456", ("1090123456", "CO")),
        ("Tarjeta de identidad (TI)", DocumentType.MINORS_ID, "1090123456", ("1090123456", "CO")),
        ("C.C.", DocumentType.NATIONAL_ID, "88123456", ("88123456", "CO")),
        ("CE", DocumentType.STAY_PAPER, "512345", ("512345", "CO")),
        ("PEP", DocumentType.STAY_PAPER, "912345678901", ("912345678901", "")),
        ("PPT", DocumentType.STAY_PAPER, "5123456", ("5123456", "")),
        ("PAS", DocumentType.PASSPORT, "123456789", ("123456789", "")),
        ("CI", DocumentType.NATIONAL_ID, "12345678", ("12345678", "")),
        ("V-", DocumentType.NATIONAL_ID, "12.345.678", ("V-12.345.678", "VE")),
        ("E", DocumentType.NATIONAL_ID, "84345678", ("E-84345678", "VE")),
    ],
)
def test_the_letters_of_the_region_for_papers_are_known(cast, ana, word, kind, number, on_file):
    rows = [HEADINGS, [*HEAD[:5], word, number, ""]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    asked = ana.get(f"/imports/{batch.pk}/words/").context["form"].words
    assert WordKind.DOCUMENT_TYPE not in {each.kind for each in asked}
    press(ana, f"/imports/{batch.pk}/words/")
    put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    paper = IdentityDocument.objects.get()
    assert (paper.type, (paper.number, paper.country)) == (kind, on_file)


def test_an_unknown_kind_of_paper_is_asked_and_remembered(cast, ana):
    rows = [HEADINGS, [*HEAD[:5], "Acta consular", "X-4455", ""]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    words = press(ana, f"/imports/{batch.pk}/columns/")["Location"]
    form = ana.get(words).context["form"]
    [asked] = [each for each in form.words if each.kind == WordKind.DOCUMENT_TYPE]
    assert (asked.word, asked.guess) == ("Acta consular", None)
    assert "Acta consular" in text_of(ana, words)
    place = form.words.index(asked)
    answers = {f"word-{at}": each.guess or "relative" for at, each in enumerate(form.words)}
    ana.post(words, answers | {f"word-{place}": DocumentType.BIRTH_CERTIFICATE.value})
    batch.refresh_from_db()
    assert "Registro de nacimiento: X-4455" in text_of(ana, f"/imports/{batch.pk}/")
    put_on_file(ana, batch)
    assert IdentityDocument.objects.get().type == DocumentType.BIRTH_CERTIFICATE
    assert WordMemory.objects.filter(kind=WordKind.DOCUMENT_TYPE).exists()


def test_a_kind_of_paper_that_nobody_explained_holds_its_row(cast, ana):
    rows = [TWO[0] + ["Tipo de documento", "Cédula"], TWO[1] + ["Acta consular", "X-4455"]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert (batch.status, batch.rows_good) == (ImportStatus.WORDS, 0)
    assert put_on_file(ana, batch).rows_done == 0


def test_remarks_of_a_family_say_whose_they_are(cast, ana):
    rows = [
        HEADINGS,
        [*HEAD[:7], "herido en mano izq."],
        ["1", "Petra", "Peña", "60", "suegra", "", "", ""],
        ["1", "Luz", "Rodríguez", "9", "sobrina", "", "", "viaja con su tía"],
        ["2", "Eva", "Lugo", "40", "titular", "", "", "sola"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert "herido en mano izq." in text_of(ana, f"/imports/{batch.pk}/")
    put_on_file(ana, batch)
    assert {arrival.circumstances for arrival in Arrival.objects.all()} == {
        "Yorman Rodríguez: herido en mano izq.\nLuz Rodríguez: viaja con su tía",
        "sola",
    }


def test_ages_that_hardly_fit_are_asked_about_once_a_row(cast, ana):
    rows = [
        HEADINGS,
        HEAD,
        ["1", "Petra", "Peña", "0", "suegra", "", "", ""],
        ["1", "Luz", "Rodríguez", "9", "hija", "", "", ""],
        ["1", "José", "Rodríguez", "30", "hijo", "", "", ""],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    held = [RowDoubt.WAITS_FOR_FAMILY, "3"]
    assert doubts(batch) == {
        2: [held],
        3: [[RowDoubt.AGES, "2"]],
        4: [held],
        5: [[RowDoubt.AGES, "2"]],
    }
    page = text_of(ana, f"/imports/{batch.pk}/?rows=doubtful")
    assert page.count("Las edades casi no permiten este parentesco") == 2
    assert page.count("Es correcto") == 2
    ana.post(f"/imports/{batch.pk}/rows/3/accept/")
    ana.post(f"/imports/{batch.pk}/rows/5/accept/")
    assert set(states(batch).values()) == {RowState.GOOD}


def test_rows_that_wait_for_their_family_are_counted_apart(cast, ana):
    rows = [
        HEADINGS,
        HEAD,
        ["1", "Petra", "Peña", "0", "suegra", "", "", ""],
        ["1", "Luz", "Rodríguez", "9", "hija", "", "", ""],
        ["2", "Eva", "Lugo", "treinta", "titular", "", "", ""],
        ["2", "Rosa", "Lugo", "9", "hija", "", "", ""],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_wrong, batch.rows_doubtful, batch.rows_held) == (0, 1, 1, 3)
    page = ana.get(f"/imports/{batch.pk}/?rows=held")
    assert {tab["label"]: tab["count"] for tab in page.context["tabs"]} == {
        "Correctas": 0,
        "Con errores": 1,
        "Por decidir": 1,
        "Esperan a su familia": 3,
    }
    shown = " ".join(page_of(page).root.text.split())
    assert "espera a otra persona de la familia. Fila 5" in shown
    assert "otra persona de la familia" not in text_of(ana, f"/imports/{batch.pk}/?rows=doubtful")
