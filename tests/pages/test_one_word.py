"""One word for one thing, everywhere that people read Spanish: catalogues, guide, reference tables, texts that are read.

The words and their reasons stand in the glossary of `docs/domain.md`. A sentence that has to say a word all the same
stands among the exceptions, by its msgid or its file, with the reason.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from pages import catalogs

PERMIT_OF_2019 = "the permit of 2019 and its norm bear the word"
TWO_OPEN = (
    "Both records have an open asylum application: say of one first that it was archived, withdrawn, "
    "or recorded by mistake."
)
EN_FIRME = "a decision that is en firme is one in law"
SUSPENSION = "a suspension of terms is the name that the authority's own act bears"


@dataclass(frozen=True)
class Avoided:
    """A word that is not said, what is said instead, and where it stands all the same."""

    pattern: str
    instead: str
    reason: str
    but: Mapping[str, str] = field(default_factory=dict)

    def is_said_in(self, text: str) -> bool:
        return re.search(self.pattern, text, re.IGNORECASE) is not None


AVOIDED = [
    Avoided(
        r"\bexpedientes?\b",
        "caso, ficha",
        "a family has one caso and a person one ficha; a third word asks which of them is meant",
    ),
    Avoided(
        r"\b(?:dos|ambos|otro|otros|un par de|de|los|estos) registros\b(?! de (?:auditoría|sustento|lo ))"
        r"|\botro registro\b|\bregistros? de (?:una )?personas?\b|\bunir (?:los |dos )?registros\b",
        "ficha",
        "what is on file of a person is the ficha, on the page and in the search",
    ),
    Avoided(r"\bañad\w+|\badicion(?:ar|e|ó)\b", "agregar", "one act has one word"),
    Avoided(
        r"\bcabezas?\b|\bpersona principal\b|\bjefes? de familia\b",
        "titular",
        "nobody is the head of others; the case bears the name of its titular",
    ),
    Avoided(
        r"\bpuntos? de cruce\b|\bpasos? de frontera\b",
        "paso fronterizo",
        "it is what the place is called on both sides",
    ),
    Avoided(
        r"\btérminos?\b",
        "plazo",
        "a term of the law is said as everybody says it, a plazo",
        {
            "New suspension of terms": SUSPENSION,
            "Suspensions of terms": SUSPENSION,
            "Take back the suspension of terms": SUSPENSION,
            "Stops while terms are suspended": SUSPENSION,
            "stops while terms are suspended": SUSPENSION,
            "added a suspension of terms": SUSPENSION,
            "took back a suspension of terms": SUSPENSION,
            "Public holidays, and days on which terms stood still.": SUSPENSION,
        },
    ),
    Avoided(
        r"\b(?:área|asistencia|ayuda|asesoría|equipo|apoyo|orientación) legal(?:es)?\b|\blegales leen\b"
        r"|\bárea jurídica\b",
        "equipo jurídico, asesoría jurídica",
        "legal is what a law allows; what lawyers do is jurídico",
    ),
    Avoided(
        r"\blugar(?:es)? extra\b|\bcupos? de contingencia\b",
        "cupo de emergencia",
        "so it is called in Colombia; capacity does not grow by it",
    ),
    Avoided(
        r"\b(?:dar|dé|darle|tienen?|tenga|asigne|asignar|pedir|aprobar) (?:un |su )?lugar(?:es)?\b(?! a)",
        "cupo",
        "whoever is lodged has a cupo; tener lugar means to take place",
    ),
    Avoided(
        r"^ayuda$",
        "apoyos",
        "alone it is what every program calls its help",
        {},
    ),
    Avoided(
        r"\bcomprometer\b|\bcompromet[ae]n?\b|\bcomprometid[oa]s?\b",
        "registrar ayuda",
        "comprometer a person or a thing is to endanger it",
    ),
    Avoided(
        r"\ben firme\b|\bsolo de palabra\b",
        "confirmada, prometida",
        "they say what is sure in one word",
        {
            "Refused for good": EN_FIRME,
            "guide/es/applications.md": EN_FIRME,
            "guide/es/deadlines.md": EN_FIRME,
            "reference/tables/deadline_rules.csv": EN_FIRME,
        },
    ),
    Avoided(
        r"\b(?:volver|vuelve|volvió|vuelva) a mirar\w*",
        "revisar, actualizar",
        "a calque; the act has a verb",
    ),
    Avoided(
        r"\bcosas entregadas\b|\bentregar cosas\b", "artículos", "what is handed out is counted"
    ),
    Avoided(
        r"\barchiv(?:ar|ó|e|ad[oa]s?)\b",
        "subir, registrar",
        "archivar says that nobody works on it any more",
        {
            "Archived by the authority": "an authority archives a claim: it is its own act",
            TWO_OPEN: "an authority archives a claim: it is its own act",
            "guide/es/applications.md": "an authority archives a claim: it is its own act",
        },
    ),
    Avoided(
        r"(?:^|[.!?] )quedó registrad[oa]\.",
        "El intento quedó registrado, La objeción quedó registrada",
        "a message names what it kept",
    ),
    Avoided(r"^hacerlo$|^listo\.$", "the act", "a button and a message name what they do"),
    Avoided(r"\brangos?\b", "grado, nivel de grado", "soldiers and police officers have a grado"),
    Avoided(r"\bsocios?\b", "aliado, organización aliada", "one word for who works with us"),
    Avoided(r"\bestancias?\b", "estadía", "one word for the nights of a person at a site"),
    Avoided(r"\bcuartos?\b", "habitación", "one word for a room"),
    Avoided(
        r"\bsolicitud(?:es)? (?:de (?:empleo|trabajo)|sobre (?:los )?(?:propios )?datos)\b",
        "petición, postulación",
        "a solicitud is for asylum; whoever asks about data makes a petición, for a job a postulación",
    ),
    Avoided(
        r"\bdesertor(?:es)?\b|\bex-?militar(?:es)?\b",
        "exintegrante de la fuerza",
        "deserter is a charge, and ex-military leaves out the police",
        {
            "guide/es/glossary.md": "the glossary says why the word is not said",
            "guide/es/deadlines.md": PERMIT_OF_2019,
            "guide/es/permits.md": PERMIT_OF_2019,
            "reference/tables/deadline_rules.csv": PERMIT_OF_2019,
            "reference/tables/work_rules.csv": PERMIT_OF_2019,
        },
    ),
    Avoided(r"[“”]", "« »", "so Spanish quotes"),
    Avoided(r"(?:≈ |\b)0 años\b|≈ 0\b", "menos de 1 año", "nobody is of no years"),
]

# Words with which a label or a button may begin: of each line one.
ONE_OF = [
    ("Agregar", "Añadir", "Adicionar", "Sumar"),
    ("Borrar", "Eliminar", "Suprimir"),
    ("Guardar", "Grabar", "Salvar"),
    ("Subir", "Cargar", "Archivar", "Adjuntar"),
    ("Cambiar", "Modificar", "Alterar"),
    ("Cerrar sesión", "Salir de la cuenta", "Desconectar"),
    ("Iniciar sesión", "Ingresar al", "Loguear"),
    ("Buscar", "Encontrar", "Localizar"),
    ("Imprimir", "Sacar copia"),
    ("Trasladar", "Mudar"),
]


SPANISH_COLUMNS = {"trigger_event", "target_event", "name_es", "condition_es"}


@dataclass(frozen=True)
class Said:
    """A Spanish text, what it says in English or the file it stands in, and where."""

    key: str
    text: str
    place: str


def of_catalogues() -> Iterator[Said]:
    for app in catalogs.our_apps():
        for (singular, _context), message in catalogs.translations(catalogs.read(app)).items():
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            for text in strings:
                yield Said(singular, str(text), app)


def of_files() -> Iterator[Said]:
    base = Path(settings.BASE_DIR)
    read_out = [*base.glob("reference/tables/texts/*.es.txt")]
    for path in [*sorted(base.glob("guide/es/*.md")), *sorted(read_out)]:
        place = path.relative_to(base).as_posix()
        for line in path.read_text(encoding="utf-8").splitlines():
            yield Said(place, line, place)
    for path in sorted(base.glob("reference/tables/*.csv")):
        place = path.relative_to(base).as_posix()
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                for column in SPANISH_COLUMNS & row.keys():
                    yield Said(place, row[column], place)


def said() -> list[Said]:
    return [*of_catalogues(), *of_files()]


def faults_of(texts: list[Said]) -> list[str]:
    return [
        f"{each.place}: {each.key!r} says {each.text!r}: say {avoided.instead}; {avoided.reason}"
        for each in texts
        for avoided in AVOIDED
        if avoided.is_said_in(each.text) and each.key not in avoided.but
    ]


def clauses(text: str) -> list[str]:
    """Its clauses, as long as they are long enough to be one, without capitals."""
    parts = re.split(r"[.;:!?\n]|(?: // )", text.casefold())
    return [clean for part in parts if len(clean := part.strip(" «»¿¡")) >= 12]


def says_a_clause_twice(text: str) -> bool:
    found = clauses(text)
    return len(found) != len(set(found))


def clashes(labels: list[str]) -> list[set[str]]:
    """Lines of `ONE_OF` of which more than one word begins a label."""
    begun = [
        {word for word in words if any(re.match(rf"{word}\b", label) for label in labels)}
        for words in ONE_OF
    ]
    return [words for words in begun if len(words) > 1]


def test_every_thing_has_one_word() -> None:
    assert "\n".join(faults_of(said())) == ""


@pytest.mark.parametrize("avoided", AVOIDED, ids=lambda avoided: avoided.pattern)
def test_every_exception_is_still_needed(avoided: Avoided) -> None:
    texts = said()
    stale = {
        key
        for key in avoided.but
        if not any(each.key == key and avoided.is_said_in(each.text) for each in texts)
    }
    assert stale == set()


@pytest.mark.parametrize(
    "planted",
    [
        "Abrir el expediente",
        "Unir dos registros",
        "Añadir una nota",
        "La cabeza de la familia",
        "Punto de cruce",
        "El término venció",
        "Solo lo lee el área legal",
        "Agregar lugares extra",
        "Dar un lugar",
        "Ayuda",
        "Comprometer ayuda",
        "Ayuda en firme",
        "Volver a mirarla el",
        "Cosas entregadas",
        "Archivar un documento",
        "Quedó registrado. No cambió nada más.",
        "Hacerlo",
        "Nivel de rango",
        "Un socio",
        "Termine la estancia",
        "No deben compartir cuarto",
        "Solicitud de empleo",
        "Un desertor",
        "La marca “s”",
        "≈ 0",
    ],
)
def test_a_word_that_is_not_ours_is_found(planted: str) -> None:
    assert faults_of([Said("A sentence", planted, "here")])


@pytest.mark.parametrize(
    "fine",
    [
        "Registro de auditoría",
        "Ayuda que termina en 14 días",
        "Tipo de ayuda",
        "Encontró otro lugar",
        "Los plazos legales corren igual",
        "Termina el plazo",
        "Corregir el registro de servicio",
        "10 años",
        "La objeción quedó registrada.",
        "Quedó registrado quién interpreta.",
    ],
)
def test_a_word_that_only_looks_alike_is_left_alone(fine: str) -> None:
    assert faults_of([Said("A sentence", fine, "here")]) == []


def test_no_text_says_a_clause_twice() -> None:
    assert [each for each in of_catalogues() if says_a_clause_twice(each.text)] == []


def test_a_clause_that_stands_twice_is_found() -> None:
    assert says_a_clause_twice("No hay camas libres hoy. Mire mañana. No hay camas libres hoy.")
    assert not says_a_clause_twice("No hay camas libres hoy. Mañana las habrá.")


@pytest.mark.usefixtures("translations")
def test_no_other_app_says_its_own_word_for_ours() -> None:
    """Of "All" and "Cancel" the filters and the log-in bring a Spanish of their own, which once stood on our pages."""
    with translation.override(catalogs.LANGUAGE):
        others = [
            (app, singular)
            for app in catalogs.our_apps()
            for (singular, context), message in catalogs.translations(catalogs.read(app)).items()
            if isinstance(message.string, str)
            and (
                translation.pgettext(context, singular)
                if context
                else translation.gettext(singular)
            )
            != message.string
        ]
    assert others == []


def test_no_act_has_two_labels() -> None:
    assert clashes([each.text for each in of_catalogues()]) == []


def test_two_labels_of_one_act_are_found() -> None:
    assert clashes(["Agregar una meta", "Añadir un documento"]) == [{"Agregar", "Añadir"}]


def test_no_page_about_aid_is_called_help() -> None:
    labels = {each.text for each in of_catalogues() if each.key == "Aid"}
    assert labels == {"Apoyos"}
