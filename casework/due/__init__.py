"""What falls due in casework, one noun per file; settings.DUE_SOURCES names each source."""

from typing import Any

from django.db.models import Case, CharField, Value, When


def columns(source: Any, rows: Any, *, about: str, on: str, case: str = "case_id") -> Any:
    """The eight columns that every source has, in their order; `on` before `today` is trouble."""
    return rows.order_by().values_list(
        Value(source.kind, CharField()),
        on,
        Value(about, CharField()),
        "id",
        case,
        Value(str(source.permission), CharField()),
        "of_office",
        "how_bad",
    )


def severity(field: str, today: Any) -> Any:
    """Trouble when the day is past, else a warning."""
    return Case(
        When(**{f"{field}__lt": today}, then=Value("trouble")),
        default=Value("warn"),
        output_field=CharField(),
    )
