"""Handing bytes from one program to the next without a file between them."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

BITE = 1 << 20


@contextlib.contextmanager
def fed_by(write: Callable[[BinaryIO], object]) -> Iterator[BinaryIO]:
    """What `write` writes in a thread of its own can be read in the block.

    If it fails, its exception is what the block raises, whatever its reader said about the broken end.
    """
    reading, writing = os.pipe()
    failures: list[Exception] = []

    def run() -> None:
        # The failure is noted before the pipe closes: whoever reads on finds it there.
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
                # What fails from here on fails because nobody reads any more.
                if failures:
                    raise failures[0] from error
                raise
            while source.read(BITE):
                """The end matters too: only there does an encrypted file prove that it is whole."""
    finally:
        thread.join()
    if failures:
        raise failures[0]
