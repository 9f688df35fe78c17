"""A keyboard and a touch screen that count."""

from playwright.sync_api import Locator, Page

RELATIVES = [("Marleny", "f", "12/4/94", "c"), ("Ángel", "m", "1", "h"), ("Wilmer", "m", "22", "o")]


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


class Taps:
    """Counts taps on a touch screen; writing with the phone's own keyboard is not counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tapped = 0

    def tap(self, place: Locator) -> None:
        place.tap()
        self.tapped += 1

    def write(self, place: Locator, text: str) -> None:
        """Taps the field, unless the cursor stands there already, and writes."""
        if not place.evaluate("field => field === document.activeElement"):
            self.tap(place)
        self.page.keyboard.type(text)

    def choose(self, place: Locator, label: str) -> None:
        """Opens a native list and picks from it: two taps."""
        place.select_option(label=label)
        self.tapped += 2

    def log_four_people(self) -> None:
        """The same four people as with the keyboard."""
        rows = self.page.locator("tbody[data-row]:visible")
        head = rows.nth(0)
        self.write(head.get_by_label("Nombres"), "Yorman José")
        self.write(head.get_by_label("Apellidos"), "Rodríguez Peña")
        self.choose(head.get_by_label("Sexo"), "Masculino")
        self.write(head.get_by_label("Edad o"), "27")
        self.write(head.get_by_label("Documento").first, "V-19345678")
        self.choose(head.get_by_label("Fuerza").first, "GNB")
        self.choose(head.get_by_label("Grado").first, "Sargento segundo")
        for place, (given, sex, birth, relation) in enumerate(RELATIVES, start=1):
            self.tap(self.page.get_by_role("button", name="Agregar una fila"))
            row = rows.nth(place)
            self.write(row.get_by_label("Nombres"), given)
            self.choose(row.get_by_label("Sexo"), {"f": "Femenino", "m": "Masculino"}[sex])
            self.write(row.get_by_label("Edad o"), birth)
            self.choose(
                row.get_by_label("Parentesco"),
                {"c": "Cónyuge", "h": "Hijo", "o": "Otro familiar"}[relation],
            )
        self.tap(self.page.get_by_role("button", name="Guardar la llegada"))

    def log_a_bus(self, families: int, people: int) -> None:
        """As many people as that, in as many families, of whom the first of each is the head: names, sexes, ages."""
        rows = self.page.locator("tbody[data-row]:visible")
        for place in range(people):
            is_head = place % (people // families) == 0 and place // (people // families) < families
            if place:
                name = "Familia nueva" if is_head else "Agregar una fila"
                self.tap(self.page.get_by_role("button", name=name))
            row = rows.nth(place)
            self.write(row.get_by_label("Nombres"), f"Persona {chr(65 + place)}")
            if is_head:
                self.write(row.get_by_label("Apellidos"), f"Familia {chr(65 + place)}")
            self.choose(row.get_by_label("Sexo"), "Femenino")
            self.write(row.get_by_label("Edad o"), str(20 + place))
            if is_head:
                self.choose(row.get_by_label("Fuerza").first, "GNB")
            else:
                self.choose(row.get_by_label("Parentesco"), "Otro familiar")
        self.tap(self.page.get_by_role("button", name="Guardar la llegada"))
