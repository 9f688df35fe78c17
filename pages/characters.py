"""Removes invisible and look-alike characters in text copied from a phone, a web page or a word processor.

Forms, filters of lists and of the API, search and imported sheets all use it. So code that compares, searches or parses gets
plain text, and no invisible character reverses a name on the page.
"""

import re
import unicodedata

# Marks of direction, word-break hints and zero-width characters: always removed. The rest of Unicode's Cf belong to letters:
# visible signs above Arabic numbers, joints of hieroglyphs, and the joiners below.
_INVISIBLE = (
    "\u034f\u061c\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
)
# Scripts in which a joiner changes the letter: Persian, Syriac, Mongolian, those of India.
_JOINING = (
    "\u0600-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00011fff\U0001e900-\U0001e95f"
)
_PICTURES = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
INVISIBLE = re.compile(
    f"[{_INVISIBLE}]"
    f"|(?<![{_JOINING}])[\u200c\u180e]|(?<![{_JOINING}{_PICTURES}])\u200d"
    # After these two a soft hyphen is half of a wrongly decoded letter. It is kept, so that the fault stays visible.
    "|(?<![ÃÂ])\u00ad"
)
BLANKS = re.compile("[\x0b\x0c\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]")
ENDS_OF_LINES = re.compile("[\u2028\u2029]")
# Full-width letters, digits and signs; hyphens and dashes that look like ours.
PLAIN: dict[int, int | str] = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
PLAIN |= dict.fromkeys(map(ord, "\u2010\u2011\ufe63"), "-")
PLAIN |= dict.fromkeys(map(ord, "\u2044\u2215\u29f8"), "/")
_DASH = "[\u02d7\u2012-\u2015\u2043\u2212\u2e3a\u2e3b\ufe31\ufe32\ufe58]"
# Between two words a dash is kept; inside a word or at a number it becomes a hyphen.
DASH_FOR_HYPHEN = re.compile(
    rf"(?<=\w){_DASH}(?=\w)|{_DASH}(?= ?[\d(+])|(?<=[\d)]){_DASH}|(?<=[\d)] ){_DASH}|^{_DASH}+$"
)
DIGIT = re.compile(r"[^\D0-9]")


def clean_text(text: str) -> str:
    """The text without invisible characters, with plain blanks, hyphens and slashes. Keeps its lines."""
    if text.isascii() and text.isprintable():
        return text
    text = ENDS_OF_LINES.sub("\n", BLANKS.sub(" ", text)).translate(PLAIN)
    return unicodedata.normalize("NFC", INVISIBLE.sub("", text))


def clean_line(text: str) -> str:
    """As `clean_text`, for one line such as a name, number or date: digits of every script become ASCII, and dashes hyphens."""
    seen = DASH_FOR_HYPHEN.sub("-", clean_text(text))
    return DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), seen)
