"""Corrections beside the rows of a file, and in an extract."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, Q
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.corrections.actions import put_right
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from casework.slots.extract import Held, of_person
from pages.questions import ANY_KEY, kept_rows
from partners.corrections import Keeper

# The extract's reader may read what these rows say; of care and work it shows how they stand now, and no older words.
SHOWN = ("asylum.", "casework.phone", "casework.identitydocument")


def _rows(individual: Individual) -> Any:
    shown = [Q(about_type__startswith=kind) for kind in SHOWN]
    return of_person(Correction)(individual).filter(reduce(or_, shown))


correction_held = Held(
    Correction,
    _("What was put right"),
    _rows,
    ["at", "changes", "day", "because"],
    permission=P.RENUNCIATION_CHANGE,
    author="by",
)


def with_put_right(rows: Any) -> Any:
    """Adds `is_put_right`, so that `corrections_of` asks nothing where none was put right."""
    return rows.annotate(is_put_right=Exists(Correction.objects.of_each()))


def corrections_of(*rows: Any) -> list[Correction]:
    """What `Correction.objects.of` finds, its question put into words once; of rows `with_put_right` where there is any."""
    found = [row for row in rows if getattr(row, "is_put_right", True)]
    if not found:
        return []
    about = Correction._meta.get_field("about_id")
    kinds = tuple(sorted({row._meta.label_lower for row in found}))
    keys = [about.to_python(row.pk) for row in found]
    return kept_rows(_about, kinds, values={ANY_KEY: keys})


def _about(kinds: tuple[str, ...]) -> Any:
    rows = Correction.objects.filter(about_type__in=kinds, about_id__in=[ANY_KEY])
    return rows.select_related("by", "individual")


keeper = Keeper(put_right=put_right, kept_of=Correction.objects.of)
