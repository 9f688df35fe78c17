"""Renders the content of a letter to a tagged PDF (PDF/UA-1) or to images of its pages, with typst.

The same content and wording give the same bytes."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from asylum.letters.rules import breakable
from pages.qr import qr_svg
from pages.refusals import ActionRefused

WORDINGS = Path(settings.BASE_DIR) / "templates" / "asylum" / "letters"
VERSION_LENGTH = 8
# This resolution makes a page 935 pixels wide, as the preview shows it.
DOTS_PER_INCH = 110
MISSING_CHARACTERS = re.compile(r'the text `"(.+)"` could not be displayed')


def wording_of(kind: str, language: str) -> Path:
    return WORDINGS / language / f"{kind}.typ"


def version_of(kind: str, language: str) -> str:
    """Returns a hash of the current wording and of the sheet around it."""
    texts = (wording_of(kind, language), WORDINGS / "letter.typ")
    return hashlib.sha256(b"".join(text.read_bytes() for text in texts)).hexdigest()[
        :VERSION_LENGTH
    ]


def printed(kind: str, language: str, facts: Mapping[str, Any], *, check_address: str) -> bytes:
    """Returns the PDF. Raises ActionRefused for characters that the font lacks.

    `facts` holds texts by name, and `code`, `office`, `head` (organisation, address, phone, email), `day` (year, month,
    day), and optionally `logo` (the bytes of a picture, as numbers). An empty text becomes a line to write on.
    `check_address` is the URL where a stranger types the code; the QR code includes the code itself."""
    inputs = _inputs(kind, language, facts, check_address)
    return bytes(_compile(kind, language, inputs, format="pdf", pdf_standards="ua-1"))


def pictured(
    kind: str, language: str, facts: Mapping[str, Any], *, check_address: str
) -> list[bytes]:
    """Returns each page of the letter as a PNG. The arguments are those of `printed`."""
    inputs = _inputs(kind, language, facts, check_address)
    pages = _compile(kind, language, inputs, format="png", ppi=DOTS_PER_INCH)
    return pages if isinstance(pages, list) else [pages]


def _inputs(
    kind: str, language: str, facts: Mapping[str, Any], check_address: str
) -> dict[str, Any]:
    inputs = {
        name: breakable(value) if isinstance(value, str) else value for name, value in facts.items()
    }
    with override(language):
        words = {
            "check": _("Is this letter valid? Ask with the code"),
            "code": _("Code of the letter"),
            "logo": _("Logo"),
        }
        version = _("Version %(version)s") % {"version": version_of(kind, language)}
    return inputs | {
        "language": language,
        "words": words,
        "version": version,
        "check_address": check_address,
        "qr": qr_svg(f"{check_address}{facts['code']}/").decode(),
    }


def _compile(kind: str, language: str, inputs: Mapping[str, Any], **form: Any) -> Any:
    try:
        return typst.compile(
            str(wording_of(kind, language)),
            root=str(WORDINGS),
            ignore_system_fonts=True,
            sys_inputs={"facts": json.dumps(inputs)},
            timestamp=0,
            **form,
        )
    except typst.TypstError as error:
        if signs := MISSING_CHARACTERS.search(str(error)):
            raise ActionRefused(
                _("No letter can show these signs: %(signs)s. Write them in Latin letters.")
                % {"signs": signs[1]}
            ) from error
        raise
