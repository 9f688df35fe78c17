"""What the guide says of laws and rules is what the reference data and the code hold, and it names things as pages do."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.pathways.rules import goes_on
from guide.contents import SLUGS
from guide.reading import FOLDER, get_page
from reference.choices import Confidence
from reporting.choices import Definition
from shelters.choices import BedRule, Severity
from shelters.rules.protection import SOURCE

ROOT = Path(settings.BASE_DIR)
TABLES = ROOT / "reference" / "tables"
LANGUAGES = ("es", "en")
BOLD = re.compile(r"\*\*(.+?)\*\*")
PLACE = re.compile(r"%\(\w+\)[sd]")
CONFIDENCE = {
    "es": {
        "V1": "leído en el texto oficial",
        "V2": "leído en una fuente secundaria",
        "V2-weak": "una sola fuente secundaria",
        "X": "las fuentes se contradicen",
        "M": "sin confirmar",
    },
    "en": {
        "V1": "read in the official text",
        "V2": "read in a secondary source",
        "V2-weak": "one secondary source only",
        "X": "sources contradict each other",
        "M": "not confirmed",
    },
}
HOUSE_RULE = {"es": "regla de la casa", "en": "house rule"}
SEVERITY = {
    "es": {Severity.REFUSE: "Se rechaza", Severity.ASK_REASON: "Pide un motivo"},
    "en": {Severity.REFUSE: "efused", Severity.ASK_REASON: "Asks for a reason"},
}


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def markdown(slug: str, language: str) -> str:
    return (FOLDER / language / f"{slug}.md").read_text(encoding="utf-8")


def section(slug: str, anchor: str, language: str) -> str:
    page = get_page(slug, language)
    return next(" ".join(each.paragraphs) for each in page.headings if each.anchor == anchor)


def pieces(slug: str, language: str) -> list[str]:
    """Rows of tables, and sections."""
    text = markdown(slug, language)
    return [line for line in text.splitlines() if line.startswith("|")] + text.split("\n{#")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", rows("deadline_rules.csv"), ids=lambda row: row["code"])
def test_a_term_stands_with_its_length_norm_and_confidence(
    row: dict[str, str], language: str
) -> None:
    """A rule that changes in the tables changes here, or somebody reads a wrong day."""
    length = row["fixed_on"][:4] or row["amount"]
    wanted = (row["legal_reference"], CONFIDENCE[language][row["confidence"]])
    assert any(
        re.search(rf"\b{length}\b", piece) and all(words in piece for words in wanted)
        for piece in pieces("deadlines", language)
    )


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("es", "La entrevista no lo termina; una decisión, el retiro o el cierre sí"),
        ("en", "The interview does not end it; a decision, a withdrawal or the closing does"),
    ],
)
def test_what_ends_the_time_to_ratify_is_what_the_code_ends_it_by(language: str, says: str) -> None:
    assert says in section("deadlines", "claim-ratification", language)
    assert all(goes_on(DeadlineKind.RATIFY, state) for state in (S.SUMMONED, S.INTERVIEWED))
    ending = (S.RECOGNISED, S.REFUSED, S.WITHDRAWN, S.CLOSED)
    assert not any(goes_on(DeadlineKind.RATIFY, state) for state in ending)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "row", rows("work_rules.csv"), ids=lambda row: f"{row['paper']}-{row['allows']}"
)
def test_the_right_to_work_stands_with_its_norm_and_confidence(
    row: dict[str, str], language: str
) -> None:
    wanted = (row["legal_reference"], CONFIDENCE[language][row["confidence"]])
    assert any(all(words in piece for words in wanted) for piece in pieces("permits", language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", BedRule.values)
def test_a_rule_of_beds_stands_with_its_severity_and_source(rule: str, language: str) -> None:
    told = section("beds", f"bed-{rule.replace('_', '-')}", language)
    source = SOURCE[rule]
    assert SEVERITY[language][BedRule(rule).severity] in told
    assert [number for number in re.findall(r"\d+", source) if number not in told] == []
    assert ("House rule" in source) == (HOUSE_RULE[language] in told)
    assert ("(M)" in source) == (CONFIDENCE[language]["M"] in told) or "House rule" in source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_its_paragraph(language: str) -> None:
    headings = {each.anchor: each.heading for each in get_page("figures", language).headings}
    for figure in Definition:
        heading = headings[f"figure-{figure.lower().replace('_', '-')}"]
        assert not figure.code or heading.startswith(f"{figure.code}:")


def test_every_confidence_is_one_of_these() -> None:
    assert set(CONFIDENCE["es"]) == set(Confidence.values)


def words_on_pages() -> Iterator[tuple[str, str]]:
    """English and Spanish of every sentence that a page may show."""
    for path in ROOT.glob("*/locale/es/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            for message in read_po(file, locale="es"):
                if isinstance(message.id, str) and isinstance(message.string, str):
                    yield message.id, message.string
                else:
                    yield from zip(message.id, message.string, strict=True)


def is_said(on_page: str, in_guide: str) -> bool:
    """Whether these are the words; "…" stands in the guide for what differs from page to page."""
    if "…" not in in_guide or not PLACE.search(on_page):
        return on_page == in_guide
    return bool(re.fullmatch(".+".join(map(re.escape, in_guide.split("…"))) + ".*", on_page))


def test_what_is_bold_are_the_very_words_on_the_page() -> None:
    """Whoever reads "press Save" finds a button of that name, in either language."""
    pairs = list(words_on_pages())
    strange = []
    for slug in SLUGS:
        spanish, english = (BOLD.findall(markdown(slug, language)) for language in LANGUAGES)
        assert len(spanish) == len(english), slug
        # The order of words differs from language to language within a sentence.
        for said in {*spanish}:
            if not any(
                is_said(there, said) and any(is_said(here, each) for each in english)
                for here, there in pairs
            ):
                strange.append((slug, said))
        for said in {*english}:
            if not any(is_said(here, said) for here, _there in pairs):
                strange.append((slug, said))
    assert strange == []
