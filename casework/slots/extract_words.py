"""Labels of fields, and values in words, for the extract that a person takes home."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model
from django.db.models.enums import Choices
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casework.register.choices import Language
from pages.dates import short_date
from partners.models import Organisation
from reference.choices import Country
from reference.models import Rank

# Labels of fields without a translated `verbose_name`.
LABELS: dict[str, str | Promise] = {
    "case": gettext_lazy("Case"),
    "on": gettext_lazy("Day"),
    "status": gettext_lazy("State"),
    "reason": gettext_lazy("Reason"),
    "remark": gettext_lazy("Remark"),
    "kind": gettext_lazy("Kind"),
    "starts_on": gettext_lazy("From"),
    "until": gettext_lazy("Until"),
    "is_firm": gettext_lazy("In writing or paid"),
    "is_override": gettext_lazy("Against the rule"),
    "written_at": gettext_lazy("Written on"),
    "replaced_at": gettext_lazy("Replaced on"),
    "filed_at": gettext_lazy("Filed on"),
    "named_list": gettext_lazy("List"),
}


def label_of_code_in(choices: type[Choices]) -> Callable[[str], str]:
    """Returns a function that returns the label of a code, or the code if it is unknown."""
    labels = dict(choices.choices)
    return lambda code: str(labels.get(code, code))


def rank_name(code: str) -> str:
    """Returns the name of the rank, or its code if the reference list no longer has it."""
    return next(iter(Rank.objects.filter(code=code).values_list("name", flat=True)), code)


CODES: dict[str, Callable[[str], str]] = {
    "country": label_of_code_in(Country),
    "nationality": label_of_code_in(Country),
    "second_nationality": label_of_code_in(Country),
    "destination_country": label_of_code_in(Country),
    "languages": label_of_code_in(Language),
    "rank": rank_name,
}


def label_of(row: Model | type[Model], name: str) -> str:
    """Returns the translated name of the field, or else its label in LABELS. Raises KeyError if there is neither."""
    field: Any = row._meta.get_field(name)
    name_of_field = field.verbose_name
    label = str(name_of_field if isinstance(name_of_field, Promise) else LABELS[name])
    return label[:1].upper() + label[1:]


def _labels_of_elements(row: Model, name: str) -> Callable[[Any], str]:
    """Returns a function that returns the label of a code in an array field, and other values unchanged."""
    element: Any = getattr(row._meta.get_field(name), "base_field", None)
    labels = dict(element.flatchoices) if element else {}
    return lambda code: str(labels.get(code, code))


def value_in_words(row: Model, name: str, codes: Mapping[str, Callable[[str], str]] = CODES) -> str:
    """Returns the value of the field in words, "" without a value. `codes` has functions from code to label, by field."""
    if hasattr(row, f"get_{name}_display"):
        return str(getattr(row, f"get_{name}_display")() or "")
    value = getattr(row, name)
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, datetime.datetime):
        local = timezone.localtime(value) if timezone.is_aware(value) else value
        return f"{short_date(local)}, {local:%H:%M}"
    if isinstance(value, datetime.date):
        return short_date(value)
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    if isinstance(value, Organisation):
        return str(value.name_in_exports)
    label = codes.get(name) or _labels_of_elements(row, name)
    if isinstance(value, list | tuple | set):
        return ", ".join(label(each) for each in value)
    return label(value) if value else "" if value is None else str(value)
