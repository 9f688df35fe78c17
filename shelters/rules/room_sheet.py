"""Understands the headings and the cells of a sheet of rooms, in Spanish and English, as people write them."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from shelters.choices import BedKind, ForWhom, RoomKind

# Words that a heading may have besides: "N.º de camas", "Habitación (número)".
BESIDES = frozenset(
    (
        "n", "no", "nro", "num", "numero", "number", "cantidad", "of", "the", "a", "in", "de", "del", "la", "las", "el",
        "los", "en", "un", "una",
    )
)  # fmt: skip
_WORDS = {
    "name": "habitacion, habitaciones, hab, cuarto, cuartos, pieza, room, rooms, door, puerta, nombre, name",
    "beds": "cama, camas, bed, beds, cupos, plazas, capacidad, capacity",
    "bed_kind": "tipo camas, tipo cama, clase cama, clase camas, kind beds, kind bed, bed type, bed kind",
    "kind": "tipo, clase, kind, type, tipo habitacion, tipo cuarto, clase habitacion, tipo espacio, room type, room kind, "
    "kind room, kind space",
    "floor": "piso, planta, nivel, floor, level",
    "wing": "ala, torre, bloque, edificio, casa, pabellon, wing, block, building, house",
    "for_whom": "para quien, para quienes, sexo, genero, for whom, sex, gender",
    "is_step_free": "sin escalones, sin escaleras, sin gradas, accesible, reached without steps, no steps, accessible",
    "has_cot": "cuna, cabe cuna, se puede poner cuna, cot, cot can be added",
    "has_own_bathroom": "bano, bano propio, bano privado, own bathroom, private bathroom, bathroom",
}
COLUMNS = MappingProxyType(
    {heading: field for field, headings in _WORDS.items() for heading in headings.split(", ")}
)
YES = frozenset(("si", "s", "x", "yes", "y", "true", "verdadero", "1"))
NO = frozenset(("no", "n", "false", "falso", "0"))
GROUND_FLOOR = frozenset(("pb", "planta baja", "bajo", "ground", "ground floor"))
TOTALS = frozenset(("total", "totales", "totals", "suma", "sum"))
# Words for a choice besides its labels.
ALSO: Mapping[str, str] = MappingProxyType(
    {
        "camarote": BedKind.BUNK, "bunk bed": BedKind.BUNK, "sencilla": BedKind.BED, "single": BedKind.BED,
        "colchon": BedKind.MATTRESS, "cuarto": RoomKind.ROOM, "familiar": RoomKind.FAMILY_ROOM,
        "sala": RoomKind.HALL, "dormitorio": RoomKind.HALL, "dormitory": RoomKind.HALL, "todos": "", "todas": "",
        "mixto": "", "mixta": "", "everybody": "", "mixed": "", "mujer": ForWhom.WOMEN, "mujeres": ForWhom.WOMEN,
        "women": ForWhom.WOMEN, "hombre": ForWhom.MEN, "hombres": ForWhom.MEN, "men": ForWhom.MEN,
        "familia": ForWhom.FAMILIES, "familias": ForWhom.FAMILIES, "families": ForWhom.FAMILIES,
    }
)  # fmt: skip


def folded(text: str) -> str:
    """Lower case without accents and points: `N.º de Hab.` is `no de hab`."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace(".", ""))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", plain).split())


def column_of(heading: str) -> str | None:
    """The field of a room that a heading names, or None."""
    text = folded(heading)
    bare = " ".join(word for word in text.split() if word not in BESIDES)
    return COLUMNS.get(text) or COLUMNS.get(bare)


def yes_or_no(cell: str) -> str | None:
    """`true`, `false`, or None if the cell says neither."""
    word = folded(cell)
    return "true" if word in YES else "false" if word in NO or not word else None


def floor_in(cell: str) -> str:
    """The number of the floor: 2 in `Piso 2` and `2.º`, 0 in `PB`. The cell itself if it holds none."""
    number = re.search(r"-?\d+", cell)
    return "0" if folded(cell) in GROUND_FLOOR else number[0] if number else cell


def choice_in(cell: str, labels: Mapping[str, str]) -> str:
    """The choice that the cell names; `labels` has each by its folded label. The cell itself if it names none."""
    word = folded(cell)
    if word in labels:
        return labels[word]
    also = ALSO.get(word, labels.get(word.removesuffix("s"), cell))
    return also if also in labels.values() else cell
