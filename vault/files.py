"""Encrypted files under MEDIA_ROOT, with random names. Each is bound to its row, and read and written in chunks.

A file is a header (version, salt) and chunks of 64 KiB, each sealed with a key derived for this file. Chunks are
numbered and the last one is marked, so that a chunk that was lost, swapped or moved to another file is detected."""

import io
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from vault import master
from vault.cipher import TAG_BYTES, binding
from vault.errors import Tampered
from vault.keys import raw_key

VERSION = b"AMPARO\x01"
SALT_BYTES = 32
CHUNK = 64 * 1024
_NAME = re.compile(r"[0-9a-f]{2}/[0-9a-f]{32}\Z")


def random_file_name() -> str:
    """A random name for a file. A caller that stores the name first can remove the file after a crash."""
    random_name = secrets.token_hex(16)
    return f"{random_name[:2]}/{random_name}"


def store_file(
    content: bytes | BinaryIO, *, key_id: UUID, row_id: UUID, name: str | None = None
) -> str:
    """Seals the content and returns the file's name under MEDIA_ROOT: `name`, or a random one."""
    source = io.BytesIO(content) if isinstance(content, bytes) else content
    name = name or random_file_name()
    path = _path(name)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    salt = os.urandom(SALT_BYTES)
    key = _file_key(key_id, salt)
    unfinished = _unfinished(path)
    try:
        with open(unfinished, "xb", opener=_open_private) as target:
            target.write(VERSION + salt)
            for number, chunk, is_last in _chunks(source):
                bound_to = _associated_data(name, row_id, number, is_last)
                target.write(key.encrypt(_nonce(number, is_last), chunk, bound_to))
            target.flush()
            os.fsync(target.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return name


def open_file(name: str, *, key_id: UUID, row_id: UUID) -> BinaryIO:
    """The plain content as a stream, decrypted while it is read.

    Raises KeyDestroyed, KeyMissing or FileNotFoundError at once. Reading raises Tampered at a bad chunk."""
    sealed = _path(name).open("rb")
    try:
        header = sealed.read(len(VERSION) + SALT_BYTES)
        if not header.startswith(VERSION) or len(header) != len(VERSION) + SALT_BYTES:
            raise Tampered("This is not a file that the vault sealed.")
        key = _file_key(key_id, header[len(VERSION) :])
    except BaseException:
        sealed.close()
        raise
    return io.BufferedReader(_DecryptedFile(sealed, key, name, row_id), CHUNK)


def file_size(name: str) -> int:
    """The length of the plain content in bytes, without reading it."""
    body = _path(name).stat().st_size - len(VERSION) - SALT_BYTES
    chunks = max(1, -(-body // (CHUNK + TAG_BYTES)))
    return body - chunks * TAG_BYTES


def remove_file(name: str) -> None:
    """Deletes the file, or the part of it that was written. Erasing a subject leaves its files."""
    path = _path(name)
    _unfinished(path).unlink(missing_ok=True)
    path.unlink(missing_ok=True)


class _DecryptedFile(io.RawIOBase):
    """A stream that decrypts one chunk at a time."""

    def __init__(self, sealed: BinaryIO, key: AESGCM, name: str, row_id: UUID) -> None:
        self._sealed, self._key, self._name, self._row_id = sealed, key, name, row_id
        self._number = 0
        self._plain = b""
        self._next_chunk = sealed.read(CHUNK + TAG_BYTES)
        self._at_end = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview | bytearray") -> int:  # type: ignore[override]
        while not self._plain and not self._at_end:
            self._decrypt_next_chunk()
        part = self._plain[: len(buffer)]
        buffer[: len(part)] = part
        self._plain = self._plain[len(part) :]
        return len(part)

    def close(self) -> None:
        self._sealed.close()
        super().close()

    def _decrypt_next_chunk(self) -> None:
        chunk, self._next_chunk = self._next_chunk, self._sealed.read(CHUNK + TAG_BYTES)
        self._at_end = not self._next_chunk
        bound_to = _associated_data(self._name, self._row_id, self._number, self._at_end)
        try:
            nonce = _nonce(self._number, self._at_end)
            self._plain = self._key.decrypt(nonce, chunk, bound_to)
        except InvalidTag:
            raise Tampered("A sealed file was changed, cut or moved.") from None
        self._number += 1


def _chunks(source: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """Yields for each chunk its number, its content, and whether it is the last one."""
    number, chunk = 0, _read_fully(source)
    while True:
        following = _read_fully(source)
        yield number, chunk, not following
        if not following:
            return
        number, chunk = number + 1, following


def _read_fully(source: BinaryIO) -> bytes:
    """One whole chunk, or the rest at the end. It reads repeatedly, because a stream may return less than requested."""
    parts, missing = [], CHUNK
    while missing and (part := source.read(missing)):
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _associated_data(name: str, row_id: UUID, number: int, is_last: bool) -> bytes:
    return binding(VERSION, name, row_id.bytes, number.to_bytes(8, "big"), bytes([is_last]))


def _file_key(key_id: UUID, salt: bytes) -> AESGCM:
    return AESGCM(master.derive(raw_key(key_id) + salt, "file"))


def _path(name: str) -> Path:
    if not _NAME.match(name):
        raise Tampered("This is not the name of a sealed file.")
    return Path(settings.MEDIA_ROOT) / name


def _unfinished(path: Path) -> Path:
    return path.with_suffix(".part")


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
