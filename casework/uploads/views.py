"""Helpers for pages that take or send files."""

from functools import wraps
from typing import Any

from django.http import FileResponse
from django.http.response import HttpResponseBase

from accounts.access import StaffRequest
from casework.register.views import View
from casework.uploads.choices import CONTENT_TYPES
from casework.uploads.models import HoldsFile
from casework.uploads.tasks import check_uploads
from pages.workers import queue_after_commit
from vault.files import open_file


def takes_files(view: View) -> View:
    """Marks a page that takes files: starts a worker after they are stored."""

    @wraps(view)
    def page(request: StaffRequest, *args: Any, **keys: Any) -> HttpResponseBase:
        answer = view(request, *args, **keys)
        if request.method == "POST":
            queue_after_commit(check_uploads)
        return answer

    return page


def sealed_answer(
    row: HoldsFile, stored: str, download_name: str, content_type: str = ""
) -> FileResponse:
    """A sealed file, decrypted while it is sent, as an attachment called `download_name`. The caller records the read."""
    answer = FileResponse(
        open_file(stored, key_id=row.key_id, row_id=row.pk),
        as_attachment=True,
        filename=download_name,
        content_type=content_type or CONTENT_TYPES[row.type],
    )
    answer["Cache-Control"] = "no-store"
    return answer
