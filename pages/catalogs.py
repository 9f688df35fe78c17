"""Extracts the texts to translate of an app, and reads, checks and compiles its catalog, without gettext binaries.

A text (here `Sentence`) belongs to the app whose folder, or whose folder below `templates/`, contains it. It is English; its
Spanish is in `<app>/locale/es/LC_MESSAGES/django.po`.
"""

import ast
import functools
import io
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.apps import apps
from django.conf import settings
from django.utils.translation.template import templatize

LANGUAGE = "es"
KEYWORDS: dict[str, tuple[object, ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
TEMPLATE_ENDINGS = {".html", ".txt", ".subject", ".svg"}
# Template folders named like a third-party app, with our app to which their sentences belong.
APP_OF_FOLDER = {
    "account": "accounts",
    "mfa": "accounts",
    "usersessions": "accounts",
    "allauth": "accounts",
}
# A text that consists of copies of one sentence.
REPEATED = re.compile(r"(.{12,}?)\1+", re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
# The singular and the context of a text.
Key = tuple[str, str]


@dataclass(frozen=True)
class Sentence:
    """One text to translate. `plural` is empty if there is only one form; `place` is the path of its file."""

    context: str
    singular: str
    plural: str
    place: str

    @property
    def key(self) -> Key:
        return self.singular, self.context


def our_apps() -> list[str]:
    """The names of the apps that live in this repository, in the order of the settings."""
    return list(_apps_in(Path(settings.BASE_DIR)))


@functools.cache
def _apps_in(folder: Path) -> tuple[str, ...]:
    """The names of the apps in the folder. Cached, because every template needs them and this reads the disk."""
    base = folder.resolve()
    return tuple(
        app.name for app in apps.get_app_configs() if Path(app.path).resolve().parent == base
    )


def catalog_path(app: str) -> Path:
    return Path(settings.BASE_DIR) / app / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po"


def app_of_template(template: Path) -> str:
    """The app to which a template's texts belong; `pages` for templates of no app."""
    folder = template.relative_to(Path(settings.BASE_DIR) / "templates").parts[0]
    home = APP_OF_FOLDER.get(folder, folder)
    return home if home in our_apps() else "pages"


def sentences(app: str) -> Iterator[Sentence]:
    """Yields every text of the app's Python files and templates, sorted by file."""
    base = Path(settings.BASE_DIR)
    if app == "pages":
        yield from _from_settings()
    for path in sorted((base / app).rglob("*.py") if app != "config" else []):
        if "migrations" not in path.parts:
            yield from _from_python(path, path.relative_to(base).as_posix())
    for path in sorted((base / "templates").rglob("*")):
        if path.suffix in TEMPLATE_ENDINGS and app_of_template(path) == app:
            yield from _from_template(path, path.relative_to(base).as_posix())


def _from_settings() -> Iterator[Sentence]:
    """Yields texts of the settings (languages, entries of the menu) that no other app has translated."""
    base = Path(settings.BASE_DIR)
    others = [translations(read(app)) for app in our_apps() if app != "pages"]
    for path in sorted((base / "config").rglob("*.py")):
        for sentence in _from_python(path, path.relative_to(base).as_posix()):
            translated = (each.get(sentence.key) for each in others)
            if not any(message and is_translated(message) for message in translated):
                yield sentence


def _from_python(path: Path, place: str) -> Iterator[Sentence]:
    source = path.read_text(encoding="utf-8")
    keywords = dict(KEYWORDS)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            for name in node.names:
                if name.name in KEYWORDS:
                    keywords[name.asname or name.name] = KEYWORDS[name.name]
    yield from _extracted(source, keywords, place)


def _from_template(path: Path, place: str) -> Iterator[Sentence]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = templatize(path.read_text(encoding="utf-8"), origin=place)
    # Python's tokenizer would refuse the indentation, which does not matter for the extracted calls.
    lines = (line.lstrip() for line in code.splitlines())
    yield from _extracted("\n".join(lines) + "\n", dict(KEYWORDS), place)


def _extracted(source: str, keywords: Any, place: str) -> Iterator[Sentence]:
    calls = extract("python", io.BytesIO(source.encode()), keywords, options={"encoding": "utf-8"})
    for _line, texts, _comments, context in calls:
        singular, plural = texts if isinstance(texts, tuple) else (texts, "")
        if singular:
            yield Sentence(context or "", singular, plural, place)


def read(app: str) -> Catalog:
    """The app's catalog from the repository; empty if the file is missing."""
    path = catalog_path(app)
    if not path.exists():
        return Catalog(locale=LANGUAGE)
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def translations(catalog: Catalog) -> dict[Key, Message]:
    return {_key(message): message for message in catalog if message.id}


def _key(message: Message) -> Key:
    singular = message.id[0] if isinstance(message.id, tuple | list) else message.id
    return singular, message.context or ""


def updated_catalog(app: str, elsewhere: Iterable[Catalog] = ()) -> Catalog:
    """A catalog of the app's current texts, with the translations of its file, or else of the catalogs `elsewhere`."""
    translated = translations(read(app))
    others = {key: message for other in elsewhere for key, message in translations(other).items()}
    new = Catalog(locale=LANGUAGE)
    for sentence in sorted(sentences(app), key=lambda each: (each.key, each.place)):
        text: Any = (sentence.singular, sentence.plural) if sentence.plural else sentence.singular
        if earlier := new.get(sentence.key[0], sentence.context or None):
            text = earlier.id if isinstance(earlier.id, tuple) else text
            new.delete(sentence.key[0], sentence.context or None)
        former = translated.get(sentence.key)
        if former is None or not is_translated(former):
            former = others.get(sentence.key) or former
        new.add(
            text,
            string=former.string
            if former and isinstance(former.string, tuple) == isinstance(text, tuple)
            else None,
            flags={flag for flag in (former.flags if former else ()) if flag == "fuzzy"},
            context=sentence.context or None,
        )
    return new


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple | list) else [message.string]
    return bool(strings) and all(strings)


def write(app: str, catalog: Catalog) -> None:
    """Writes the catalog, sorted by text and without places in the code: so branches merge, and moved code changes nothing."""
    path = catalog_path(app)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = io.BytesIO()
    write_po(body, catalog, width=100, omit_header=True, sort_output=True)
    header = (
        'msgid ""\nmsgstr ""\n"Language: es\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    text = body.getvalue().decode().strip("\n")
    path.write_text(header + text + ("\n" if text else ""), encoding="utf-8")


def compile_catalog(app: str) -> int:
    """Writes the `.mo` beside the `.po`, without fuzzy texts, and returns the number of texts in the catalog."""
    if not catalog_path(app).exists():
        return 0
    catalog = read(app)
    compiled = catalog_path(app).with_suffix(".mo")
    # Replaced in one step, so that readers never see half a file.
    with (unfinished := compiled.with_suffix(".mo.new")).open("wb") as file:
        write_mo(file, catalog)
    unfinished.replace(compiled)
    return len(catalog)


def faults(app: str) -> list[str]:
    """One line for each fault of the app's catalog: obsolete, missing, fuzzy, other placeholders, repeated."""
    present, expected = translations(read(app)), translations(updated_catalog(app))
    lines = [f"obsolete: {key[0]!r}" for key in present.keys() - expected.keys()]
    for key in expected:
        message = present.get(key)
        if message is None or not is_translated(message):
            lines.append(f"missing: {key[0]!r}")
        elif message.fuzzy:
            lines.append(f"fuzzy: {key[0]!r}")
        elif _placeholders_differ(message):
            lines.append(f"placeholders differ: {key[0]!r}")
        elif _repeats_itself(message):
            lines.append(f"says itself again: {key[0]!r}")
    return [f"{app}: {line}" for line in sorted(lines)]


def _texts(message_part: object) -> list[str]:
    """The singular, or singular and plural, of a message's id or translation."""
    return [*message_part] if isinstance(message_part, tuple | list) else [str(message_part or "")]


def _repeats_itself(message: Message) -> bool:
    """Whether a translation repeats one sentence several times, as a careless merge of two branches leaves it."""
    return any(REPEATED.fullmatch(text or "") for text in _texts(message.string))


def _placeholders_differ(message: Message) -> bool:
    ids, strings = _texts(message.id), _texts(message.string)
    wanted = set().union(*(PLACEHOLDER.findall(text) for text in ids))
    # A plural may leave the number out; no translation may use a placeholder that the sentence lacks.
    allowed_less = len(ids) > 1
    return any(
        not (
            set(PLACEHOLDER.findall(text or "")) <= wanted
            if allowed_less
            else set(PLACEHOLDER.findall(text or "")) == wanted
        )
        for text in strings
    )


def contradictions() -> list[str]:
    """One line for each text that two apps translate differently: Django would use the app that comes first in the settings."""
    first_by_key: dict[Key, tuple[str, object]] = {}
    lines = []
    for app in our_apps():
        for key, message in translations(read(app)).items():
            if not is_translated(message):
                continue
            first = first_by_key.setdefault(key, (app, message.string))
            if first[1] != message.string:
                lines.append(f"{app}: said otherwise in {first[0]}: {key[0]!r}")
    return sorted(lines)
