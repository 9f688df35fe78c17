"""Signs that nobody sees or that look like others: none of them comes through a door."""

import sys
import unicodedata

import pytest
from django import forms

from pages.characters import clean_line, clean_text
from pages.forms import ActionForm, DateField, LongText, ShortText

# Every sign of these kinds, in one look at all there are: each process of the tests pays for it.
OF_A_KIND: dict[str, list[str]] = {"Cf": [], "Pd": [], "Zs": []}
for _sign in map(chr, range(sys.maxunicode + 1)):
    if (_kind := unicodedata.category(_sign)) in OF_A_KIND:
        OF_A_KIND[_kind].append(_sign)
FORMAT = OF_A_KIND["Cf"]
JOINERS = {"\u200c", "\u200d", "\u180e"}
# They stand above or round the digits and letters behind them, or join hieroglyphs: readers see what they do.
SEEN = {
    *map(chr, range(0x600, 0x606)), "\u06dd", "\u070f", "\u0890", "\u0891", "\u08e2", "\U000110bd", "\U000110cd",
    *map(chr, range(0x13430, 0x13440)),
}  # fmt: skip
# Of one script each, where it is a letter's business.
DASHES_OF_A_SCRIPT = set(
    "\u058a\u05be\u1400\u1806\u2e17\u2e1a\u2e40\u2e5d\u301c\u3030\u30a0\U00010ead"
)
DASHES = [
    sign
    for sign in [*OF_A_KIND["Pd"], "\u2212", "\u2043", "\u02d7"]
    if sign not in DASHES_OF_A_SCRIPT
]


def named(sign):
    return f"U+{ord(sign):04X}"


def test_of_the_signs_that_only_format_none_stays_in_a_name_but_those_that_are_seen():
    assert len(FORMAT) > 150
    stays = {sign for sign in FORMAT if clean_line(f"Mora{sign}les") != "Morales"}
    assert {*map(named, stays)} == {*map(named, SEEN & set(FORMAT))}


@pytest.mark.parametrize("blank", OF_A_KIND["Zs"], ids=named)
def test_every_blank_is_a_plain_one(blank):
    assert clean_line(f"Ana{blank}Lugo") == "Ana Lugo"


@pytest.mark.parametrize("dash", dict.fromkeys(DASHES), ids=named)
def test_every_dash_in_a_number_or_inside_a_name_is_a_hyphen(dash):
    assert clean_line(f"V{dash}17.000.555") == "V-17.000.555"
    assert clean_line(f"V {dash} 17.000.555") == "V - 17.000.555"
    assert clean_line(f"(0426) 333{dash}0007") == "(0426) 333-0007"
    assert clean_line(f"6{dash}7{dash}1986") == "6-7-1986"
    assert clean_line(f"Díaz{dash}Granados") == "Díaz-Granados"


def test_a_dash_between_words_is_the_writers():
    assert clean_line("Cita – clínica") == "Cita – clínica"
    assert clean_line("—dijo (ayer)") == "—dijo (ayer)"
    assert clean_text("La madre —dijo— vive\nen 2019–2021") == "La madre —dijo— vive\nen 2019–2021"


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("６／７／１９８６", "6/7/1986"),
        ("6∕7⁄1986", "6/7/1986"),
        ("Ｖ－１７０００５５５", "V-17000555"),
        ("٠٤١٤-٣٣٣٠٠٠٥", "0414-3330005"),
        ("\u2066+58 414 3330005\u2069", "+58 414 3330005"),
        ("\u202enosivE\u202c Lugo", "nosivE Lugo"),
        ("Pen\u0303a", "Peña"),
        ("Ana\x07 Lugo\x00", "Ana Lugo"),
        ("\ufeffAna\u3164", "Ana"),
    ],
)
def test_a_line_reads_as_it_looks(written, seen):
    assert clean_line(written) == seen


@pytest.mark.parametrize(
    "name",
    ["علی\u200cرضا", "क्\u200dष", "ന്\u200d", "ᠠ\u180eᠠ", "👨\u200d👩\u200d👧", "❤\ufe0f\u200d🔥"],
)
def test_a_joiner_stays_where_it_belongs_to_the_letters(name):
    assert clean_line(name) == name
    assert clean_line(f"Ana\u200c {name} Lu\u200dgo") == f"Ana {name} Lugo"


def test_half_of_a_broken_letter_still_tells_that_it_is_broken():
    assert clean_line("MarÃ\u00ada") == "MarÃ\u00ada"


class Sent(ActionForm):
    name = ShortText(label="Name")
    on = DateField(label="On", required=False)
    number = forms.IntegerField(required=False)
    mail = forms.EmailField(required=False)
    text = LongText(required=False)
    password = forms.CharField(widget=forms.PasswordInput, required=False)
    kind = forms.ChoiceField(choices=[("a\u2013b", "A")], required=False)


def test_every_field_that_is_typed_is_read_as_it_looks_and_a_password_as_it_is():
    form = Sent(
        {
            "name": "\u202eMora\u00adles", "on": "6\u22157\u22151986", "number": "１２", "mail": "a\u00adb@example.org",
            "text": "uno\u200b\ndos — tres", "password": "a\u00ad\u00a0b", "kind": "a\u2013b",
        }
    )  # fmt: skip
    assert form.is_valid(), form.errors
    form.cleaned_data["on"] = form.cleaned_data["on"].isoformat()
    assert form.cleaned_data == {
        "name": "Morales", "on": "1986-07-06", "number": 12, "mail": "ab@example.org",
        "text": "uno\ndos — tres", "password": "a\u00ad\u00a0b", "kind": "a\u2013b",
    }  # fmt: skip


def test_a_name_of_hidden_signs_alone_is_none():
    form = Sent({"name": "\u200b\u202e\u00ad"})
    form.fields["name"].required = True
    assert list(form.errors) == ["name"]
