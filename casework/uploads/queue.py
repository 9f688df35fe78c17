"""The queue of uploads: a page stores a file and answers at once, a worker checks it.

A check takes memory and up to a minute. In web requests, a few such files blocked every thread of the server."""

import contextlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.db import connection, transaction
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from casework.uploads.cleaning import clean_confined
from casework.uploads.models import HoldsFile, Upload
from casework.uploads.rules.formats import CleanFile, refuse_at_sight
from casework.uploads.rules.refusals import BROKE_OFF, UNREADABLE, FileRefused
from pages.refusals import ActionRefused
from pages.slots import Slot
from vault.errors import KeyDestroyed, VaultError
from vault.files import open_file, remove_file, store_file

Sent = TypeVar("Sent", bound=Upload)
Held = TypeVar("Held", bound=HoldsFile)

# The most waiting files of an account. Each has 25 MB at most, and a worker checks them within minutes.
MOST_UPLOADS = 20

LONGEST_NAME = 255

# The most tries for a file: one on which the worker crashed twice is refused.
MOST_TRIES = 2

# A PostgreSQL advisory lock: its holder checks files.
LOCK = 0x616D7061_75706C64


@dataclass(frozen=True)
class UploadHandler:
    """A model of unchecked files, and functions that store a clean file and react to a refused one, in the same transaction."""

    model: type[Upload]
    keep: Callable[[Any, CleanFile], None]
    refuse: Callable[[Any], None]


upload_handlers: Slot[UploadHandler] = Slot("tables of files that wait to be looked into")


def enqueue(upload: Sent, *, name: str, content: bytes) -> Sent:
    """Stores an uploaded file, sealed with the key of its subject. Raises FileRefused, ActionRefused.

    Counts waiting files without a lock: simultaneous uploads may exceed the limit by the number of server threads."""
    refuse_at_sight(name, content)
    upload.place = sum(
        handler.model.objects.waiting_of(upload.sent_by).count() for handler in upload_handlers
    )
    if upload.place >= MOST_UPLOADS:
        # This is no FileRefused, so the form keeps the file to be sent again.
        raise ActionRefused(
            _("So many of your files are being checked that no more are taken in. Wait a minute.")
        )
    upload.name, upload.size = name[-LONGEST_NAME:], len(content)
    with contextlib.ExitStack() as undo:
        upload.file_name = store_file(content, key_id=upload.key_id, row_id=upload.pk)
        undo.callback(remove_file, upload.file_name)
        upload.save(force_insert=True)
        undo.pop_all()
    return upload


def check_all() -> None:
    """Checks all unchecked files, for scripts and tests."""
    while check_next():
        pass


def check_next() -> bool:
    """Checks the next file of the queue, and stores or refuses it. Returns whether other files wait.

    Checks one file at a time in all workers together, because several heavy ones would exhaust memory. `place`
    alternates between accounts: first all first files, then all second ones. Safe to call twice."""
    with _checking_lock() as is_ours:
        if is_ours and (started := _begin()):
            handler, upload = started
            _check(handler, upload)
    return is_ours and any(handler.model.objects.waiting().exists() for handler in upload_handlers)


@contextlib.contextmanager
def _checking_lock() -> Iterator[bool]:
    """Takes a session-level advisory lock; gives whether it was free. It is released if its worker dies, so that the next
    worker can retry the file."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        [is_ours] = cursor.fetchone() or [False]
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _begin() -> tuple[UploadHandler, Upload] | None:
    """Returns the next file of the queue, with this try counted; None if none waits. Refuses files with too many tries."""
    while waiting := _next_waiting():
        handler, upload = waiting
        if upload.tries < MOST_TRIES:
            upload.tries += 1
            upload.save(update_fields=["tries"])
            return handler, upload
        _refuse(handler, upload, FileRefused(BROKE_OFF))
    return None


def _next_waiting() -> tuple[UploadHandler, Upload] | None:
    waiting = [(handler, handler.model.objects.waiting().first()) for handler in upload_handlers]
    in_line = [(handler, upload) for handler, upload in waiting if upload]
    return min(in_line, key=lambda each: (each[1].place, each[1].sent_at), default=None)


def _check(handler: UploadHandler, upload: Upload) -> None:
    try:
        redrawn = upload.quarter_turns, upload.margins
        cleaned = clean_confined(upload.name, _content(upload), *redrawn)
    except KeyDestroyed:
        # Its subject was erased: there is nobody to tell.
        _delete(upload)
    except FileRefused as refusal:
        _refuse(handler, upload, refusal)
    except (FileNotFoundError, VaultError):
        _refuse(handler, upload, FileRefused(UNREADABLE))
    else:
        _keep(handler, upload, cleaned)


def _content(upload: Upload) -> bytes:
    with open_file(upload.file_name, key_id=upload.key_id, row_id=upload.pk) as opened:
        return opened.read()


@transaction.atomic
def _keep(handler: UploadHandler, upload: Upload, cleaned: CleanFile) -> None:
    if locked := _locked_if_ours(handler, upload):
        handler.keep(locked, cleaned)
        _delete(locked)


@transaction.atomic
def _refuse(handler: UploadHandler, upload: Upload, refusal: FileRefused) -> None:
    """Deletes the file and stores the reason in its row, untranslated, because readers have different languages."""
    locked = _locked_if_ours(handler, upload)
    if locked is None:
        return
    with translation.override(None):
        locked.why = [str(sentence) for sentence in refusal.sentences]
    stored, locked.file_name = locked.file_name, ""
    locked.save(update_fields=["why", "file_name"])
    transaction.on_commit(lambda: remove_file(stored))
    handler.refuse(locked)


def _locked_if_ours(handler: UploadHandler, upload: Upload) -> Any:
    """Returns the row, locked until commit; None if another worker has started it since, or it is done."""
    rows = handler.model.objects.waiting().select_for_update()
    return rows.filter(pk=upload.pk, tries=upload.tries).first()


@transaction.atomic
def _delete(upload: Upload) -> None:
    stored = upload.file_name
    upload.delete()
    transaction.on_commit(lambda: remove_file(stored))


def save_with_files(row: Held, cleaned: CleanFile) -> Held:
    """Saves a new row and its files, sealed with its key. Deletes the files if the row cannot be saved."""
    row.type, row.size = cleaned.type, len(cleaned.content)
    row.extent, row.width, row.height = cleaned.extent, cleaned.width, cleaned.height
    store = partial(store_file, key_id=row.key_id, row_id=row.pk)
    with contextlib.ExitStack() as undo:
        row.file_name = store(io.BytesIO(cleaned.content))
        undo.callback(remove_file, row.file_name)
        if cleaned.preview:
            row.preview_name = store(cleaned.preview)
            undo.callback(remove_file, row.preview_name)
        row.save(force_insert=True)
        undo.pop_all()
    return row
