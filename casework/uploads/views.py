"""Pages that take files in, and files that are sent out."""

from functools import wraps
from typing import Any

from django.http import FileResponse
from django.http.response import HttpResponseBase

from accounts.access import StaffRequest
from casework.register.views import View
from casework.uploads.choices import CONTENT_TYPES
from casework.uploads.models import HoldsFile
from casework.uploads.tasks import check_uploads
from pages.workers import nudge
from vault.files import open_file


def takes_files(view: View) -> View:
    """Marks a page that takes in files: once they are on file, a worker is told."""

    @wraps(view)
    def page(request: StaffRequest, *args: Any, **keys: Any) -> HttpResponseBase:
        answer = view(request, *args, **keys)
        if request.method == "POST":
            nudge(check_uploads)
        return answer

    return page


def sealed_answer(
    row: HoldsFile, stored: str, outer_name: str, content_type: str = ""
) -> FileResponse:
    """A sealed file, opened while it is sent, as attachment under this name. The caller wrote the look down."""
    answer = FileResponse(
        open_file(stored, key_id=row.key_id, row_id=row.pk),
        as_attachment=True,
        filename=outer_name,
        content_type=content_type or CONTENT_TYPES[row.type],
    )
    answer["Cache-Control"] = "no-store"
    return answer
