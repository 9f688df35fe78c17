"""Pipes bytes from one program to the next without a file."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

CHUNK_SIZE = 1 << 20


@contextlib.contextmanager
def output_of(write: Callable[[BinaryIO], object]) -> Iterator[BinaryIO]:
    """Inside the block, a stream of what `write` writes to its argument, in a thread of its own.

    If `write` fails, the block raises its exception, not the reader's about the truncated data."""
    reading, writing = os.pipe()
    failures: list[Exception] = []

    def run() -> None:
        # The failure is stored before the pipe closes, so that the reader finds it.
        with contextlib.suppress(BrokenPipeError), os.fdopen(writing, "wb") as sink:
            try:
                write(sink)
            except Exception as error:
                failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        with os.fdopen(reading, "rb") as source:
            try:
                yield source
            except Exception as error:
                # A failure from here on only means that the reader has stopped.
                if failures:
                    raise failures[0] from error
                raise
            while source.read(CHUNK_SIZE):
                """The end matters too: only there does an encrypted file prove that it is whole."""
    finally:
        thread.join()
    if failures:
        raise failures[0]
