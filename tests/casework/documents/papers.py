"""Small files of every kind, honest and otherwise."""

import io
import zipfile

import pikepdf
from PIL import Image

BODY = "word/document.xml"
WORDS = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body><w:p><w:t>Hola</w:t></w:p><w:p><w:t>Adiós</w:t></w:p></w:body></w:document>"
)
TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?><Types><Override PartName="/word/document.xml"/></Types>'
)


def a_picture(
    format_name: str = "JPEG", size: tuple[int, int] = (900, 600), *, place: bool = False
) -> bytes:
    """A plain picture; with `place`, it tells where it was taken, by which camera, and a comment."""
    image = Image.new("RGB", size, (20, 120, 90))
    kept = {}
    if place:
        exif = Image.Exif()
        exif[0x010F] = "CanarioCamara"
        exif[0x8825] = {1: "N", 2: (7.0, 53.0, 0.0), 3: "W", 4: (72.0, 30.0, 0.0)}
        kept = {"exif": exif}
        if format_name == "JPEG":
            kept["comment"] = b"CanarioComentario"
    target = io.BytesIO()
    image.save(target, format_name, **kept)
    return target.getvalue()


def a_pdf(*, pages: int = 1) -> bytes:
    """A4 pages with a script at opening, a launch button, an attached file and an author."""
    paper = pikepdf.new()
    for _page in range(pages):
        paper.add_blank_page(page_size=(595, 842))
    paper.Root.OpenAction = paper.make_indirect(
        pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert('hola')"))
    )
    launch = pikepdf.Dictionary(S=pikepdf.Name.Launch, F=pikepdf.String("cmd.exe"))
    button = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, A=launch)
    attached = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FileAttachment)
    paper.pages[0].Annots = pikepdf.Array([paper.make_indirect(button), attached])
    paper.attachments["programa.exe"] = pikepdf.AttachedFileSpec(paper, b"MZ programa escondido")
    paper.docinfo["/Author"] = "CanarioAutora"
    target = io.BytesIO()
    paper.save(target, compress_streams=False)
    return target.getvalue()


def a_docx(parts: dict[str, bytes | str] | None = None) -> bytes:
    """A Word file of two paragraphs, with further parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in ({"[Content_Types].xml": TYPES, BODY: WORDS} | (parts or {})).items():
            archive.writestr(name, text)
    return target.getvalue()
