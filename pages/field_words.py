"""Messages of required fields: each names the field, with the verb for its kind: enter, choose, attach.

"Falta el título." needs an article, which depends on the noun. So this file lists, for each language, the nouns in labels.
A label that is a question or half a sentence ("Dicho el", "Who told it") is quoted.
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

# The article, by the first word of a Spanish label.
SPANISH_ARTICLES = {
    **dict.fromkeys(
        (
            "apoyo", "archivo", "asunto", "aviso", "recurso",
            "carácter", "cargo", "código", "consentimiento", "convenio", "correo",
            "departamento", "día", "documento", "equipo", "estado", "financiador", "grado", "hotel", "idioma", "lugar",
            "mes", "monto", "motivo", "municipio", "nivel", "nombre", "nuevo", "número", "país", "parentesco", "paso",
            "permiso", "piso", "plan", "plazo", "primer", "proveedor", "relato", "resultado", "riesgo", "rol", "servicio",
            "sexo", "sitio", "teléfono", "texto", "tipo", "título", "último", "uso", "vínculo",
        ),
        "el",
    ),
    **dict.fromkeys(
        (
            "autoridad", "ayuda", "cantidad", "categoría", "causa", "cédula",
            "cifra", "cita", "clave", "confianza", "contraseña", "coordinación",
            "decisión",
            "dirección", "fecha", "finalidad", "firma", "forma", "fuente", "fuerza", "habitación", "hoja", "hora", "meta",
            "moneda", "necesidad", "norma", "nota", "nueva", "oficina", "organización", "persona", "precisión", "primera",
            "referencia", "relación", "respuesta", "unidad", "urgencia", "zona",
        ),
        "la",
    ),
    **dict.fromkeys(("apellidos", "datos", "documentos", "idiomas", "nombres"), "los"),
    **dict.fromkeys(("camas", "personas", "tareas"), "las"),
    "área": "el",
    "su": "",
    "sus": "",
}  # fmt: skip
# Nouns that begin or end an English label, which then takes "the".
ENGLISH_NOUNS = {
    "address", "agreement", "amount", "answer", "appeal", "appointment", "area",
    "authority", "band", "beds", "case", "cause", "city", "code",
    "confidence", "consent", "coordinator", "country", "crossing", "currency", "date", "day", "decision", "department",
    "document", "e-mail", "email",
    "entry", "figure", "file", "floor", "force", "funder", "goal",
    "hour", "kind", "language", "languages", "last", "level", "month",
    "municipality", "name", "need", "night", "note", "number", "office", "organisation", "outcome", "password", "payer",
    "person", "phone", "place", "plan", "principal", "provider", "purpose", "rank", "reason", "reference", "relation",
    "result", "risk", "role", "room", "service", "sex", "sheet", "signature", "site", "source", "state", "status", "step",
    "subject", "support", "tasks", "team", "text", "time", "title", "type", "unit", "urgency", "wording", "zone",
}  # fmt: skip
# Last words of labels that are half a sentence: "Dicho el", "Told on", "Held by".
LOOSE_ENDINGS = {"el", "desde", "hasta", "por", "on", "by", "from", "to", "since", "until", "with", "for", "out"}  # fmt: skip
PLURALS = {"los", "las"}


def with_article(label: str) -> tuple[str, bool]:
    """The label with its article, and whether it is plural; ("", False) for a question, half a sentence or an unknown noun."""
    words = label.split()
    if not words or label.endswith("?") or "," in label or words[-1].lower() in LOOSE_ENDINGS:
        return "", False
    lowered = label if label[1:2].isupper() else label[0].lower() + label[1:]
    first, last = words[0].lower(), words[-1].lower()
    if (get_language() or "").startswith("es"):
        article = SPANISH_ARTICLES.get(first)
        if article is None:
            return "", False
        return f"{article} {lowered}".strip(), article in PLURALS
    if first == "your":
        return lowered, False
    ends_in_noun = last in ENGLISH_NOUNS and len(words) < 4 and first not in LOOSE_ENDINGS
    is_noun = first in ENGLISH_NOUNS or ends_in_noun
    return (f"the {lowered}", False) if is_noun else ("", False)


def required_message(field: forms.Field, label: str) -> str:
    """The message for a missing value: `Falta el título.`, `Elija el tipo.`, `Falta la fecha: «Dicho el».`"""
    name, is_plural = with_article(label)
    values = {"field": name or label}
    if label.endswith("?"):
        return _("Answer the question “%(field)s”") % values
    if isinstance(field, forms.FileField):
        return (_("Attach %(field)s.") if name else _("Attach the file: “%(field)s”.")) % values
    if isinstance(field, forms.BooleanField):
        return _("Tick “%(field)s”.") % {"field": label}
    if isinstance(field, forms.ChoiceField) or isinstance(field.widget, forms.widgets.ChoiceWidget):
        return (_("Choose %(field)s.") if name else _("Choose an answer: “%(field)s”.")) % values
    if name:
        return (_("Enter all of %(field)s.") if is_plural else _("Enter %(field)s.")) % values
    if isinstance(field, forms.DateField | forms.DateTimeField):
        return _("Enter the date: “%(field)s”.") % values
    if isinstance(field, forms.IntegerField):
        return _("Enter the number: “%(field)s”.") % values
    return _("Write an answer: “%(field)s”.") % values


def set_required_message(bound: forms.BoundField) -> None:
    """Sets a `required` message that names the field, unless the field has one of its own."""
    messages = bound.field.error_messages
    if messages.get("required") is forms.Field.default_error_messages["required"]:
        # The message is lazy, because a form may change labels after its fields are made.
        messages["required"] = _lazy_required_message(bound)


def _required_message_of(bound: forms.BoundField) -> str:
    return required_message(bound.field, str(bound.label or bound.name))


_lazy_required_message: Callable[[forms.BoundField], Any] = lazy(_required_message_of, str)
