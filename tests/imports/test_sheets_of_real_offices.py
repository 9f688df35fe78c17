"""Sheets as real offices send them, through the pages of an import: what is on file is what the sheet says, or the row asks.

The files of `inputs/` are made by hand after public reports about other software; all people are invented.
"""

import datetime
from pathlib import Path

import pytest
import time_machine

from casework.register.models.arrival import Arrival
from imports.choices import RowDoubt
from tests.cast import Cast, log_in
from tests.imports.on_file import asked, on_file, through
from tests.imports.sheets import put_on_file, upload

pytestmark = pytest.mark.usefixtures("house")
INPUTS = Path(__file__).parent / "inputs"
NOW = datetime.datetime(2026, 11, 26, 15, tzinfo=datetime.UTC)
# Given names / family names, sex, birth and how exactly it is known, papers, phones, relation, day, alias.
FROM_REPORTS = {
    "i01_hidden_first_sheet.xlsx": [
        "Benigno / Zambrano Rey · m · 1988-02-03 day · V-15000222 · +584141110002 · FP 24.11.",
    ],
    "i02_escaped_cr.xlsx": [
        "Casilda / Peña Núñez · f · 1991-03-09 day · V-16000333 · +584242220003 · FP 24.11.",
    ],
    "i04a_date1904_is_1.xlsx": [
        "Hermelinda / Rangel Soto · f · 1990-05-04 day · V-18000888 · +584144440008 · FP 24.11.",
        "Isidro / Vivas Cano · m · 1988-02-29 day · V-18000999 · +584144440009 · FP 24.11.",
    ],
    "i04b_date1904_is_true.xlsx": [
        "Hermelinda / Rangel Soto · f · 1990-05-04 day · V-18000888 · +584144440008 · FP 24.11.",
        "Isidro / Vivas Cano · m · 1988-02-29 day · V-18000999 · +584144440009 · FP 24.11.",
    ],
    "i05_full_names.xlsx": [
        "José Luis / Rojas · m · 1996 age · FP 25.11.",
        "María de los Ángeles / Peña · f · 1996 age · FP 25.11.",
    ],
    "i05b_family_names_first.xlsx": [
        "Ana / Lugo Gil · f · 1996 age · FP 25.11.",
        "Carmen Rosa / De la Hoz Nieto · f · 1996 age · FP 25.11.",
        "Luis Alberto / Peña Rojas · m · 1996 age · FP 25.11.",
        "Luisa / Zerpa · f · 1996 age · FP 25.11.",
    ],
    "i06_kobo_export.xlsx": [
        "Jacinta / Molina Vera · f · 1993-04-12 day · V-19000111 · +584145550011 · FP 24.11.",
    ],
    "i07_hxl_row.xlsx": [
        "Leonor / Duarte Cruz · f · 1985 age · FP 25.11.",
    ],
    "i07b_hxl_row_names_only.xlsx": [
        "Leonor / Duarte Cruz · u · None unknown · FP 25.11.",
    ],
    "i08a_cp850.csv": [
        "Begoña / Muñoz Peña · f · 1993 age · V-20000111 · FP 25.11.",
        "Ángel / Güipe Ibáñez · m · 2017 age · SON 25.11.",
    ],
    "i08c_utf16le_no_bom.csv": [
        "Begoña / Muñoz Peña · f · 1993 age · V-20000111 · FP 25.11.",
        "Ángel / Güipe Ibáñez · m · 2017 age · SON 25.11.",
    ],
    "i09_strict_open_xml.xlsx": [
        "Macario / Tovar Ríos · m · 1979-01-31 day · V-21000222 · +584146660012 · FP 24.11.",
    ],
    "i12_twins_unnamed.xlsx": [
        "/ Araque Luna · m · 2026-11-20 day · SON 25.11. · (RN 1)",
        "/ Araque Luna · m · 2026-11-20 day · SON 25.11. · (RN 2)",
        "Petra / Araque Luna · f · 1999-02-01 day · V-26000333 · FP 25.11.",
    ],
    "i14_scripts.xlsx": [
        "Ana 🌸 / Lugo · f · 1994 age · FP 25.11.",
        "Monirp / Lugo · m · 1992 age · FP 25.11.",
        "Łucja / Đurić Øst · f · 1993 age · FP 25.11.",
        "Ольга / Иванова · f · 1995 age · FP 25.11.",
        "محمد / الحاج · m · 1996 age · FP 25.11.",
    ],
    "i15_decimals_in_numbers.csv": [
        "Teodora / Ulloa Vega · f · 1986 age · 21555001 · +584145550021 · FP 25.11.",
        "Ubaldo / Ulloa Paz · m · 1985 age · 21.555.002 · +584145550022 · FP 25.11.",
        "Virginia / Ulloa Rey · f · 1984 age · 21555003 · +584145550023 · FP 25.11.",
    ],
    "i17_four_name_columns.xlsx": [
        "Wilmary Josefina / Urdaneta Leal · f · 1990-03-12 day · E-84123456 · FP 25.11.",
        "Xavier / Urdaneta · m · 2015-02-01 day · 1090123456 · SON 25.11.",
    ],
    "n01_names.xlsx": [
        "Ana 🌸 / Lugo Ipuana · f · 1983 age · COU 25.11.",
        "Brayan / Güipe · m · 1986 age · COU 25.11.",
        "Ja'yaliyuu / Epieyú · f · 1995 age · COU 25.11.",
        "Jefferson / D´Elia · m · 1994 age · COU 25.11.",
        "María / Castro Arrieche · f · 1991 age · COU 25.11.",
        "Michael / Johnson · m · 1987 age · COU 25.11.",
        "Nguyễn / Trần · m · 1988 age · COU 25.11.",
        "Steven / De la Hoz · m · 1993 age · COU 25.11.",
        "Uan / Ñáñez · m · 1984 age · COU 25.11.",
        "Wanülüü / Püshaina · f · 1996 age · FP 25.11.",
        "Wendy / Montes de Oca · f · 1992 age · COU 25.11.",
        "Xiomara / Ó'Connor · f · 1985 age · COU 25.11.",
        "Łucja / Đurić · f · 1989 age · COU 25.11.",
        "محمد / الحاج · m · 1990 age · COU 25.11.",
    ],
}


@pytest.fixture
def ana_then(cast: Cast):
    """Ana's browser on the day on which these sheets came."""
    with time_machine.travel(NOW, tick=True):
        yield log_in(cast.ana)


@pytest.mark.parametrize(("name", "people"), FROM_REPORTS.items(), ids=FROM_REPORTS)
def test_what_is_on_file_is_what_the_sheet_says(cast, ana_then, name, people):
    batch = through(ana_then, cast, name, (INPUTS / name).read_bytes())
    assert (on_file(), asked(batch)) == (sorted(people), {})


def test_a_letter_in_two_encodings_is_refused_with_its_row(cast, ana_then):
    content = (INPUTS / "i08d_mixed_utf8_cp1252.csv").read_bytes()
    answer = upload(ana_then, content, "mezcla.csv", cast.norte, arrived_on="2026-11-25")
    assert "Fila 3, columna A" in answer.content.decode()


def test_a_child_on_the_card_of_its_mother_has_no_paper_and_a_remark_says_whose_it_is(
    cast, ana_then
):
    name = "i13_child_on_mothers_card.xlsx"
    batch = through(ana_then, cast, name, (INPUTS / name).read_bytes())
    # The brother has the same number without a word: whoever knows them says whose it is.
    assert asked(batch)[3] == {RowDoubt.SAME_DOCUMENT_IN_SHEET}
    cells = dict(enumerate(batch.chunks.get().rows[1]["cells"])) | {4: ""}
    ana_then.post(
        f"/imports/{batch.pk}/rows/3/", {f"cell-{at}": said for at, said in cells.items()}
    )
    batch.refresh_from_db()
    put_on_file(ana_then, batch)
    assert on_file() == [
        "Quiteria / Bravo Mota · f · 1994-02-01 day · V-23000444 · FP 25.11.",
        "Rubén / Bravo Mota · m · 2020-11-20 day · SON 25.11.",
        "Simón / Bravo Mota · m · 2020-11-20 day · SON 25.11.",
    ]
    assert Arrival.objects.get().circumstances == (
        "Simón Bravo Mota: Documento: V-23000444 (de la madre)"
    )
