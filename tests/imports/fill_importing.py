"""Adds a sheet that waits to a family: one good row, one with an error, one that may be a duplicate."""

from accounts.models import User
from casework.register.choices import Category
from imports.actions.imports import confirm_words, map_columns, upload_sheet
from imports.choices import WordKind
from tests.build import team_of
from tests.cast import Cast
from tests.imports.sheets import as_csv
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
