"""Every keyboard shortcut of Amparo: the card that "?" opens. The guide's page of keys lists the same."""

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Key:
    """`keys` as the guide writes them, each between two backticks."""

    keys: str | Promise
    does: str | Promise

    @property
    def drawn_keys(self) -> SafeString:
        return _as_markup(self.keys)

    @property
    def drawn_act(self) -> SafeString:
        return _as_markup(self.does)


def _as_markup(text: str | Promise) -> SafeString:
    return mark_safe(QUOTED.sub(r"<kbd>\1</kbd>", escape(str(text))))  # noqa: S308 - escaped before


@dataclass(frozen=True)
class KeySection:
    """Where these keys work; `anchor` is that of the guide."""

    anchor: str
    title: str | Promise
    keys: tuple[Key, ...]


EVERYWHERE = KeySection(
    "keys-everywhere",
    _("On every page"),
    (
        Key("`/`", _("goes to the search")),
        Key("`+`", _("does the first act of your work: the button with the plus")),
        Key("`?`", _("opens this list of keys")),
        Key(_("`Alt` and a digit"), _("opens that entry of the menu; `0` is the tenth")),
        Key(_("`Tab` and `Shift`+`Tab`"), _("goes to the next field or link, or back")),
        Key(_("`Ctrl`+`Enter`"), _("saves the form you are in")),
        Key(_("`Esc`"), _("closes what hangs open: the list of keys, the menu under your name")),
    ),
)
LISTS = KeySection(
    "keys-lists",
    _("In a list, and among those a search found"),
    (
        Key(_("`j` and `k`"), _("goes to the next row, or back")),
        Key("`↓` `↑`", _("does the same once you are in a row")),
        Key(_("`Enter`"), _("opens the row, or what is to be done about it")),
    ),
)
FILES = KeySection(
    "keys-files",
    _("In a file"),
    (
        Key(
            "`n`",
            _("goes to the note box from any page of the file; `Ctrl`+`Enter` saves the note"),
        ),
    ),
)
GRID = KeySection(
    "keys-grid",
    _("In the grid of an arrival"),
    (
        Key(
            _("`Tab` in the last cell"),
            _("adds a row that inherits the family names of the one above"),
        ),
        Key(_("The first letters"), _("choose in a list: `c` `o` `l` chooses Colombia")),
        Key(_("`Ctrl`+`Enter`"), _("saves the arrival from any cell")),
        Key("`F2`", _("begins a new family, with several families together")),
    ),
)
BEDS = KeySection(
    "keys-beds",
    _("When a place is given"),
    (Key(_("A digit"), _("chooses the proposed place of that number; `Enter` saves")),),
)
BOARD = KeySection(
    "keys-board",
    _("On the board of beds"),
    (
        Key("`↑` `↓` `←` `→`", _("go from run to run; `Enter` picks, or chooses a free run")),
        Key(_("A digit from 1 to 9"), _("chooses the place of that number for the picked family")),
        Key(
            "`s`",
            _("asks to swap beds with the run that has the focus, or to park who is there"),
        ),
        Key("`+` `-`", _("gives the picked family a night more or less")),
        Key(_("`Shift`+`→` `Shift`+`←`"), _("moves their first night by a week")),
        Key("`b`", _("goes to the tray of those who wait, must leave, are late or parked")),
        Key("`u`", _("takes back what was just done")),
        Key("`[` `]`", _("shows a week earlier or later")),
        Key("`Esc`", _("drops the pick")),
    ),
)
SECTIONS = (EVERYWHERE, LISTS, FILES, GRID, BEDS, BOARD)
