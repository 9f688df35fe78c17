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
SELECT_KEYS = (
    f"SELECT id, wrapped, wrapped_with FROM {SubjectKey._meta.db_table} WHERE id = ANY(%s::uuid[])"  # noqa: S608
)

# The data keys loaded in this block of `remembering`; None outside of a block.
_remembered: ContextVar[OrderedDict[UUID, AESGCM] | None] = ContextVar("keys", default=None)
# Ids of keys of fetched rows that were not needed yet. They are loaded together with the next key that is needed.
_awaited: ContextVar[set[UUID] | None] = ContextVar("awaited_keys", default=None)
# A request that fetches more rows than a page shows does not need most of their keys.
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
    """A new data key, wrapped and remembered. The caller saves it before the values that it seals."""
    wrapper, key_id, key = master.current(), uuid4(), os.urandom(master.KEY_BYTES)
    _remember(key_id, AESGCM(key))
    return SubjectKey(
        id=key_id, wrapped=wrapper.wrap(key, key_id), wrapped_with=wrapper.fingerprint
    )


def destroy_key(key_id: UUID) -> bool:
    """Erases the subject: everything sealed with this key becomes unreadable. Returns False if it was erased before."""
    if (keys := _remembered.get()) is not None:
        keys.pop(key_id, None)
    not_destroyed = SubjectKey.objects.filter(id=key_id, wrapped__isnull=False)
    return not_destroyed.update(wrapped=None, destroyed_at=timezone.now()) == 1


@contextmanager
def remembering() -> Iterator[None]:
    """Inside the block each data key is loaded only once. At the end of the block all are forgotten.

    A request is such a block, and a job that writes many rows opens one. The first key that is needed loads the keys of
    all rows fetched so far. Without a block, only rows fetched together share their keys."""
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
    """The data keys of rows that were fetched together. All are loaded when the first one is needed."""

    __slots__ = ("_destroyed", "_keys", "_wanted")

    def __init__(self, key_ids: Iterable[UUID] = ()) -> None:
        self._wanted = set(key_ids)
        self._keys: dict[UUID, AESGCM] = {}
        self._destroyed: set[UUID] = set()
        awaited = _awaited.get()
        if awaited is not None and len(awaited) + len(self._wanted) <= AWAITED_AT_MOST:
            awaited |= self._wanted

    def key(self, key_id: UUID) -> AESGCM:
        """The data key. Raises KeyDestroyed if the subject was erased, KeyMissing if there is no such key."""
        if key_id not in self._keys and key_id not in self._destroyed:
            self._load(key_id)
        if key_id in self._destroyed:
            raise KeyDestroyed(f"Key {key_id} was destroyed: its subject was erased.")
        if key_id not in self._keys:
            raise KeyMissing(f"Key {key_id} is not in the vault.")
        return self._keys[key_id]

    def _load(self, key_id: UUID) -> None:
        remembered: Mapping[UUID, AESGCM] = _remembered.get() or {}
        self._wanted.add(key_id)
        for wanted in self._wanted & remembered.keys():
            self._keys[wanted] = remembered[wanted]
        if key_id in self._keys:
            return
        missing = (self._wanted - self._keys.keys() - self._destroyed) | _take_awaited(remembered)
        self._wanted = set()
        wrappers = master.master_keys()
        for stored_id, wrapped, wrapped_with in _stored(missing):
            if wrapped is None:
                self._destroyed.add(stored_id)
                continue
            data_key = master.unwrap(
                wrapped, wrapped_with=wrapped_with, key_id=stored_id, candidates=wrappers
            )
            self._keys[stored_id] = AESGCM(data_key)
            _remember(stored_id, self._keys[stored_id])


def _take_awaited(remembered: Mapping[UUID, AESGCM]) -> set[UUID]:
    """Empties the set of awaited keys, and returns those that are not loaded yet, for the caller to load."""
    awaited = _awaited.get()
    if not awaited:
        return set()
    others = awaited - remembered.keys()
    awaited.clear()
    return others


def _stored(key_ids: Iterable[UUID]) -> list[tuple[UUID, bytes | None, str]]:
    """Rows of id, wrapped key and fingerprint of the master key. Plain SQL for speed, because every page needs it."""
    with connections[SubjectKey.objects.db].cursor() as cursor:
        # One string, because the driver adapts a list slowly.
        cursor.execute(SELECT_KEYS, [f"{{{','.join(map(str, key_ids))}}}"])
        rows: list[tuple[UUID, bytes | None, str]] = cursor.fetchall()
        return rows


def _remember(key_id: UUID, key: AESGCM) -> None:
    keys = _remembered.get()
    if keys is None:
        return
    keys[key_id] = key
    while len(keys) > REMEMBERED_AT_MOST:
        keys.popitem(last=False)


def raw_key(key_id: UUID) -> bytes:
    """A data key as bytes, to derive other keys from it. Raises KeyDestroyed or KeyMissing."""
    row = SubjectKey.objects.filter(id=key_id).values_list("wrapped", "wrapped_with").first()
    if row is None:
        raise KeyMissing(f"Key {key_id} is not in the vault.")
    if row[0] is None:
        raise KeyDestroyed(f"Key {key_id} was destroyed: its subject was erased.")
    return master.unwrap(row[0], wrapped_with=row[1], key_id=key_id)


def root_secret() -> bytes:
    """The secret for everything without a subject, such as search and log-in seeds. Rotation does not change it.

    Before the first rotation it is derived from the oldest master key. The first rotation stores it, wrapped like a data
    key, because with another secret all search tokens would have to be computed again."""
    row = SubjectKey.objects.filter(id=ROOT_KEY_ID).values_list("wrapped", "wrapped_with").first()
    if row is None:
        return master.derive(master.master_keys()[-1].secret, "root")
    return master.unwrap(row[0], wrapped_with=row[1], key_id=ROOT_KEY_ID)


def rotate() -> int:
    """Wraps every data key with the current master key. Returns how many were wrapped by another one."""
    wrapper = master.current()
    if not SubjectKey.objects.filter(id=ROOT_KEY_ID).exists():
        wrapped = wrapper.wrap(root_secret(), ROOT_KEY_ID)
        SubjectKey.objects.create(id=ROOT_KEY_ID, wrapped=wrapped, wrapped_with=wrapper.fingerprint)
    stale = SubjectKey.objects.filter(wrapped__isnull=False).exclude(
        wrapped_with=wrapper.fingerprint
    )
    total = 0
    while count := _rotate_batch(stale, wrapper):
        total += count
    return total


@transaction.atomic
def _rotate_batch(stale: models.QuerySet[SubjectKey], wrapper: master.MasterKey) -> int:
    batch = list(stale.select_for_update()[:1000])
    for row in batch:
        key = master.unwrap(row.wrapped, wrapped_with=row.wrapped_with, key_id=row.id)
        row.wrapped, row.wrapped_with = wrapper.wrap(key, row.id), wrapper.fingerprint
    SubjectKey.objects.bulk_update(batch, ["wrapped", "wrapped_with"])
    return len(batch)
