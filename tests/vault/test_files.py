"""Files are sealed piece by piece and bound to their row."""

import io
import tracemalloc
import uuid

import pytest

from vault.errors import KeyDestroyed, KeyMissing, Tampered
from vault.files import CHUNK, file_size, open_file, remove_file, store_file
from vault.keys import destroy_key, issue_key

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
ROW = uuid.uuid4()


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7])
def test_what_is_stored_is_read_again(size):
    content = (b"canary " * size)[:size]
    key_id = issue_key()
    name = store_file(content, key_id=key_id, row_id=ROW)
    with open_file(name, key_id=key_id, row_id=ROW) as opened:
        assert opened.read() == content
    assert file_size(name) == size


class Trickle(io.BytesIO):
    """A stream that hands out little at a time, as a socket does."""

    def read(self, size=-1):
        return super().read(min(size, 1000) if size >= 0 else 1000)


def test_a_trickling_stream_is_stored_whole():
    content = bytes(range(256)) * 1000
    key_id = issue_key()
    name = store_file(Trickle(content), key_id=key_id, row_id=ROW)
    assert open_file(name, key_id=key_id, row_id=ROW).read() == content


def test_nothing_on_the_disk_can_be_read(media):
    name = store_file(b"canary" * 50_000, key_id=issue_key(), row_id=ROW)
    on_disk = [path for path in media.rglob("*") if path.is_file()]
    assert [path.relative_to(media).as_posix() for path in on_disk] == [name]
    assert b"canary" not in on_disk[0].read_bytes()
    assert on_disk[0].stat().st_mode & 0o077 == 0


def test_a_file_of_another_row_or_subject_is_refused():
    key_id = issue_key()
    name = store_file(b"canary", key_id=key_id, row_id=ROW)
    for wrong in ({"row_id": uuid.uuid4()}, {"key_id": issue_key()}):
        with pytest.raises(Tampered):
            open_file(name, **({"key_id": key_id, "row_id": ROW} | wrong)).read()


def test_a_renamed_cut_or_changed_file_is_refused(media):
    key_id = issue_key()
    name = store_file(b"canary" * CHUNK, key_id=key_id, row_id=ROW)
    sealed = (media / name).read_bytes()
    header, body = sealed[:39], sealed[39:]
    pieces = [body[at : at + CHUNK + 16] for at in range(0, len(body), CHUNK + 16)]
    changed = {
        "cut": header + b"".join(pieces[:-1]),
        "swapped": header + pieces[1] + pieces[0] + b"".join(pieces[2:]),
        "one bit": sealed[:-1] + bytes([sealed[-1] ^ 1]),
        "longer": sealed + b"x",
        "no header": sealed[20:],
        "empty": b"",
    }
    for content in changed.values():
        (media / name).write_bytes(content)
        with pytest.raises(Tampered):
            open_file(name, key_id=key_id, row_id=ROW).read()
    renamed = f"{'0' * 2}/{'0' * 32}"
    (media / "00").mkdir(exist_ok=True)
    (media / renamed).write_bytes(sealed)
    with pytest.raises(Tampered):
        open_file(renamed, key_id=key_id, row_id=ROW).read()


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "aa/../bb", "", "ab/" + "A" * 32]
)
def test_a_name_leads_nowhere_else(name):
    with pytest.raises(Tampered):
        open_file(name, key_id=issue_key(), row_id=ROW)


def test_erasing_the_subject_erases_its_files():
    key_id = issue_key()
    name = store_file(b"canary", key_id=key_id, row_id=ROW)
    destroy_key(key_id)
    with pytest.raises(KeyDestroyed):
        open_file(name, key_id=key_id, row_id=ROW)
    with pytest.raises(KeyMissing):
        open_file(name, key_id=uuid.uuid4(), row_id=ROW)


def test_an_unfinished_file_leaves_nothing_behind(media):
    class Broken(io.RawIOBase):
        def read(self, size=-1):
            raise OSError("the line is gone")

    with pytest.raises(OSError, match="line"):
        store_file(Broken(), key_id=issue_key(), row_id=ROW)
    assert not [path for path in media.rglob("*") if path.is_file()]


def test_a_removed_file_is_gone():
    name = store_file(b"canary", key_id=(key_id := issue_key()), row_id=ROW)
    remove_file(name)
    remove_file(name)
    with pytest.raises(FileNotFoundError):
        open_file(name, key_id=key_id, row_id=ROW)


def test_a_large_file_needs_little_memory(tmp_path):
    large = tmp_path / "large"
    large.write_bytes(bytes(25 * 1024 * 1024))
    key_id = issue_key()
    tracemalloc.start()
    try:
        with large.open("rb") as source:
            name = store_file(source, key_id=key_id, row_id=ROW)
        with open_file(name, key_id=key_id, row_id=ROW) as opened:
            read = sum(len(piece) for piece in iter(lambda: opened.read(CHUNK), b""))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert read == 25 * 1024 * 1024
    assert peak < 3 * 1024 * 1024
