"""Keeping a chosen file while its form is put right, so that nobody has to look for it again on a cheap phone.

Libraries were looked at. `django-file-resubmit` (last of 2018) and its heir `bw-file-resubmit` (0.6.0rc2 of 2023) lay
the file open in a cache and give it to whoever sends its key; `django-file-form` lays it open in a folder and needs
JavaScript. Ours lies sealed, is served to nobody, waits for one user in one form, and its key is destroyed.
"""

import contextlib
import datetime
import uuid
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.access import require
from accounts.audit import entered
from accounts.models import User
from accounts.permissions import Permission
from casework.uploads.models import WaitingFile
from vault.files import open_file, remove_file, store_file
from vault.keys import destroy_key, issue_key

# Of one user, in all forms together: a page that is sent again and again fills no disk.
MOST_WAITING = 10

LONGEST_NAME = 255


def waiting_file(key: uuid.UUID, *, form: str, by: User) -> WaitingFile | None:
    """The file that waits for this form; None where it is somebody else's, another form's, taken or a day old."""
    found: WaitingFile | None = (
        WaitingFile.objects.of(by, form, timezone.now()).filter(pk=key).first()
    )
    return found


@transaction.atomic
def keep_waiting(
    *,
    form: str,
    name: str,
    content: bytes,
    permission: Permission,
    by: User,
    verb: str = "upload.kept",
) -> WaitingFile:
    """Keeps a file as it came, until the form is sent again."""
    require(by, permission)
    size = len(content)
    file = WaitingFile(key_id=issue_key(), user=by, form=form, name=name[-LONGEST_NAME:], size=size)
    with contextlib.ExitStack() as undo:
        file.file_name = store_file(content, key_id=file.key_id, row_id=file.pk)
        undo.callback(remove_file, file.file_name)
        entered(file, verb, by=by, details={"size": size})
        undo.pop_all()
    for older in WaitingFile.objects.filter(user=by)[MOST_WAITING:]:
        let_go(older)
    return file


def content_of(file: WaitingFile) -> bytes:
    """What was kept. Whoever takes it has it looked into."""
    with open_file(file.file_name, key_id=file.key_id, row_id=file.pk) as opened:
        return opened.read()


@transaction.atomic
def let_go(file: WaitingFile) -> None:
    """Takes the file away with its key: it was taken, was dropped, or its day is over."""
    destroy_key(file.key_id)
    file.delete()
    transaction.on_commit(partial(remove_file, file.file_name))


@transaction.atomic
def forget_waiting(now: datetime.datetime) -> int:
    """Lets go of what nobody took within a day; how many there were. Safe to run twice at once."""
    over = list(WaitingFile.objects.over(now).select_for_update(skip_locked=True))
    for file in over:
        let_go(file)
    return len(over)
