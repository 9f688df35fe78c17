"""Keeps uploads in memory, and reports files that are too large."""

import io
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.utils.translation import gettext, gettext_lazy

MEGABYTE = 1024 * 1024

LARGEST_FILE = 25 * MEGABYTE

TOO_MUCH = gettext_lazy(
    "Together %(size)s MB were sent, and at most %(most)s MB are taken in at once. "
    "Send this file again, by itself."
)


class RefusedUpload(UploadedFile):  # type: ignore[type-arg]  # it takes none when it runs
    """A file that was not accepted: its size is the real one, but it has no content."""

    bytes_together: int

    @property
    def message(self) -> str:
        """The message for a file that is too large only together with others."""
        values = {
            "size": in_megabytes(self.bytes_together),
            "most": in_megabytes(most_bytes_together()),
        }
        return str(TOO_MUCH) % values


class InMemoryOrTooLarge(MemoryFileUploadHandler):
    """Keeps files in memory up to the limits. Other files become a RefusedUpload, which the form reports.

    If they were dropped silently, the form could act without them.
    """

    is_refused: bool
    file_bytes = request_bytes = 0

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Counts the bytes received, not the announced length."""
        super().handle_raw_input(*args, **kwargs)
        self.activated = True

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        self.is_refused, self.file_bytes = False, 0
        super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        if self.is_refused:
            return None
        self.file_bytes += len(raw_data)
        self.request_bytes += len(raw_data)
        if self.file_bytes > LARGEST_FILE or self.request_bytes > most_bytes_together():
            # The refused file no longer counts, so that later files can be accepted.
            self.is_refused, self.file = True, io.BytesIO()
            self.request_bytes -= self.file_bytes
            return None
        return super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        if not self.is_refused:
            return super().file_complete(file_size)
        refused = RefusedUpload(io.BytesIO(), self.file_name, self.content_type, file_size)
        content_length = self.request.META.get("CONTENT_LENGTH") if self.request else None
        refused.bytes_together = int(content_length or file_size)
        return refused


def most_bytes_together() -> int:
    """The maximum size of all files of one request together."""
    return settings.FILE_UPLOAD_MAX_MEMORY_SIZE


def in_megabytes(size: int) -> int:
    return round(size / MEGABYTE)


class UploadInput(forms.FileInput):
    """A file input; `scripts/uploads.js` warns before sending files that would be refused, and shows progress."""

    most_files = 1

    def build_attrs(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        most = {"most": in_megabytes(most_bytes_together())}
        return super().build_attrs(*args, **kwargs) | {
            "data-largest": LARGEST_FILE,
            "data-together": most_bytes_together(),
            "data-files": self.most_files,
            "data-too-large": gettext(
                "“{name}” has {size} MB. A file may have %(most)d MB at most."
            )
            % {"most": in_megabytes(LARGEST_FILE)},
            "data-too-much": gettext(
                "Together these files have {size} MB. At most %(most)s MB are taken in at once: choose fewer."
            )
            % most,
            "data-too-many": gettext("Choose at most %(n)d files at once.")
            % {"n": self.most_files},
            "data-uploading": gettext("Uploading, please wait: {percent} %"),
            "data-broke-off": gettext(
                "The line broke off, and nothing was saved. All is still here: press the button again."
            ),
        }


class ManyUploads(UploadInput):
    """A file input for several files, of which the form gets one. Not `required` in the browser: the server checks."""

    allow_multiple_selected = True

    def __init__(self, most_files: int, attrs: dict[str, Any]) -> None:
        self.most_files = most_files
        super().__init__(attrs | {"multiple": True})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.get(name)

    def use_required_attribute(self, initial: Any) -> bool:
        return False


def read_accepted(
    files: "list[UploadedFile[bytes]]", field: forms.FileField
) -> tuple[list[tuple[str, bytes]], list[str]]:
    """(name, content) of each file that the field accepts, and for the others the errors, with the name of the file."""
    accepted, faults = list[tuple[str, bytes]](), list[str]()
    for file in files:
        try:
            field.clean(file)
        except ValidationError as error:
            faults += [f"{file.name}: {sentence}" for sentence in error.messages]
        else:
            accepted.append((str(file.name), file.read()))
    return accepted, faults
