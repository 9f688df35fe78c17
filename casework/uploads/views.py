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
    """Decorates a view that takes files: after a POST, queues their check."""

    @wraps(view)
    def page(request: StaffRequest, *args: Any, **keys: Any) -> HttpResponseBase:
        answer = view(request, *args, **keys)
        if request.method == "POST":
            queue_after_commit(check_uploads)
        return answer

    return page


def sealed_file_response(
    row: HoldsFile, file_name: str, download_name: str, content_type: str = ""
) -> FileResponse:
    """Returns the file as the attachment `download_name`, decrypted while it is sent. The caller writes the audit event."""
    answer = FileResponse(
        open_file(file_name, key_id=row.key_id, row_id=row.pk),
        as_attachment=True,
        filename=download_name,
        content_type=content_type or CONTENT_TYPES[row.type],
    )
    answer["Cache-Control"] = "no-store"
    return answer
