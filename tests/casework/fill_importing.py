"""Adds a sheet that waits to a family: one good row, one with an error, one that may be a duplicate."""

from accounts.models import User
from casework.actions.import_work import work_on
from casework.actions.imports import map_columns, upload_sheet
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
    work_on(batch.pk)
