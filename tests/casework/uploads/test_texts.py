"""Notes in the letters of every machine of the region are read right."""

from pathlib import Path

import pytest

from casework.uploads.rules.files import clean_file
from casework.uploads.rules.refusals import UNKNOWN_LETTERS, FileRefused
from casework.uploads.rules.texts import read_text

ROOT = Path(__file__).resolve().parents[3]


def sentences() -> list[str]:
    """Sentences of the guide that need more than ASCII, and the same in capitals."""
    said = {
        sentence
        for page in sorted((ROOT / "guide/es").glob("*.md"))
        for line in page.read_text(encoding="utf-8").splitlines()
        for sentence in line.split(". ")
        if not sentence.isascii()
    }
    return sorted(said | {sentence.upper() for sentence in said})


@pytest.mark.parametrize(
    ("encoding", "most_wrong"),
    [
        *((each, 0) for each in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")),
        # Of one letter alone at the beginning or the end of a sentence nobody can tell.
        ("cp1252", 0),
        ("cp850", 1),
        ("cp437", 0),
        ("mac_roman", 4),
    ],
)
def test_the_sentences_of_the_guide_are_read_as_they_were_written(encoding, most_wrong):
    known = [
        each for each in sentences() if each == each.encode(encoding, "ignore").decode(encoding)
    ]
    assert len(known) > 1_000
    wrong = [each for each in known if read_text(each.encode(encoding)) != each]
    assert len(wrong) <= most_wrong, wrong


@pytest.mark.parametrize(
    "words",
    [
        "A comissão não veio: coração, três irmãos",
        "Só às oito horas, avó",
        "La señora Gödel llegó ayer con su niño",
    ],
)
def test_portuguese_and_a_foreign_name_are_read_too(words):
    assert clean_file("nota.txt", words.encode("cp1252")).content.decode() == words


@pytest.mark.parametrize(
    "content",
    [
        "Привет, как дела".encode("koi8-r"),
        "Γειά σου κόσμε".encode("cp1253"),
        "مرحبا بكم".encode("cp1256"),
        "Señora".encode() + " Peña".encode("cp1252"),
        "Señora Peña".encode().decode("cp1252").encode("utf-8")[:-3] + b"\xff",
        b"\xff\xfeS\x00e\x00\x01\x00",
    ],
)
def test_what_is_not_read_for_sure_is_refused_and_not_garbled(content):
    with pytest.raises(FileRefused) as refused:
        clean_file("nota.txt", content)
    assert list(refused.value.sentences) == [UNKNOWN_LETTERS]
