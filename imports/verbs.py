"""The audit log's verbs of imports, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "import.checked": _("checked the rows of an import"),
    "import.committed": _("put the rows of an import on file"),
    "import.downloaded": _("downloaded the rows of an import that wait"),
    "import.dropped": _("dropped the rows of an import that waited"),
    "import.ended": _("an import ended and its sheet was destroyed"),
    "import.listed": _("looked at the list of imports"),
    "import.read": _("looked at the rows of an import"),
    "import.row_dropped": _("dropped a row of an import"),
    "import.row_mended": _("mended a row of an import"),
    "import.row_restored": _("fetched back a dropped row of an import"),
    "import.rows_accepted": _("took doubtful rows of an import as new people"),
    "import.rows_doubted": _("doubted again that rows of an import are new people"),
    "import.sheet_chosen": _("read another sheet of an imported workbook"),
    "import.start_said": _(
        "said what everybody in an import was told, and on what their files are kept"
    ),
    "import.undone": _("undid an import"),
    "import.uploaded": _("uploaded a sheet of arrivals"),
}
