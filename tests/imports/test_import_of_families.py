"""Families of a sheet: a head's row that stands twice, and children of whom a sheet says what no child can be."""

import datetime

import pytest

from casework.register.choices import Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from imports.choices import RowDoubt, RowFault, RowState
from imports.rows import rows_in
from tests.imports.sheets import as_xlsx, checked, put_on_file

pytestmark = pytest.mark.usefixtures("house")
HEADINGS = ["Familia", "Nombres", "Apellidos", "Edad", "Parentesco"]
HEAD = ["1", "Yorman", "Rodríguez", "34", "titular"]
WIFE = ["1", "Marleny", "Suárez", "30", "esposa"]
SON = ["1", "Ángel", "Rodríguez", "8", "hijo"]


def told(batch) -> dict[int, list[list[str]]]:
    """By row with an error or a doubt, what is told about it; a wait for the family is nothing to tell."""
    rows = rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL])
    return {row["number"]: [*row["faults"], *row["doubts"]] for row in rows}


@pytest.mark.parametrize("is_marked", [True, False])
@pytest.mark.parametrize("rows", [[HEAD, HEAD, WIFE, SON], [HEAD, WIFE, SON, HEAD]])
def test_a_heads_row_that_stands_twice_is_told_as_a_repeat_and_nothing_else(
    cast, ana, rows, is_marked
):
    start = 0 if is_marked else 1
    sheet = [row[start:] for row in [HEADINGS, *rows]]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    repeat = 2 + max(place for place, row in enumerate(rows) if row is HEAD)
    assert told(batch) == {repeat: [[RowDoubt.REPEATS_ROW, "2"]]}
    ana.post(f"/imports/{batch.pk}/rows/{repeat}/drop/")
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_dropped, told(batch)) == (3, 1, {})
    put_on_file(ana, batch)
    members = FamilyMember.objects.all()
    assert len({member.case_id for member in members}) == 1
    assert sum(member.relation_to_principal == Relation.PRINCIPAL for member in members) == 1


def test_two_heads_of_whom_somebody_says_that_they_are_two_are_two_heads(cast, ana):
    batch = checked(ana, as_xlsx([HEADINGS, HEAD, WIFE, HEAD]), "a.xlsx", cast.norte)
    ana.post(f"/imports/{batch.pk}/rows/4/accept/")
    batch.refresh_from_db()
    assert ["relation", RowFault.TWO_HEADS] in told(batch)[4]
    assert batch.rows_good == 0


def test_a_head_who_differs_in_anything_is_a_second_head(cast, ana):
    other = ["1", "Yorman", "Rodríguez", "35", "titular"]
    batch = checked(ana, as_xlsx([HEADINGS, HEAD, WIFE, other]), "a.xlsx", cast.norte)
    assert told(batch) == {4: [["relation", RowFault.TWO_HEADS]]}


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Fuerza", "GNB"),
        ("Grado", "Sargento segundo"),
        ("Años de servicio", "2"),
        ("Unidad", "D-21"),
    ],
)
def test_a_child_of_five_of_whom_the_sheet_says_that_it_served_is_asked_about(
    cast, ana, heading, said
):
    sheet = [[*HEADINGS, heading], [*HEAD, ""], ["1", "Luz", "Rodríguez", "5", "hija", said]]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    assert told(batch) == {3: [["age", RowFault.TOO_YOUNG_TO_HAVE_SERVED]]}
    assert batch.rows_good == 0


def test_a_rank_before_the_name_of_a_child_of_five_is_asked_about(cast, ana):
    sheet = [["Nombre completo", "Edad"], ["S/2 Luz Rodríguez", "5"]]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    assert told(batch) == {2: [["age", RowFault.TOO_YOUNG_TO_HAVE_SERVED]]}


@pytest.mark.parametrize("relation", ["esposa", "pareja", "concubina"])
def test_a_partner_of_eight_years_is_asked_about(cast, ana, relation):
    sheet = [HEADINGS, HEAD, ["1", "Luz", "Suárez", "8", relation]]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    assert told(batch) == {3: [["relation", RowFault.TOO_YOUNG_A_PARTNER]]}
    assert batch.rows_good == 0


def test_a_grown_partner_and_a_child_who_did_not_serve_are_good(cast, ana):
    sheet = [[*HEADINGS, "Fuerza"], [*HEAD, "GNB"], [*WIFE, ""], [*SON, ""]]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    assert (batch.rows_good, told(batch)) == (3, {})


DAYS = [
    "Familia",
    "Nombres",
    "Apellidos",
    "Edad",
    "Parentesco",
    "Fecha de llegada",
    "Punto de cruce",
]


def of_days(*days: str) -> bytes:
    """The family, each of whom came on a day of their own, with a crossing."""
    rows = [[*row, day, ""] for row, day in zip([HEAD, WIFE, SON], days, strict=True)]
    return as_xlsx([DAYS, *rows])


def test_a_family_whose_members_came_on_several_days_has_an_arrival_for_each(cast, ana):
    batch = checked(ana, of_days("20/02/2019", "22/02/2019", "22/02/2019"), "a.xlsx", cast.norte)
    assert told(batch) == {}
    put_on_file(ana, batch)
    [case] = Case.objects.all()
    assert case.opened_on == datetime.date(2019, 2, 20)
    assert {
        (member.individual.given_names, member.relation_to_principal, member.individual.arrival.on)
        for member in case.members.all()
    } == {
        ("Yorman", Relation.PRINCIPAL, datetime.date(2019, 2, 20)),
        ("Marleny", Relation.SPOUSE, datetime.date(2019, 2, 22)),
        ("Ángel", Relation.SON, datetime.date(2019, 2, 22)),
    }
    assert all(member.joined_on == member.individual.arrival.on for member in case.members.all())
    assert case.arrivals.count() == 2


def test_a_family_of_several_days_is_taken_back_whole(cast, ana):
    batch = checked(ana, of_days("20/02/2019", "22/02/2019", "23/02/2019"), "a.xlsx", cast.norte)
    batch = put_on_file(ana, batch)
    assert Arrival.objects.count() == 3
    ana.post(f"/imports/{batch.pk}/undo/")
    assert (Case.objects.count(), Arrival.objects.count(), FamilyMember.objects.count()) == (
        0,
        0,
        0,
    )


def test_an_arrival_that_somebody_added_to_the_family_stands_in_the_way_of_taking_it_back(
    cast, ana
):
    batch = checked(ana, of_days("20/02/2019", "22/02/2019", ""), "a.xlsx", cast.norte)
    assert told(batch) == {4: [["arrived_on", RowFault.ARRIVALS_DIFFER]]}
    ana.post(f"/imports/{batch.pk}/rows/4/drop/")
    batch.refresh_from_db()
    put_on_file(ana, batch)
    Arrival.objects.filter(on=datetime.date(2019, 2, 22)).update(submission=None)
    batch.refresh_from_db()
    ana.post(f"/imports/{batch.pk}/undo/")
    assert Case.objects.count() == 1


def test_whoever_came_before_the_head_is_asked_about(cast, ana):
    batch = checked(ana, of_days("22/02/2019", "20/02/2019", "22/02/2019"), "a.xlsx", cast.norte)
    assert told(batch) == {3: [["arrived_on", RowFault.CAME_BEFORE_THE_HEAD]]}
