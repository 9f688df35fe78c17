"""Recording relatives at home, what happened to them, and who of them is detained."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.home.choices import RelativeEnd, Risk
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.register.actions import refuse_stale
from casework.register.choices import DayPrecision, Relation
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.rules import first_day
from pages.refusals import ActionRefused
from reference.models import State

MAY_CHANGE = Permission.HOME_CHANGE

RELATIVE_FACTS = (
    "name",
    "relation",
    "country",
    "state",
    "risk",
    "is_dependant",
    "is_ailing",
    "note",
)

INCIDENT_FACTS = ("type", "state", "actor", "source", "certainty", "paper_signed", "account")

DETENTION_FACTS = ("authority", "state", "note")


def _locked(individual: Individual, by: User) -> Individual:
    individual = Individual.objects.lock(individual)
    require(by, MAY_CHANGE, about=individual)
    return individual


def _case(individual: Individual, by: User) -> Case | None:
    return case_of(individual, by.today())


def _record(verb: str, row: Any, individual: Individual, *, by: User, **details: Any) -> None:
    """The audit row, tied to the case of the person whose relatives it is about."""
    details = {"individual": individual.number, **details}
    record(verb, by=by, about=row, case=_case(individual, by), details=details)


def _write(row: Any, changes: dict[str, Any], *, by: User) -> list[str]:
    """Takes the changes over and saves; the names of what changed, none of them a value."""
    changed = sorted(name for name, new in changes.items() if getattr(row, name) != new)
    if changed:
        for name in changed:
            setattr(row, name, changes[name])
        row.changed_by = by
        row.version += 1
        row.save()
    return changed


def _refuse_unknown(changes: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := set(changes) - set(known):
        raise TypeError(f"no such fact: {sorted(unknown)}")


def _refuse_foreign_state(state: State | None, country: str) -> None:
    if state and state.country != country:
        raise ActionRefused(_("This state lies in another country."), field="state")


def _known_day(
    day: datetime.date | None, precision: str, *, by: User, field: str
) -> datetime.date | None:
    """The day as it is stored. Raises ActionRefused for a day ahead, and for one that is missing."""
    if precision != DayPrecision.UNKNOWN and day is None:
        raise ActionRefused(_("Give the day, or say that it is not known."), field=field)
    stored = first_day(day, precision)
    if stored:
        refuse_future(stored, by=by, field=field)
    return stored


@transaction.atomic
def record_relative(
    individual: Individual,
    *,
    by: User,
    name: str = "",
    relation: str = Relation.OTHER,
    country: str = "VE",
    state: State | None = None,
    risk: str = Risk.UNKNOWN,
    is_dependant: bool = False,
    is_ailing: bool = False,
    note: str = "",
) -> RelativeAbroad:
    """Puts a relative who stayed behind on file; a name is not needed, an address never asked."""
    individual = _locked(individual, by)
    _refuse_foreign_state(state, country)
    relative = RelativeAbroad.objects.create(
        key_id=individual.key_id,
        individual=individual,
        name=name.strip(),
        relation=relation,
        country=country,
        state=state,
        risk=risk,
        is_dependant=is_dependant,
        is_ailing=is_ailing,
        note=note.strip(),
        recorded_by=by,
        changed_by=by,
    )
    _record("relative.recorded", relative, individual, by=by, risk=risk)
    return relative


@transaction.atomic
def correct_relative(
    relative: RelativeAbroad,
    *,
    by: User,
    version: int | None = None,
    ended_on: datetime.date | None = None,
    ended_as: str = "",
    **changes: Any,
) -> RelativeAbroad:
    """Puts a mistake right, or says since when and why the relative is no longer at home.

    `changes` names fields of RELATIVE_FACTS. Raises EditConflict after a newer version.
    """
    _refuse_unknown(changes, RELATIVE_FACTS)
    individual = _locked(relative.individual, by)
    relative = RelativeAbroad.objects.select_for_update().get(pk=relative.pk)
    refuse_stale(relative, version=version, by=by)
    _refuse_foreign_state(
        changes.get("state", relative.state), changes.get("country", relative.country)
    )
    if bool(ended_on) != bool(ended_as):
        raise ActionRefused(
            _("Give both the day and the reason, or neither."),
            field="ended_as" if ended_on else "ended_on",
        )
    if ended_on:
        refuse_future(ended_on, by=by, field="ended_on")
        _refuse_while_detained(relative, ended_as)
    changes |= {"ended_on": ended_on, "ended_as": ended_as}
    if changed := _write(relative, changes, by=by):
        _record("relative.corrected", relative, individual, by=by, fields=changed)
    return relative


def _refuse_while_detained(relative: RelativeAbroad, ended_as: str) -> None:
    if ended_as != RelativeEnd.LOST_CONTACT and relative.detentions.open().exists():
        raise ActionRefused(
            _("This relative is on file as detained: end the detention first."), field="ended_on"
        )


@transaction.atomic
def record_incident(
    individual: Individual,
    *,
    type: str,
    by: User,
    relative: RelativeAbroad | None = None,
    happened_on: datetime.date | None = None,
    precision: str = DayPrecision.DAY,
    consent_given_on: datetime.date | None = None,
    **facts: Any,
) -> HomeIncident:
    """Writes down what was done to a relative at home; without `relative`, to one who is not on file.

    `facts` names fields of INCIDENT_FACTS. With `consent_given_on` the incident belongs to the case too.
    """
    _refuse_unknown(facts, INCIDENT_FACTS)
    individual = _locked(individual, by)
    if relative and relative.individual_id != individual.pk:
        raise ActionRefused(_("This is a relative of somebody else."), field="relative")
    incident = HomeIncident.objects.create(
        key_id=individual.key_id,
        individual=individual,
        relative=relative,
        type=type,
        happened_on=_known_day(happened_on, precision, by=by, field="happened_on"),
        precision=precision,
        recorded_by=by,
        changed_by=by,
        **_agreed(individual, consent_given_on, by=by),
        **facts,
    )
    _record("incident.recorded", incident, individual, by=by, type=type)
    return incident


def _agreed(
    individual: Individual, consent_given_on: datetime.date | None, *, by: User
) -> dict[str, Any]:
    """The day of consent and the case that it ties the incident to; neither without consent."""
    if consent_given_on is None:
        return {"consent_given_on": None, "case": None}
    refuse_future(consent_given_on, by=by, field="consent_given_on")
    return {"consent_given_on": consent_given_on, "case": _case(individual, by)}


@transaction.atomic
def correct_incident(
    incident: HomeIncident,
    *,
    by: User,
    version: int | None = None,
    happened_on: datetime.date | None = None,
    precision: str = DayPrecision.DAY,
    consent_given_on: datetime.date | None = None,
    is_mistake: bool = False,
    relative: RelativeAbroad | None = None,
    **facts: Any,
) -> HomeIncident:
    """Puts an account right, takes consent in or back, or says that it was recorded by mistake."""
    _refuse_unknown(facts, INCIDENT_FACTS)
    individual = _locked(incident.individual, by)
    incident = HomeIncident.objects.select_for_update().get(pk=incident.pk)
    refuse_stale(incident, version=version, by=by)
    if relative and relative.individual_id != individual.pk:
        raise ActionRefused(_("This is a relative of somebody else."), field="relative")
    changes = {
        **facts,
        "relative": relative,
        "happened_on": _known_day(happened_on, precision, by=by, field="happened_on"),
        "precision": precision,
        "is_mistake": is_mistake,
    }
    if consent_given_on != incident.consent_given_on:
        changes |= _agreed(individual, consent_given_on, by=by)
    if changed := _write(incident, changes, by=by):
        _record("incident.corrected", incident, individual, by=by, fields=changed)
    return incident


@transaction.atomic
def record_detention(
    relative: RelativeAbroad,
    *,
    by: User,
    since: datetime.date | None = None,
    precision: str = DayPrecision.DAY,
    review_on: datetime.date | None = None,
    **facts: Any,
) -> Detention:
    """Says that a relative at home is held. `review_on` is the day on which to ask again."""
    _refuse_unknown(facts, DETENTION_FACTS)
    individual = _locked(relative.individual, by)
    if relative.ended_on:
        raise ActionRefused(_("This relative is on file as no longer at home."))
    if relative.detentions.open().exists():
        raise ActionRefused(_("This relative is on file as detained already."))
    detention = Detention.objects.create(
        key_id=individual.key_id,
        relative=relative,
        since=_known_day(since, precision, by=by, field="since"),
        precision=precision,
        review_on=review_on,
        recorded_by=by,
        changed_by=by,
        **facts,
    )
    _record("detention.recorded", detention, individual, by=by)
    return detention


@transaction.atomic
def review_detention(
    detention: Detention,
    *,
    by: User,
    version: int | None = None,
    since: datetime.date | None = None,
    precision: str = DayPrecision.DAY,
    review_on: datetime.date | None = None,
    ended_on: datetime.date | None = None,
    ended_as: str = "",
    **facts: Any,
) -> Detention:
    """Writes what is known now: still held, when to ask again, or when and how it ended."""
    _refuse_unknown(facts, DETENTION_FACTS)
    individual = _locked(detention.relative.individual, by)
    detention = Detention.objects.select_for_update().get(pk=detention.pk)
    refuse_stale(detention, version=version, by=by)
    started = _known_day(since, precision, by=by, field="since")
    _refuse_bad_end(ended_on, ended_as, started, by=by)
    changes = {
        **facts,
        "since": started,
        "precision": precision,
        "review_on": None if ended_on else review_on,
        "ended_on": ended_on,
        "ended_as": ended_as,
    }
    if detention.ended_on and not ended_on and _another_is_open(detention):
        raise ActionRefused(_("This relative is on file as detained already."), field="ended_on")
    if changed := _write(detention, changes, by=by):
        _record(
            "detention.ended" if ended_on else "detention.reviewed",
            detention,
            individual,
            by=by,
            fields=changed,
        )
    return detention


def _refuse_bad_end(
    ended_on: datetime.date | None, ended_as: str, started: datetime.date | None, *, by: User
) -> None:
    if bool(ended_on) != bool(ended_as):
        raise ActionRefused(
            _("Give both the day and the way it ended, or neither."),
            field="ended_as" if ended_on else "ended_on",
        )
    if not ended_on:
        return
    refuse_future(ended_on, by=by, field="ended_on")
    if started and ended_on < started:
        raise ActionRefused(_("The end is before the beginning."), field="ended_on")


def _another_is_open(detention: Detention) -> bool:
    others = Detention.objects.filter(relative=detention.relative_id).exclude(pk=detention.pk)
    return others.open().exists()
