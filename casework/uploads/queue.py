"""Files as they came: taken in by a page, which answers at once, and looked into by a worker.

Looking into a file takes memory and up to a minute. In a page, a few such files held every thread of the web server.
"""

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

# Of one account. Each has 25 MB at most, so nobody fills the disk, and a worker is through with them in minutes.
MOST_UPLOADS = 20

LONGEST_NAME = 255

# A file with which the worker broke off twice is not begun a third time.
MOST_TRIES = 2

# Of the database's advisory locks: who holds it looks into files.
LOCK = 0x616D7061_75706C64


@dataclass(frozen=True)
class Door:
    """A table of files that wait, and what becomes of one. Both run in the transaction that ends the waiting."""

    table: type[Upload]
    keep: Callable[[Any, CleanFile], None]
    refuse: Callable[[Any], None]


upload_doors: Slot[Door] = Slot("tables of files that wait to be looked into")


def take_in(upload: Sent, *, name: str, content: bytes) -> Sent:
    """Keeps a file as it came, sealed with the key of what it is about. Raises FileRefused, ActionRefused.

    The number that may wait is counted without a lock: a few more get in where somebody sends several at once, as many as
    the web server has threads.
    """
    refuse_at_sight(name, content)
    upload.place = sum(
        door.table.objects.waiting_of(upload.sent_by).count() for door in upload_doors
    )
    if upload.place >= MOST_UPLOADS:
        # No fault of the file: it waits in its form, to be sent again.
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
    """Looks into everything that waits: for a script, and for tests."""
    while check_next():
        pass


def check_next() -> bool:
    """Looks into the next file in line and keeps or refuses it. Whether more may wait, for somebody else to call again.

    One file at a time, whoever calls: several heavy ones would take all memory. So one account never has two looked
    into at once. Who takes turns by `place`, as the accounts' first files, second files and so on. Safe to call twice.
    """
    with _turn() as is_ours:
        if is_ours and (begun := _begin()):
            door, upload = begun
            _look_into(door, upload)
    return is_ours and any(door.table.objects.waiting().exists() for door in upload_doors)


@contextlib.contextmanager
def _turn() -> Iterator[bool]:
    """A lock of the database's session: it goes with the worker that dies, and its file is then the next one's to begin."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        [is_ours] = cursor.fetchone() or [False]
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _begin() -> tuple[Door, Upload] | None:
    """The next in line, with one more try written down; one that broke off too often is refused on the way."""
    while found := _next_in_line():
        door, upload = found
        if upload.tries < MOST_TRIES:
            upload.tries += 1
            upload.save(update_fields=["tries"])
            return door, upload
        _refuse(door, upload, FileRefused(BROKE_OFF))
    return None


def _next_in_line() -> tuple[Door, Upload] | None:
    waiting = [(door, door.table.objects.waiting().first()) for door in upload_doors]
    in_line = [(door, upload) for door, upload in waiting if upload]
    return min(in_line, key=lambda each: (each[1].place, each[1].sent_at), default=None)


def _look_into(door: Door, upload: Upload) -> None:
    try:
        redrawn = upload.quarter_turns, upload.margins
        cleaned = clean_confined(upload.name, _content(upload), *redrawn)
    except KeyDestroyed:
        # Whom it was about was erased: there is nobody to tell.
        _let_go(upload)
    except FileRefused as refusal:
        _refuse(door, upload, refusal)
    except (FileNotFoundError, VaultError):
        _refuse(door, upload, FileRefused(UNREADABLE))
    else:
        _keep(door, upload, cleaned)


def _content(upload: Upload) -> bytes:
    with open_file(upload.file_name, key_id=upload.key_id, row_id=upload.pk) as opened:
        return opened.read()


@transaction.atomic
def _keep(door: Door, upload: Upload, cleaned: CleanFile) -> None:
    if fresh := _still_ours(door, upload):
        door.keep(fresh, cleaned)
        _let_go(fresh)


@transaction.atomic
def _refuse(door: Door, upload: Upload, refusal: FileRefused) -> None:
    """The file goes, the row stays and says why, in the words of the code: each reader has a language."""
    fresh = _still_ours(door, upload)
    if fresh is None:
        return
    with translation.override(None):
        fresh.why = [str(sentence) for sentence in refusal.sentences]
    stored, fresh.file_name = fresh.file_name, ""
    fresh.save(update_fields=["why", "file_name"])
    transaction.on_commit(lambda: remove_file(stored))
    door.refuse(fresh)


def _still_ours(door: Door, upload: Upload) -> Any:
    """The fresh row, ours until commit; None where another worker began it since, or it is over."""
    rows = door.table.objects.waiting().select_for_update()
    return rows.filter(pk=upload.pk, tries=upload.tries).first()


@transaction.atomic
def _let_go(upload: Upload) -> None:
    stored = upload.file_name
    upload.delete()
    transaction.on_commit(lambda: remove_file(stored))


def keep_with_file(row: Held, cleaned: CleanFile) -> Held:
    """Writes a new row and its files, sealed with its key. If the row cannot be written, the files go too."""
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
