"""Uploaded files are opened where they find no key, and can take neither all memory nor all time."""

import os
import resource
import subprocess
import sys
import zlib

import pytest

from casework.uploads.cleaning import PROGRAM, ROOT, clean_confined
from casework.uploads.rules.files import clean_file
from casework.uploads.rules.pdfs import LONGEST_DICTIONARY
from casework.uploads.rules.refusals import FileRefused
from tests.casework.documents.papers import a_docx, a_pdf, a_picture

EMPTY, BLANKS = b"5 0 <<>>", b" " * (1 << 20)
FILES = {
    "a.pdf": a_pdf(pages=2),
    "a.jpg": a_picture(),
    "a.png": a_picture("PNG"),
    "a.webp": a_picture("WEBP"),
    "a.docx": a_docx(),
    "a.txt": "Señora\nPeña".encode(),
}


def packed_blanks(mebibytes: int) -> bytes:
    """An empty object and so many mebibytes of blanks: they are packed once, and that block stands there again and again."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(EMPTY) + packer.flush(zlib.Z_FULL_FLUSH)]
    block = packer.compress(BLANKS) + packer.flush(zlib.Z_FULL_FLUSH)
    parts += [block] * mebibytes
    last, checksum = packer.flush()[:-4], zlib.adler32(EMPTY)
    for _each in range(mebibytes):
        checksum = zlib.adler32(BLANKS, checksum)
    return b"".join([*parts, last, checksum.to_bytes(4, "big")])


def packed_twice(mebibytes: int, *, about: bytes) -> bytes:
    """A PDF of some two kilobytes whose one list of objects is `mebibytes` of blanks, packed twice."""
    listed = zlib.compress(packed_blanks(mebibytes), 9)
    parts = [
        b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R>>endobj\n",
        b"4 0 obj<<%s/N 1/First 4/Length %d>>stream\n" % (about, len(listed)) + listed,
    ]
    body, places = b"%PDF-1.5\n", []
    for part in parts:
        places.append(len(body))
        body += part + (b"\nendstream endobj\n" if part.endswith(listed) else b"")
    places.append(len(body))
    rows = b"".join(b"\x01" + place.to_bytes(4, "big") + b"\x00" for place in places[:4])
    table = b"\x00" * 6 + rows + b"\x02" + (4).to_bytes(4, "big") + b"\x00"
    table += b"\x01" + places[4].to_bytes(4, "big") + b"\x00"
    return (
        body
        + b"6 0 obj<</Type/XRef/Size 7/W[1 4 1]/Root 1 0 R/Length %d>>stream\n" % len(table)
        + table
        + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF" % places[4]
    )


MEASURE = f"""
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", {PROGRAM!r}], input=sys.stdin.buffer.read(), stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, done.returncode, done.stdout[:200].decode(errors="replace"))
"""


def measured(content: bytes) -> tuple[int, int, str]:
    """Mebibytes at the peak, exit code and answer of the confined process for a PDF."""
    answer = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-c", MEASURE], input=b".pdf\n" + content, capture_output=True, cwd=ROOT
    )
    peak, code, said = answer.stdout.decode().split(" ", 2)
    return int(peak), int(code), said


@pytest.mark.parametrize("name", FILES)
def test_a_confined_process_gives_what_the_rules_give(name: str) -> None:
    inside, outside = clean_confined(name, FILES[name]), clean_file(name, FILES[name])
    facts = ("type", "extent", "width", "height", "preview")
    assert [getattr(inside, each) for each in facts] == [getattr(outside, each) for each in facts]
    assert bool(inside.content)


def test_a_refusal_comes_back_as_the_code_says_it_for_readers_of_any_language() -> None:
    with pytest.raises(FileRefused, match="what its name says"):
        clean_confined("a.jpg", b"Buenos dias")


@pytest.mark.parametrize(
    "about",
    [
        b"/Type/ObjStm/Filter[/FlateDecode/FlateDecode]",
        pytest.param(
            b"/Filter [ /Flate#44ecode\n/FlateDecode ] /Type /Obj#53tm",
            marks=pytest.mark.long(of="programs"),
        ),
        pytest.param(
            b"/Type/ObjStm %\n/Filter%]\n[/FlateDecode/FlateDecode]",
            marks=pytest.mark.long(of="programs"),
        ),
    ],
)
def test_two_kilobytes_that_are_a_gigabyte_are_refused_with_little_memory(about: bytes) -> None:
    bomb = packed_twice(1_000, about=about)
    assert len(bomb) < 4_000
    peak, code, said = measured(bomb)
    assert (code, "unpacks to far more" in said) == (0, True)
    assert peak < 200
    with pytest.raises(FileRefused, match="unpacks to far more"):
        clean_confined("a.pdf", bomb)


@pytest.mark.long(of="programs")
def test_what_hides_from_the_first_look_meets_the_limit_of_memory() -> None:
    """The two names stand too far before the stream. The parser gives up what it has no memory for."""
    hidden = packed_twice(
        1_500, about=b"/Type/ObjStm/Filter[/FlateDecode/FlateDecode]" + b" " * LONGEST_DICTIONARY
    )
    peak, code, said = measured(hidden)
    assert peak <= 1_100
    assert code != 0 or '"refused"' in said or len(clean_confined("a.pdf", hidden).content) < 4_000


def test_the_process_knows_nothing_of_ours() -> None:
    """No key, no address of a database: neither in its surroundings nor in what it loads."""
    loaded = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-X", "importtime", "-c", f"import {PROGRAM}"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    assert loaded.returncode == 0
    for module in ("config.settings", "vault.master", "psycopg"):
        assert f" {module}\n" not in loaded.stderr


def test_the_process_opens_no_file_and_calls_nobody() -> None:
    """The files in which secrets lie stay shut for what takes over a parser."""
    for attempt in ("open('/etc/passwd')", "socket.socket()"):
        code = f"import socket; from {PROGRAM} import confine; confine(); {attempt}"
        tried = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-c", DJANGO + code], cwd=ROOT, capture_output=True, text=True
        )
        assert "[Errno 24] Too many open files" in tried.stderr


DJANGO = "from django.conf import settings; settings.configure(USE_I18N=False); "


def test_the_process_that_reads_a_file_loads_nothing_that_reads_a_database() -> None:
    loaded = "import sys, casework.uploads.rules.confined; sys.exit('django.db' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT)  # noqa: S603 - our own module
    assert done.returncode == 0


def test_this_process_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FileRefused):
        clean_confined("a.pdf", packed_twice(300, about=b"/Type/ObjStm/Filter 7 0 R"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60 * 1024
