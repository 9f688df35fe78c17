"""Stores a chosen file while the user corrects its form, so that nobody has to find the file again on a cheap phone.

Existing libraries do not fit: `django-file-resubmit` (last released 2018) and its successor `bw-file-resubmit`
(0.6.0rc2 of 2023) store the file unencrypted in a cache and give it to anybody with its key; `django-file-form` stores
it unencrypted in a folder and needs JavaScript. Ours is sealed, never served, belongs to one user and form, and its key
is destroyed."""

import contextlib
import datetime
import uuid
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.access import require
from accounts.audit import add_and_record
from accounts.models import User
from accounts.permissions import Permission
from casework.uploads.models import WaitingFile
from vault.files import open_file, remove_file, store_file
from vault.keys import destroy_key, issue_key

# The most stored files of a user, in all forms together, so that repeated requests do not fill the disk.
MOST_WAITING = 10

LONGEST_NAME = 255


def waiting_file(key: uuid.UUID, *, form: str, by: User) -> WaitingFile | None:
    """Returns the file stored for this form; None if it is another user's or form's, used, or a day old."""
    file: WaitingFile | None = (
        WaitingFile.objects.for_form(by, form, timezone.now()).filter(pk=key).first()
    )
    return file


@transaction.atomic
def store_waiting(
    *,
    form: str,
    name: str,
    content: bytes,
    permission: Permission,
    by: User,
    verb: str = "upload.kept",
) -> WaitingFile:
    """Stores a file as it was uploaded, until the form is sent again, and returns its row."""
    require(by, permission)
    size = len(content)
    file = WaitingFile(key_id=issue_key(), user=by, form=form, name=name[-LONGEST_NAME:], size=size)
    with contextlib.ExitStack() as undo:
        file.file_name = store_file(content, key_id=file.key_id, row_id=file.pk)
        undo.callback(remove_file, file.file_name)
        add_and_record(file, verb, by=by, details={"size": size})
        undo.pop_all()
    for older in WaitingFile.objects.filter(user=by)[MOST_WAITING:]:
        delete_waiting_file(older)
    return file


def content_of(file: WaitingFile) -> bytes:
    """Returns the content of the file. The caller has it checked before use."""
    with open_file(file.file_name, key_id=file.key_id, row_id=file.pk) as opened:
        return opened.read()


@transaction.atomic
def delete_waiting_file(file: WaitingFile) -> None:
    """Deletes the file and its key, because it was used, dropped, or has expired."""
    destroy_key(file.key_id)
    file.delete()
    transaction.on_commit(partial(remove_file, file.file_name))


@transaction.atomic
def delete_expired_files(now: datetime.datetime) -> int:
    """Deletes files that were not used within a day, and returns their number. Safe to run twice at once."""
    expired = list(WaitingFile.objects.expired(now).select_for_update(skip_locked=True))
    for file in expired:
        delete_waiting_file(file)
    return len(expired)
