"""Uploaded files stay in memory, and none that is too large is passed over in silence."""

import io

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler


class InMemoryOrTooLarge(MemoryFileUploadHandler):
    """What does not fit into memory is taken as an empty file of its true size: the form says that it is too large.

    Passed over, it would look as if nobody had chosen anything, and a form could act on what was chosen before.
    """

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        if self.activated:
            return super().file_complete(file_size)
        return UploadedFile(io.BytesIO(), self.file_name, self.content_type, file_size)
