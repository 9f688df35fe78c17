"""Docstrings and comments say things as one would say them aloud: some turns are out, each with plainer words for it."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.test_floors import FLOORS, files

# A regular expression, and what to write in its place.
PLAINER = {
    r"\bso many\b(?!.*\bthat\b)": "how many, up to this number, or the name of the argument",
    r"\bupon\b": "on, after",
    r"\blest\b": "so that it does not",
    r"\bought to\b": "should",
    r"\bnought\b": "zero, nothing",
    r"\btill\b": "until",
    r"\b(?:shall|hitherto|henceforth|whilst|amongst|unto|namely|thereupon|as it were)\b": "the word of every day",
    r"\b(?:here|there|where)(?:by|of|in|to|upon|with)\b": "by this, of it, in which",
    r"\b(?:of late|in the clear)\b": "recently; readable, unencrypted",
    r"\bbetray": "reveal",
    r"\b(?:is|are) no more\b(?! than)": "is gone, no longer exists",
    r"\bstands? alone\b": "is alone, is listed separately",
    r"\bsomehow\b": "say how, or leave it out",
    r"\bhandles?\b|\butili[sz]e|\bleverag|\brobust|\bseamless": "say what it does",
    r"\b(?:obviously|basically|of course)\b": "leave it out",
    r"\b(?:e\.g\.|i\.e\.|etc\b)": "for example, that is; or name them all",
    r"\bwhoever (?:is|has|may|can|knows|sees|reads|leads|runs|answers|recorded)\b": "users who, the colleague who",
    r"\bstands? (?!for\b|on\b)": "is, is shown, is valid; where it is stored",
    r"\bof whom\b": "people whose, people without",
    r"\bput(?:s|ting)? right\b": "corrects",
    r"\b(?:write|written|writes|wrote) down\b": "records, stores",
    r"\b(?:with)?in sight\b": "visible",
    r"\blook(?:s|ed)? into\b": "checks",
    r"\bso long\b(?! as)": "how long",
    r"\bhangs? on\b|\brests on\b": "depends on, is based on",
    r"\ball the same\b": "anyway",
    r"\bin the place of\b": "instead of, replaces",
    r"\b(?:no more\b(?! than)|any more\b)": "no longer",
    r"^That ": "what the row is: a look, a report",
    r"^Addresses\b": "URLs",
}
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def prose(source: str) -> Iterator[str]:
    """Docstrings and comments, each on one line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, WITH_DOCSTRING) and (said := ast.get_docstring(node)):
            yield " ".join(said.split())
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def to_say_plainly(source: str) -> list[str]:
    """Sentences with a turn that is out, and what to write instead."""
    return [
        f"{said}: {plainer}"
        for said in prose(source)
        for turn, plainer in PLAINER.items()
        if re.search(turn, said, re.IGNORECASE)
    ]


@pytest.mark.parametrize("app", FLOORS)
def test_docstrings_and_comments_are_in_plain_words(app):
    found = {str(path): to_say_plainly(path.read_text()) for path in files(app)}
    assert {path: said for path, said in found.items() if said} == {}


def test_a_turn_that_is_out_is_noticed():
    assert to_say_plainly('"""Ends there, till then it runs."""') == [
        "Ends there, till then it runs.: until"
    ]
    assert to_say_plainly("A = 3  # so many are named")
    assert to_say_plainly('"""That somebody looked."""')
    assert to_say_plainly('"""Whoever may, puts it right."""')
    assert to_say_plainly("A = 3  # so many people have it that two share it by chance") == []
    assert to_say_plainly("HELD = _('So many were counted, lest')") == []
