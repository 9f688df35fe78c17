"""Corrections beside the rows of a file, and in an extract."""

from collections.abc import Callable
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission as P
from casework.corrections.actions import apply_correction
from casework.corrections.models import Correction
from casework.corrections.records import fact_in_words
from casework.corrections.steps import MISTAKE
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.timeline import Event, EventSource, keys_of_people_today
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from partners.corrections import CorrectionStore

# The extract shows corrections of these rows of care and work. All other rows appear with their current values only.
SHOWN_IN_EXTRACT = ("casework.phone", "casework.identitydocument")
LEGAL_AID_PREFIX = "asylum."

FIRST_FIELDS = ("at", "changes", "day", "because")


def _rows(individual: Individual) -> Any:
    """Returns corrections of the person's own rows, and of the arrival, which concern all people who arrived together."""
    arrivals = rows_about(Arrival, "individuals")(individual).order_by().values("pk")
    about_arrival = Q(about_type=Arrival._meta.label_lower, about_id__in=arrivals)
    own = (
        rows_about(Correction, about_type__in=SHOWN_IN_EXTRACT)(individual).order_by().values("pk")
    )
    return Correction.objects.filter(Q(pk__in=own) | about_arrival)


correction_extract = ExtractPart(
    Correction, _("What was put right"), first=FIRST_FIELDS, rows=_rows, author="by"
)
legal_correction_extract = ExtractPart(
    Correction,
    _("What was put right in claims and papers of legal aid"),
    first=FIRST_FIELDS,
    rows=rows_about(Correction, about_type__startswith=LEGAL_AID_PREFIX),
    permission=P.RENUNCIATION_CHANGE,
    author="by",
)
correction_extracts = (correction_extract, legal_correction_extract)


def with_is_corrected(rows: Any) -> Any:
    """Annotates `is_corrected`, which saves `corrections_of` a query for uncorrected rows."""
    return rows.annotate(is_corrected=Exists(Correction.objects.of_each()))


def corrections_of(*rows: Any) -> list[Correction]:
    """Returns what `Correction.objects.of` returns, with cached SQL.

    Runs no query if the rows come from `with_is_corrected` and none of them was corrected."""
    perhaps_corrected = [row for row in rows if getattr(row, "is_corrected", True)]
    if not perhaps_corrected:
        return []
    about = Correction._meta.get_field("about_id")
    kinds = tuple(sorted({row._meta.label_lower for row in perhaps_corrected}))
    keys = [about.to_python(row.pk) for row in perhaps_corrected]
    return cached_rows(_corrections_about, kinds, values={PLACEHOLDER: keys})


def _corrections_about(kinds: tuple[str, ...]) -> Any:
    rows = Correction.objects.filter(about_type__in=kinds, about_id__in=[PLACEHOLDER])
    return rows.select_related("by", "individual")


def _corrections_of_records(case: Case, user: User) -> Any:
    people = Individual.objects.visible_to(user).filter(pk__in=keys_of_people_today(case, user))
    about = Individual._meta.label_lower
    return Correction.objects.filter(about_type=about, individual__in=people)


def _record_event(correction: Correction) -> Event:
    """Returns an event that names the corrected fields. The person's page shows their earlier values."""
    names = [fact_in_words(each) for each in correction.fields]
    return Event(
        correction.at,
        gettext("The record was corrected"),
        new=", ".join(names),
        sentence=gettext("%(who)s corrected the record of %(whom)s: %(new)s"),
    )


def _step_event(correction: Any, what: str, status: Any) -> Event:
    """Returns the event of a corrected step: a mistake, or its right day."""
    text = gettext("Step recorded by mistake: %(what)s")
    sentence = gettext(
        "%(who)s said that a step of %(whom)s was recorded by mistake (%(what)s): %(new)s"
    )
    if correction.day:
        text = gettext("Day of a step corrected: %(what)s")
        sentence = gettext("%(who)s corrected the day of a step of %(whom)s (%(what)s): %(new)s")
    return Event(
        correction.at,
        text % {"what": what},
        new=f"{status}, {short_date(correction.day or correction.last_day)}",
        sentence=sentence,
        words={"what": what},
    )


def event_source_of_corrected_steps(
    model: Any,
    what: str | Promise,
    steps: Callable[[Case, User], Any],
    state: Callable[[Any], Any],
    **annotations: Any,
) -> EventSource:
    """Returns an event source for corrections of steps of `model`: marked as a mistake, or the day corrected.

    `steps` returns the steps of the case that the reader sees. `state` returns the state of a step in words; it gets the
    correction, with the `status` of the step and with `annotations`.
    """

    def rows(case: Case, user: User) -> Any:
        corrections = Correction.objects.filter(
            Q(fields__contains=[MISTAKE]) | Q(day__isnull=False),
            about_type=model._meta.label_lower,
            about_id__in=steps(case, user).order_by().values("pk"),
        )
        step = model.objects.filter(pk=OuterRef("about_id")).order_by()
        return corrections.annotate(
            status=Subquery(step.values("status")),
            last_day=Subquery(step.with_day().values("day")),
            **annotations,
        )

    def event(correction: Any) -> Event:
        return _step_event(correction, str(what), state(correction))

    return EventSource(
        rows,
        "at",
        event,
        by="by",
        person="individual",
        fields=("status", "day", "last_day", *annotations),
        needs_table=model,
    )


records_corrected = EventSource(
    _corrections_of_records, "at", _record_event, by="by", person="individual", fields=("fields",)
)

correction_store = CorrectionStore(put_right=apply_correction, corrections_of=Correction.objects.of)
