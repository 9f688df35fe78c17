"""Adds a sheet that waits to a family: one good row, one with an error, one that may be a duplicate."""

from accounts.models import User
from casework.actions.imports import confirm_words, map_columns, upload_sheet
from casework.choices import Category
from casework.choices.importing import WordKind
from tests.build import team_of
from tests.casework.sheets import as_csv
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    rows = [
        ["Nombres", "Apellidos", "Cédula", "Edad", "Observaciones"],
        ["Yolanda", family.named, "11222333", "30", family.sealed],
        ["Rómulo", family.named, "44555666", "treinta", family.sealed],
        ["Yolanda", family.named, "11222333", "30", family.sealed],
    ]
    batch = upload_sheet(
        file_name=f"{family.named}.csv",
        content=as_csv(rows),
        team=team_of(by),
        arrived_on=cast.cucuta.today(),
        by=by,
    )
    batch = map_columns(batch, columns=batch.column_fields, by=by)
    confirm_words(batch, meanings={WordKind.CATEGORY: {"": Category.RELATIVE.value}}, by=by)
