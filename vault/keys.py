"""Data keys, one per subject: issues, loads in bulk, and destroys them."""

import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID, uuid4

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import connections, models, transaction
from django.utils import timezone

from vault import master
from vault.errors import KeyDestroyed, KeyMissing
from vault.subject_keys import SubjectKey

REMEMBERED_AT_MOST = 4096
ROOT_KEY_ID = UUID("00000000-0000-4000-8000-00000000a3a0")
STORED = (
    f"SELECT id, wrapped, wrapped_with FROM {SubjectKey._meta.db_table} WHERE id = ANY(%s::uuid[])"  # noqa: S608
)

_remembered: ContextVar[OrderedDict[UUID, AESGCM] | None] = ContextVar("keys", default=None)
# Keys of fetched rows that were not needed yet: loaded together with the next key that is.
_awaited: ContextVar[set[UUID] | None] = ContextVar("awaited_keys", default=None)
# A request that fetches more rows than a page shows never reads most of them.
AWAITED_AT_MOST = 200


def issue_key() -> UUID:
    """Makes a subject's data key and stores it wrapped. Returns the key's id."""
    return issue_keys(1)[0]


def issue_keys(count: int) -> list[UUID]:
    """Like issue_key, for many subjects in one statement."""
    fresh = [fresh_key() for _ in range(count)]
    SubjectKey.objects.bulk_create(fresh, batch_size=5000)
    return [key.pk for key in fresh]


def fresh_key() -> SubjectKey:
    """A new subject's data key, wrapped and cached; the caller stores it before what it seals."""
    wrapper, key_id, key = master.current(), uuid4(), os.urandom(master.KEY_BYTES)
    _remember(key_id, AESGCM(key))
    return SubjectKey(
        id=key_id, wrapped=wrapper.wrap(key, key_id), wrapped_with=wrapper.fingerprint
    )


def destroy_key(key_id: UUID) -> bool:
    """Erases the subject: everything sealed with this key becomes unreadable. Returns False if it was erased before."""
    if (known := _remembered.get()) is not None:
        known.pop(key_id, None)
    living = SubjectKey.objects.filter(id=key_id, wrapped__isnull=False)
    return living.update(wrapped=None, destroyed_at=timezone.now()) == 1


@contextmanager
def remembering() -> Iterator[None]:
    """Inside the block each data key is loaded once; at its end all are dropped.

    A request is such a block; a job that writes many rows opens one. The first key needed loads the keys of all rows
    fetched so far. Without a block only rows fetched together share their keys."""
    if _remembered.get() is not None:
        yield
        return
    token, awaiting = _remembered.set(OrderedDict()), _awaited.set(set())
    try:
        yield
    finally:
        _remembered.reset(token)
        _awaited.reset(awaiting)


class KeyRing:
    """The data keys of rows that were fetched together: loads all when the first one is needed."""

    __slots__ = ("_destroyed", "_keys", "_wanted")

    def __init__(self, key_ids: Iterable[UUID] = ()) -> None:
        self._wanted = set(key_ids)
        self._keys: dict[UUID, AESGCM] = {}
        self._destroyed: set[UUID] = set()
        awaited = _awaited.get()
        if awaited is not None and len(awaited) + len(self._wanted) <= AWAITED_AT_MOST:
            awaited |= self._wanted

    def key(self, key_id: UUID) -> AESGCM:
        """Raises KeyDestroyed if the subject was erased, KeyMissing if there is no such key."""
        if key_id not in self._keys and key_id not in self._destroyed:
            self._load(key_id)
        if key_id in self._destroyed:
            raise KeyDestroyed(f"Key {key_id} was destroyed: its subject was erased.")
        if key_id not in self._keys:
            raise KeyMissing(f"Key {key_id} is not in the vault.")
        return self._keys[key_id]

    def _load(self, key_id: UUID) -> None:
        known: Mapping[UUID, AESGCM] = _remembered.get() or {}
        self._wanted.add(key_id)
        for wanted in self._wanted & known.keys():
            self._keys[wanted] = known[wanted]
        if key_id in self._keys:
            return
        missing = (self._wanted - self._keys.keys() - self._destroyed) | _still_awaited(known)
        self._wanted = set()
        wrappers = master.master_keys()
        for found, wrapped, wrapped_with in _stored(missing):
            if wrapped is None:
                self._destroyed.add(found)
                continue
            data_key = master.unwrap(
                wrapped, wrapped_with=wrapped_with, key_id=found, known=wrappers
            )
            self._keys[found] = AESGCM(data_key)
            _remember(found, self._keys[found])


def _still_awaited(known: Mapping[UUID, AESGCM]) -> set[UUID]:
    """The unloaded keys of other rows; clears the list, because the caller loads them now."""
    awaited = _awaited.get()
    if not awaited:
        return set()
    others = awaited - known.keys()
    awaited.clear()
    return others


def _stored(key_ids: Iterable[UUID]) -> list[tuple[UUID, bytes | None, str]]:
    """Stored keys with the fingerprint of their master key. Cached SQL, because every page needs it."""
    with connections[SubjectKey.objects.db].cursor() as cursor:
        # As one string: the driver adapts a list slowly.
        cursor.execute(STORED, [f"{{{','.join(map(str, key_ids))}}}"])
        rows: list[tuple[UUID, bytes | None, str]] = cursor.fetchall()
        return rows


def _remember(key_id: UUID, key: AESGCM) -> None:
    known = _remembered.get()
    if known is None:
        return
    known[key_id] = key
    while len(known) > REMEMBERED_AT_MOST:
        known.popitem(last=False)


def raw_key(key_id: UUID) -> bytes:
    """One subject's data key as bytes, for deriving others. Raises KeyDestroyed or KeyMissing."""
    row = SubjectKey.objects.filter(id=key_id).values_list("wrapped", "wrapped_with").first()
    if row is None:
        raise KeyMissing(f"Key {key_id} is not in the vault.")
    if row[0] is None:
        raise KeyDestroyed(f"Key {key_id} was destroyed: its subject was erased.")
    return master.unwrap(row[0], wrapped_with=row[1], key_id=key_id)


def root_secret() -> bytes:
    """The secret for everything without a subject (search, log-in seeds); rotation does not change it.

    Before the first rotation it is derived from the oldest master key. Rotation then stores it, wrapped like any key:
    with another secret all search tokens would have to be computed again."""
    row = SubjectKey.objects.filter(id=ROOT_KEY_ID).values_list("wrapped", "wrapped_with").first()
    if row is None:
        return master.derive(master.master_keys()[-1].secret, "root")
    return master.unwrap(row[0], wrapped_with=row[1], key_id=ROOT_KEY_ID)


def rotate() -> int:
    """Wraps every living key with the current master key. Returns how many were wrapped again."""
    wrapper = master.current()
    if not SubjectKey.objects.filter(id=ROOT_KEY_ID).exists():
        wrapped = wrapper.wrap(root_secret(), ROOT_KEY_ID)
        SubjectKey.objects.create(id=ROOT_KEY_ID, wrapped=wrapped, wrapped_with=wrapper.fingerprint)
    stale = SubjectKey.objects.filter(wrapped__isnull=False).exclude(
        wrapped_with=wrapper.fingerprint
    )
    done = 0
    while wrapped_anew := _rotate_some(stale, wrapper):
        done += wrapped_anew
    return done


@transaction.atomic
def _rotate_some(stale: models.QuerySet[SubjectKey], wrapper: master.MasterKey) -> int:
    batch = list(stale.select_for_update()[:1000])
    for row in batch:
        key = master.unwrap(row.wrapped, wrapped_with=row.wrapped_with, key_id=row.id)
        row.wrapped, row.wrapped_with = wrapper.wrap(key, row.id), wrapper.fingerprint
    SubjectKey.objects.bulk_update(batch, ["wrapped", "wrapped_with"])
    return len(batch)
