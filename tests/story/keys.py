"""A keyboard that counts."""

from playwright.sync_api import Page

RELATIVES = [("Marleny", "f", "12/4/94", "c"), ("Ángel", "m", "1", "h"), ("Wilmer", "m", "22", "f")]


class Keys:
    """Counts every key but the letters and digits of what is written down; a chord counts each of its keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def write(self, text: str) -> None:
        """Types a name, a date, a number: not counted."""
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += len(key.split("+")) if len(key) > 1 else 1

    def cell(self, text: str) -> None:
        """Fills a text cell and goes on."""
        self.write(text)
        self.press("Tab")

    def choose(self, letter: str) -> None:
        """Picks in a native select by its letter, and goes on."""
        self.press(letter, "Tab")

    def log_four_people(self) -> None:
        """A sergeant and three relatives, who inherit the family name, into the quick-log grid."""
        self.cell("Yorman José")
        self.cell("Rodríguez Peña")
        self.choose("m")
        self.cell("27")
        self.cell("V-19345678")
        self.choose("g")
        self.choose("s")
        for place, (given, sex, birth, relation) in enumerate(RELATIVES, start=1):
            self.cell(given)
            self.press("Tab")
            self.choose(sex)
            self.cell(birth)
            self.press("Tab", relation)
            if place < len(RELATIVES):
                self.press("Tab")
        self.press("Control+Enter")
