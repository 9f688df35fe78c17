# ruff: noqa: SIM905 - a list of names reads better as one text
"""Invented Venezuelan-style names, with frequencies as uneven as real ones, and how they are misspelt."""

import itertools
import random
from collections.abc import Iterator

GIVEN = """
José Luis Carlos Juan Jesús María Ana Carmen Rosa Luz Miguel Antonio Francisco Pedro Rafael Manuel
Alejandro Daniel Gabriel David Eduardo Andrés Javier Fernando Jorge Víctor Ángel Alberto Ramón Óscar
Yorman Wilmer Yulexi Yuleisy Jhon Brayan Maikel Yusmary Yaritza Darwin Franklin Yohana Keiber Leidy
Yeferson Génesis Oriana Andreína Yelitza Nayibe Xiomara Yajaira Zulay Mileidy Dayana Wuilker Richard
Edixon Yonathan Kevin Johandry Deivis Gleiber Ysabel Isabel Gladys Mirla Noraima Belkis Coromoto
Guadalupe Milagros Rosángela Estefany Geraldine Valentina Camila Sofía Hilda Héctor Hugo Hernán
Guillermo Gerardo Germán Gilberto Gustavo Quintín Joaquín Enrique Ezequiel Zoraida Cecilia César
Cipriano Vicente Vanessa Verónica Virginia Wendy Walter William Yanet Yolanda Yesenia Jazmín Jennifer
Nohemí Omaira Petra Reinaldo Rigoberto Samuel Tomás Ulises Úrsula Ender Elvis Eudomar Freddy Félix
""".split()
SURNAMES = """
González Rodríguez Pérez Hernández García Martínez Sánchez López Díaz Rojas Ramírez Torres Romero Silva
Moreno Mendoza Flores Gómez Contreras Fernández Rivas Castillo Morales Jiménez Suárez Gutiérrez Álvarez
Medina Vargas Ramos Blanco Márquez Colmenares Guerrero Chacón Zambrano Villalobos Vásquez Velásquez
Bracho Quintero Parra Salazar Marcano Brito Figueroa Guzmán Reyes Mora Peña Núñez Acosta Ortega Cáceres
Useche Carrero Labrador Becerra Sayago Vivas Yánez Ibarra Uzcátegui Paredes Peraza Piñango Chirinos
Urdaneta Boscán Ferrer Finol Fuenmayor Leal Nava Ochoa Oquendo Pirela Portillo Queipo Rincón Soto Urribarrí
Valbuena Villasmil Zerpa Arellano Araque Avendaño Barrios Briceño Cegarra Dávila Dugarte Guillén Lobo
Maldonado Molina Monsalve Osuna Prieto Puentes Quiñones Ramón Rangel Sosa Sulbarán Trejo Valero Varela
Altuve Aponte Arismendi Bolívar Borges Cedeño Centeno Coronado Escalona Espinoza Freites Gamboa Guaicara
Guevara Hurtado Infante Izaguirre Jaimes Landaeta Llovera Lugo Mijares Monagas Noguera Orozco Palacios
Pacheco Quijada Requena Sequera Tovar Urbina Vegas Villegas Yépez Zapata Zavala Belisario Hidalgo
""".split()
_STARTS = "Yu Ye Jo Wil Mai Dei Kei Lei Na Ro Mar Es Ed Fran Jai Li Yo Ya Ke Dan".split()
_MIDDLES = "ber li mar sel xan ni ra lei ner vin de gar cel bri".split()
_ENDS = "son man ly mar xi sy bel dy th ker ana eth uri imar der".split()

SOUNDS = [
    ("z", "s"), ("s", "z"), ("v", "b"), ("b", "v"), ("ll", "y"), ("y", "ll"), ("h", ""), ("c", "s"),
    ("qu", "k"), ("gu", "g"), ("j", "y"), ("y", "j"), ("w", "gu"), ("ñ", "n"), ("x", "s"), ("i", "y"),
]  # fmt: skip


def names(count: int, seed: int = 7) -> Iterator[str]:
    """Full names: two given names more often than one, mostly two surnames, few names very common."""
    dice = random.Random(seed)  # noqa: S311
    made = ["".join(parts) for parts in itertools.product(_STARTS, _MIDDLES, _ENDS)]
    dice.shuffle(made)
    given, surnames = GIVEN + made[:1200], SURNAMES + [_surname(dice) for _ in range(1500)]
    given_weights, surname_weights = _weights(given), _weights(surnames)
    for _ in range(count):
        parts = dice.choices(given, cum_weights=given_weights, k=2 if dice.random() < 0.65 else 1)
        parts += dice.choices(
            surnames, cum_weights=surname_weights, k=2 if dice.random() < 0.8 else 1
        )
        yield " ".join(parts)


def misspelt(name: str, dice: random.Random) -> str:
    """The name as somebody remembers it: two of its words, in any order, without accents, each
    written by ear or with a slip of the finger."""
    words = name.split()
    given = words[dice.choice([0, 0, 1]) if len(words) > 3 else 0]
    kept = [given, dice.choice(words[-2:] if len(words) > 2 else words[-1:])]
    dice.shuffle(kept)
    return " ".join(by_ear_or_slip(word, dice) for word in kept)


def by_ear_or_slip(word: str, dice: random.Random) -> str:
    """One word as somebody remembers it."""
    return _slip(_by_ear(word.lower(), dice), dice)


def _by_ear(word: str, dice: random.Random) -> str:
    word = word.translate(str.maketrans("áéíóúü", "aeiouu"))
    possible = [(heard, written) for heard, written in SOUNDS if heard in word]
    for heard, written in dice.sample(possible, min(len(possible), dice.choice([0, 1, 1, 2]))):
        word = word.replace(heard, written, 1)
    return word


def _slip(word: str, dice: random.Random) -> str:
    if dice.random() < 0.5 or len(word) < 5:
        return word
    at = dice.randrange(1, len(word) - 1)
    kind = dice.choice(["swap", "drop", "double", "other"])
    if kind == "swap":
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == "drop":
        return word[:at] + word[at + 1 :]
    if kind == "double":
        return word[:at] + word[at] + word[at:]
    return word[:at] + dice.choice("aeiorsnl") + word[at + 1 :]


def _weights(words: list[str]) -> list[float]:
    """Zipf and Mandelbrot's: the most frequent word is about one in fifty, as González is."""
    return list(itertools.accumulate(1 / (rank + 10) for rank in range(1, len(words) + 1)))


def _surname(dice: random.Random) -> str:
    starts = "Al Ba Be Ca Co Cha Du Es Fa Gua Ja La Ma Mo Na Or Pa Qui Ra Sa Ta Tu Ur Va Zu".split()
    middles = "ri lla mo ne ta go rre ni ca li du ve sa bi ña que".split()
    ends = "ro no sco les do za nte ga ra ta co lo ga ba z".split()
    middle = "".join(dice.choice(middles) for _ in range(dice.choice([0, 1, 1, 2])))
    return dice.choice(starts) + middle + dice.choice(ends)
