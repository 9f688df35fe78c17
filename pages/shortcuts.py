"""Every keyboard shortcut, for the card that "?" opens. The page of the guide about keys must list the same."""

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Shortcut:
    """One shortcut. In both texts each key is between backticks, as in the guide; `does` is its action."""

    keys: str | Promise
    does: str | Promise

    @property
    def keys_as_markup(self) -> SafeString:
        return _as_markup(self.keys)

    @property
    def action_as_markup(self) -> SafeString:
        return _as_markup(self.does)


def _as_markup(text: str | Promise) -> SafeString:
    return mark_safe(QUOTED.sub(r"<kbd>\1</kbd>", escape(str(text))))  # noqa: S308 - escaped before


@dataclass(frozen=True)
class ShortcutSection:
    """The shortcuts of one kind of page; `anchor` is the heading's id in the guide."""

    anchor: str
    title: str | Promise
    keys: tuple[Shortcut, ...]


EVERYWHERE = ShortcutSection(
    "keys-everywhere",
    _("On every page"),
    (
        Shortcut("`/`", _("goes to the search")),
        Shortcut("`+`", _("does the first act of your work: the button with the plus")),
        Shortcut("`?`", _("opens this list of keys")),
        Shortcut(_("`Alt` and a digit"), _("opens that entry of the menu; `0` is the tenth")),
        Shortcut(_("`Tab` and `Shift`+`Tab`"), _("goes to the next field or link, or back")),
        Shortcut(_("`Ctrl`+`Enter`"), _("saves the form you are in")),
        Shortcut(
            _("`Esc`"), _("closes what hangs open: the list of keys, the menu under your name")
        ),
    ),
)
LISTS = ShortcutSection(
    "keys-lists",
    _("In a list, and among those a search found"),
    (
        Shortcut(_("`j` and `k`"), _("goes to the next row, or back")),
        Shortcut("`↓` `↑`", _("does the same once you are in a row")),
        Shortcut(_("`Enter`"), _("opens the row, or what is to be done about it")),
    ),
)
FILES = ShortcutSection(
    "keys-files",
    _("In a file"),
    (
        Shortcut(
            "`n`",
            _("goes to the note box from any page of the file; `Ctrl`+`Enter` saves the note"),
        ),
    ),
)
GRID = ShortcutSection(
    "keys-grid",
    _("In the grid of an arrival"),
    (
        Shortcut(
            _("`Tab` in the last cell"),
            _("adds a row that inherits the family names of the one above"),
        ),
        Shortcut(_("The first letters"), _("choose in a list: `c` `o` `l` chooses Colombia")),
        Shortcut(_("`Ctrl`+`Enter`"), _("saves the arrival from any cell")),
        Shortcut("`F2`", _("begins a new family, with several families together")),
    ),
)
BEDS = ShortcutSection(
    "keys-beds",
    _("When a place is given"),
    (Shortcut(_("A digit"), _("chooses the proposed place of that number; `Enter` saves")),),
)
BOARD = ShortcutSection(
    "keys-board",
    _("On the board of beds"),
    (
        Shortcut("`↑` `↓` `←` `→`", _("go from run to run; `Enter` picks, or chooses a free run")),
        Shortcut(
            _("A digit from 1 to 9"), _("chooses the place of that number for the picked family")
        ),
        Shortcut(
            "`s`",
            _("asks to swap beds with the run that has the focus, or to park who is there"),
        ),
        Shortcut("`+` `-`", _("gives the picked family a night more or less")),
        Shortcut(_("`Shift`+`→` `Shift`+`←`"), _("moves their first night by a week")),
        Shortcut("`b`", _("goes to the tray of those who wait, must leave, are late or parked")),
        Shortcut("`u`", _("takes back what was just done")),
        Shortcut("`[` `]`", _("shows a week earlier or later")),
        Shortcut("`Esc`", _("drops the pick")),
    ),
)
SECTIONS = (EVERYWHERE, LISTS, FILES, GRID, BEDS, BOARD)
