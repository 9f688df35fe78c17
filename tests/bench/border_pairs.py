# ruff: noqa: SIM905 - a list of names reads better as one text
"""Harder pairs of known truth: what a border does to Spanish names, births and papers.

`python -m tests.bench.border_pairs [how many] [seed] > pairs.csv` writes a file for `tests.bench.match_quality`.

The rates of RATES and the shares of NEGATIVES were set before the matcher was tuned, and stay. Tuning looked at pairs
of TUNING_SEEDS alone; what is reported comes from REPORTING_SEED, whose people and errors nobody looked at. The names by
which somebody goes are a list of its own: some of them the matcher's table does not know.
"""

import csv
import datetime
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import TextIO

TUNING_SEEDS = (11, 12, 13)
REPORTING_SEED = 20190224
TODAY = datetime.date(2019, 6, 1)
SAME_SHARE = 0.4

# How often each thing happens to one record; of the married names, to a woman who has one.
RATES = {
    "nickname": 0.04,
    "married_name": 0.20,
    "given_joined": 0.02,
    "surname_joined_or_cut": 0.02,
    "given_dropped": 0.30,
    "surname_dropped": 0.25,
    "heard_otherwise": 0.10,
    "key_slip": 0.04,
    "names_swapped": 0.02,
    "birth_missing": 0.06,
    "date_slip": 0.03,
    "decade_slip": 0.015,
    "sex_wrong": 0.01,
    "sex_missing": 0.03,
    "document_missing": 0.35,
    "passport_instead": 0.05,
    "document_slip": 0.03,
    "document_of_another": 0.003,
    "phone_missing": 0.45,
    "phone_changed": 0.20,
    "relatives_missing": 0.40,
    "one_relative_missing": 0.40,
}
# Of two records of one person: how often the second carries quite another given name, as one who goes by it.
GOES_BY_ANOTHER_NAME = 0.03
# By how many years a stated age is off.
AGE_OFF = {0: 74, 1: 8, -1: 8, 2: 3, -2: 3, 3: 2, -3: 2}
BIRTH_WRITTEN = {"date": 0.48, "age": 0.42, "year": 0.10}
# Who stands beside whom among the pairs that are two people.
NEGATIVES = {
    "sibling": 0.22,
    "twin": 0.05,
    "father_and_son": 0.07,
    "homonym": 0.10,
    "homonym_of_age": 0.05,
    "similar_name": 0.08,
    "spouse": 0.05,
    "cousin": 0.13,
    "stranger": 0.25,
}

MEN = """
José Luis Carlos Juan Jesús Miguel Antonio Francisco Pedro Rafael Manuel Alejandro Daniel Gabriel David Eduardo Andrés
Javier Fernando Jorge Víctor Ángel Alberto Ramón Óscar Yorman Wilmer Jhon Brayan Maikel Darwin Franklin Yeferson Richard
Edixon Yonathan Kevin Deivis Gleiber Héctor Hugo Hernán Guillermo Gerardo Germán Gilberto Gustavo Joaquín Enrique César
Vicente Walter William Reinaldo Rigoberto Samuel Tomás Ulises Elvis Eudomar Freddy Félix Roberto Sergio Ignacio Julio
Mario Josué Julián Leonardo Nelson Orlando Pablo Ricardo Rubén Santiago Armando Argenis Yoel Yovanny Edgar Ernesto
""".split()
WOMEN = """
María Ana Carmen Rosa Luz Yulexi Yuleisy Yusmary Yaritza Yohana Leidy Génesis Oriana Andreína Yelitza Nayibe Xiomara
Yajaira Zulay Mileidy Dayana Isabel Gladys Mirla Noraima Belkis Coromoto Guadalupe Milagros Rosángela Estefany Geraldine
Valentina Camila Sofía Hilda Zoraida Cecilia Vanessa Verónica Virginia Wendy Yanet Yolanda Yesenia Jennifer Nohemí Omaira
Petra Úrsula Josefina Mercedes Teresa Dolores Francisca Gabriela Daniela Carla Luisa Juana Julia Juliana Mariana Marina
Elena Graciela Patricia Beatriz Alejandra Fernanda Concepción Consuelo Rosario Susana Margarita Antonia Manuela
""".split()
SURNAMES = """
González Rodríguez Pérez Hernández García Martínez Sánchez López Díaz Rojas Ramírez Torres Romero Silva Moreno Mendoza
Flores Gómez Contreras Fernández Rivas Castillo Morales Jiménez Suárez Gutiérrez Álvarez Medina Vargas Ramos Blanco
Márquez Colmenares Guerrero Chacón Zambrano Villalobos Vásquez Velásquez Bracho Quintero Parra Salazar Marcano Brito
Figueroa Guzmán Reyes Mora Peña Núñez Acosta Ortega Cáceres Useche Carrero Labrador Becerra Sayago Vivas Yánez Ibarra
Uzcátegui Paredes Piñango Chirinos Urdaneta Boscán Ferrer Finol Fuenmayor Leal Nava Ochoa Oquendo Pirela Portillo Rincón
Soto Valbuena Villasmil Zerpa Arellano Araque Avendaño Barrios Briceño Cegarra Dávila Dugarte Guillén Lobo Maldonado
Molina Monsalve Osuna Prieto Puentes Quiñones Rangel Sosa Sulbarán Trejo Valero Varela Altuve Aponte Arismendi Bolívar
Borges Cedeño Centeno Coronado Escalona Espinoza Freites Gamboa Guevara Hurtado Infante Izaguirre Jaimes Landaeta Lugo
Mijares Noguera Orozco Palacios Pacheco Quijada Requena Sequera Tovar Urbina Vegas Villegas Yépez Zapata Zavala Hidalgo
""".split()
SURNAMES += ["De La Cruz", "Del Valle", "De León", "La Rosa", "Monte Verde", "San Juan"]

# By which somebody goes. A few nobody would think of: they stand for all that a table lacks.
GOES_BY = {
    "José": "Cheo Pepe Chepe Joseíto", "Jesús": "Chucho Chuy Suso", "Francisco": "Paco Pancho Kiko",
    "Ignacio": "Nacho", "Fernando": "Nando Fercho", "Alberto": "Beto Albertico", "Roberto": "Beto Robert",
    "Guadalupe": "Lupe Lupita", "Graciela": "Chela", "Antonio": "Toño Toni", "Enrique": "Quique Kike",
    "Rafael": "Rafa Fucho", "Manuel": "Manolo Mane Lito", "Miguel": "Migue Micky", "Luis": "Lucho Güicho",
    "Carlos": "Carlitos Calín", "Juan": "Juancho Juanito", "Pedro": "Perucho Pedrito", "Ramón": "Moncho Monche",
    "Eduardo": "Lalo Edu", "Alejandro": "Ale Jandro", "Daniel": "Dani", "Gabriel": "Gabo Biel",
    "Andrés": "Andy", "Javier": "Javi", "Jorge": "Coque Jorgito", "Víctor": "Vitico", "Ángel": "Angelito",
    "Guillermo": "Memo Guille", "Gustavo": "Tavo", "Vicente": "Chente", "Ricardo": "Richi", "Sergio": "Checo",
    "María": "Mari Maruja Mariita", "Ana": "Anita", "Carmen": "Carmencita Menchu", "Rosa": "Rosita",
    "Josefina": "Fina Pepita", "Mercedes": "Meche Mecha", "Teresa": "Tere Teresita", "Dolores": "Lola Loli",
    "Francisca": "Paca Pancha", "Concepción": "Concha Conchita", "Consuelo": "Chelo", "Rosario": "Charo",
    "Isabel": "Chabela Isa", "Margarita": "Margot", "Patricia": "Pati", "Beatriz": "Bea Betty",
    "Gabriela": "Gabi", "Verónica": "Vero", "Yolanda": "Yoli", "Milagros": "Mila", "Cecilia": "Ceci Chila",
}  # fmt: skip
SIMILAR = """
María Mario, José Josué, Julia Julio, Juliana Julián, Daniel Daniela, Luis Luisa, Juan Juana, Gabriel Gabriela,
Carlos Carla, Francisco Francisca, Antonio Antonia, Manuel Manuela, Ana Anaís, Mariana Marina, Rosa Rosalba,
Yusmary Yusmely, Yuleisy Yulexi, Wilmer Wilmar, Edgar Edgardo, Alejandro Alejandra, Josefina Josefa, Nelson Nilson
"""
HEARD = [
    ("b", "v"), ("v", "b"), ("s", "c"), ("z", "s"), ("s", "z"), ("ll", "y"), ("y", "ll"), ("g", "j"), ("j", "g"),
    ("rr", "r"), ("m", "n"), ("k", "c"), ("ie", "e"), ("u", "o"), ("o", "u"), ("i", "e"), ("h", ""), ("l", "r"),
    ("th", "t"), ("ei", "ey"), ("y", "i"), ("x", "ks"), ("qu", "k"),
]  # fmt: skip
KEYBOARD = ["qwertyuiop", "asdfghjklñ", "zxcvbnm", "1234567890"]
CARD_WRITINGS = [
    "{}",
    "V-{}",
    "V{}",
    "V-{dots}",
    "{dots}",
    "C.I. {dots}",
    "CI {}",
    "C.I. V-{dots}",
    "Cédula Nº {}",
]


@dataclass(frozen=True)
class Truth:
    """Somebody as they are. `husband` is the first surname of a husband, `family` the names of the others."""

    given: tuple[str, ...]
    surnames: tuple[str, ...]
    sex: str
    born: datetime.date
    card: int
    phone: int
    family: tuple[str, ...]
    husband: str = ""


@dataclass(frozen=True)
class Written:
    """One side of a pair, as a sheet holds it."""

    given_names: str
    family_names: str
    sex: str
    birth: str
    document: str
    phone: str
    relatives: str
    other_names: str = ""


COLUMNS = [
    *(f"{side}_{name}" for side in ("left", "right") for name in Written.__dataclass_fields__),
    "is_same",
    "kind",
]


def _uneven(words: list[str]) -> list[float]:
    """The commonest word about one in fifteen, the last ones rare."""
    return list(accumulate(1 / (rank + 4) for rank in range(len(words))))


class Border:
    """Makes people and writes them down, all by one pair of dice."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)  # noqa: S311
        self.similar = [tuple(pair.split()) for pair in SIMILAR.split(",")]

    def happens(self, what: str) -> bool:
        return self.dice.random() < RATES[what]

    def given(self, sex: str, words: int = 0) -> tuple[str, ...]:
        names = MEN if sex == "m" else WOMEN
        count = words or (2 if self.dice.random() < 0.65 else 1)
        chosen = self.dice.choices(names, cum_weights=_uneven(names), k=6)
        return tuple(dict.fromkeys(chosen))[:count]

    def surname(self) -> str:
        return self.dice.choices(SURNAMES, cum_weights=_uneven(SURNAMES))[0]

    def somebody(
        self,
        *,
        sex: str = "",
        given: tuple[str, ...] = (),
        surnames: tuple[str, ...] = (),
        born: datetime.date | None = None,
    ) -> Truth:
        """A new person; what is not named is thrown."""
        sex = sex or self.dice.choice("mf")
        age = self.dice.triangular(0, 65, 27)
        is_married = sex == "f" and age > 20 and self.dice.random() < 0.4
        words = 2 if self.dice.random() < 0.8 else 1
        return Truth(
            given=given or self.given(sex),
            surnames=surnames or tuple(self.surname() for _each in range(words)),
            sex=sex,
            born=born or TODAY - datetime.timedelta(days=int(age * 365.25)),
            card=self.dice.randrange(8_000_000, 31_000_000),
            phone=self.dice.randrange(3_000_000_000, 3_250_000_000),
            family=tuple(self.full_name() for _each in range(2)),
            husband=self.surname() if is_married else "",
        )

    def full_name(self) -> str:
        return f"{self.given(self.dice.choice('mf'), 1)[0]} {self.surname()}"


def border_pairs(count: int, seed: int) -> Iterator[dict[str, str]]:
    """Rows with left_*, right_*, is_same (1 or 0) and the kind of pair."""
    border = Border(seed)
    for _pair in range(count):
        left = border.somebody()
        kind, right = "same", left
        if border.dice.random() >= SAME_SHARE:
            kind = border.dice.choices([*NEGATIVES], weights=[*NEGATIVES.values()])[0]
            left, right = SOMEBODY_ELSE[kind](border, left)
        elif border.dice.random() < GOES_BY_ANOTHER_NAME:
            right = replace(left, given=border.given(left.sex, 1))
        sides = {"left": _written(border, left), "right": _written(border, right)}
        row = {
            f"{side}_{name}": value
            for side, person in sides.items()
            for name, value in asdict(person).items()
        }
        yield row | {"is_same": "1" if kind == "same" else "0", "kind": kind}


# Two people who are easily taken for one --------------------------------------------------------------------

Two = tuple[Truth, Truth]


def _sibling(border: Border, one: Truth) -> Two:
    sex = border.dice.choice("mf")
    given = border.given(sex)
    if len(one.given) > 1 and border.dice.random() < 0.25:
        given = (given[0], one.given[1])
    days = border.dice.choice([-1, 1]) * border.dice.randrange(300, 3_000)
    born = min(TODAY, one.born + datetime.timedelta(days=days))
    other = border.somebody(sex=sex, given=given, surnames=one.surnames, born=born)
    return one, _of_the_household(border, one, other)


def _twin(border: Border, one: Truth) -> Two:
    """Their cards often follow one on the other: somebody took both to the office on one day."""
    sex = one.sex if border.dice.random() < 0.6 else border.dice.choice("mf")
    given = border.given(sex)
    while given[0] == one.given[0]:
        given = border.given(sex)
    other = border.somebody(sex=sex, given=given, surnames=one.surnames, born=one.born)
    twin = _of_the_household(border, one, other)
    return one, replace(twin, card=one.card + 1) if border.dice.random() < 0.5 else twin


def _of_the_household(border: Border, one: Truth, other: Truth) -> Truth:
    """The other as one of this family, perhaps with its phone."""
    family = (one.family[0], f"{one.given[0]} {one.surnames[0]}")
    phone = one.phone if border.dice.random() < 0.6 else other.phone
    return replace(other, family=family, phone=phone)


def _father_and_son(border: Border, one: Truth) -> Two:
    father = replace(
        one,
        born=one.born - datetime.timedelta(days=border.dice.randrange(17 * 365, 40 * 365)),
        card=border.dice.randrange(3_000_000, 15_000_000),
        surnames=(one.surnames[0], border.surname()),
        given=one.given
        if border.dice.random() < 0.5
        else (one.given[0], *border.given(one.sex, 1)),
    )
    return one, father


def _homonym(border: Border, one: Truth) -> Two:
    """As two people called José González are."""
    given, surnames = one.given, one.surnames
    if border.dice.random() < 0.6:
        given, surnames = given[:1], surnames[:1]
        one = replace(one, given=given, surnames=surnames)
    return one, border.somebody(sex=one.sex, given=given, surnames=surnames)


def _homonym_of_age(border: Border, one: Truth) -> Two:
    one, other = _homonym(border, one)
    return one, replace(
        other, born=one.born + datetime.timedelta(days=border.dice.randrange(-500, 500))
    )


def _similar_name(border: Border, one: Truth) -> Two:
    """María and Mario, José and Josué: brothers and sisters, or nobody's kin, of like age."""
    first, second = border.dice.sample(border.dice.choice(border.similar), 2)
    sex, other_sex = ("f" if name in WOMEN else "m" for name in (first, second))
    one = replace(one, given=(first, *one.given[1:]), sex=sex, husband="")
    days = border.dice.randrange(-1_500, 1_500)
    born = min(TODAY, one.born + datetime.timedelta(days=days))
    given = (second, *border.given(other_sex, 2)[1:])
    other = border.somebody(sex=other_sex, given=given, surnames=one.surnames, born=born)
    return one, _of_the_household(border, one, other)


def _spouse(border: Border, one: Truth) -> Two:
    sex = "f" if one.sex == "m" else "m"
    stranger = border.somebody(sex=sex, surnames=(border.surname(), border.surname()))
    other = _of_the_household(border, one, stranger)
    return one, replace(other, husband=one.surnames[0] if sex == "f" else "")


def _cousin(border: Border, one: Truth) -> Two:
    days = border.dice.randrange(-2_500, 2_500)
    born = min(TODAY, one.born + datetime.timedelta(days=days))
    return one, border.somebody(surnames=(one.surnames[0], border.surname()), born=born)


def _stranger(border: Border, one: Truth) -> Two:
    return one, border.somebody()


SOMEBODY_ELSE: dict[str, Callable[[Border, Truth], Two]] = {
    "sibling": _sibling,
    "twin": _twin,
    "father_and_son": _father_and_son,
    "homonym": _homonym,
    "homonym_of_age": _homonym_of_age,
    "similar_name": _similar_name,
    "spouse": _spouse,
    "cousin": _cousin,
    "stranger": _stranger,
}


# What a desk writes down ------------------------------------------------------------------------------------


def _written(border: Border, truth: Truth) -> Written:
    given, family = _given(border, truth), _family(border, truth)
    if border.happens("names_swapped"):
        given, family = family, given
    return Written(
        given_names=given,
        family_names=family,
        sex=_sex(border, truth),
        birth=_birth(border, truth),
        document=_document(border, truth),
        phone=_phone(border, truth),
        relatives=_relatives(border, truth),
    )


def _given(border: Border, truth: Truth) -> str:
    words = list(truth.given)
    if words[0] in GOES_BY and border.happens("nickname"):
        words = [border.dice.choice(GOES_BY[words[0]].split())]
    elif len(words) > 1 and border.happens("given_joined"):
        return _misspelt(border, words[0]) + _misspelt(border, words[1]).lower()
    elif len(words) > 1 and border.happens("given_dropped"):
        words = words[:1]
    return " ".join(_misspelt(border, word) for word in words)


def _family(border: Border, truth: Truth) -> str:
    names = list(truth.surnames)
    if len(names) > 1 and border.happens("surname_dropped"):
        names = names[:1]
    if border.happens("surname_joined_or_cut"):
        names[0] = names[0].replace(" ", "").capitalize() if " " in names[0] else names[0]
    words = [" ".join(_misspelt(border, word) for word in name.split()) for name in names]
    if truth.husband and border.happens("married_name"):
        kept = border.dice.choices([words, words[:1], []], weights=[4, 4, 2])[0]
        words = [*kept, f"de {_misspelt(border, truth.husband)}"]
    return " ".join(words)


def _misspelt(border: Border, word: str) -> str:
    if border.happens("heard_otherwise"):
        possible = [(one, other) for one, other in HEARD if one in word.lower()]
        if possible:
            one, other = border.dice.choice(possible)
            word = word.lower().replace(one, other, 1).capitalize()
    return _slip(border, word) if len(word) > 3 and border.happens("key_slip") else word


def _slip(border: Border, word: str) -> str:
    """A key beside the right one, two keys in the wrong order, or one left out."""
    at = border.dice.randrange(1, len(word) - 1)
    row = next((row for row in KEYBOARD if word[at].lower() in row), KEYBOARD[1])
    place = max(row.find(word[at].lower()), 0)
    beside = row[(place + border.dice.choice([-1, 1])) % len(row)]
    return border.dice.choice(
        [
            word[:at] + beside + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
        ]
    )


def _sex(border: Border, truth: Truth) -> str:
    if border.happens("sex_missing"):
        return "u"
    return {"m": "f", "f": "m"}[truth.sex] if border.happens("sex_wrong") else truth.sex


def _birth(border: Border, truth: Truth) -> str:
    if border.happens("birth_missing"):
        return ""
    how = border.dice.choices([*BIRTH_WRITTEN], weights=[*BIRTH_WRITTEN.values()])[0]
    decade = border.dice.choice([-10, 10]) if border.happens("decade_slip") else 0
    if how == "age":
        off = border.dice.choices([*AGE_OFF], weights=[*AGE_OFF.values()])[0]
        age = int((TODAY - truth.born).days / 365.25) + off + decade
        return f"~{TODAY.year - max(0, age)}"
    year = min(TODAY.year, truth.born.year + decade)
    if how == "year":
        return str(year)
    day, month = truth.born.day, truth.born.month
    if border.happens("date_slip"):
        day, month = (month, day) if day <= 12 else (border.dice.randrange(1, 29), month)
    return f"{year}-{month:02d}-{min(day, 28):02d}" if year < TODAY.year else str(year)


def _document(border: Border, truth: Truth) -> str:
    born_recently = truth.born > TODAY.replace(year=TODAY.year - 9)
    if born_recently or border.happens("document_missing"):
        return ""
    if border.happens("passport_instead"):
        return str(random.Random(truth.card).randrange(100_000_000, 170_000_000))  # noqa: S311
    card = str(truth.card)
    if border.happens("document_slip"):
        card = _slip(border, card)
    if border.happens("document_of_another"):
        card = str(border.dice.randrange(8_000_000, 31_000_000))
    writing = border.dice.choice(CARD_WRITINGS)
    return writing.format(card, dots=f"{int(card):,}".replace(",", "."))


def _phone(border: Border, truth: Truth) -> str:
    if border.happens("phone_missing"):
        return ""
    if border.happens("phone_changed"):
        return str(border.dice.randrange(3_000_000_000, 3_250_000_000))
    return str(truth.phone)


def _relatives(border: Border, truth: Truth) -> str:
    if border.happens("relatives_missing"):
        return ""
    kept = truth.family[:1] if border.happens("one_relative_missing") else truth.family
    return ";".join(kept)


def write_border_pairs(count: int, seed: int, out: TextIO) -> None:
    sheet = csv.DictWriter(out, COLUMNS)
    sheet.writeheader()
    sheet.writerows(border_pairs(count, seed))


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    write_border_pairs(
        words[0] if words else 5_000, words[1] if len(words) > 1 else REPORTING_SEED, sys.stdout
    )
