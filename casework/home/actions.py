"""Records relatives at home, what happened to them, and who of them is detained."""

import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.home.choices import DetentionEnd, RelativeEnd
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.register.actions import (
    changed_by,
    lock_row,
    record_about_person,
    refuse_stale,
    save_new_row,
    set_changed,
)
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.dates import last_of
from pages.refusals import ActionRefused
from reference.models import State

MAY_CHANGE = Permission.HOME_CHANGE


class RelativeFacts(TypedDict, total=False):
    """The facts of a relative at home. The name is optional, and there is never an address."""

    name: str
    relation: str
    country: str
    state: State | None
    risk: str
    is_dependant: bool
    is_ailing: bool
    note: str


INCIDENT_FACTS = (
    "type", "is_own", "is_here", "state", "actor", "source", "certainty", "paper_signed", "account",
)  # fmt: skip

DETENTION_FACTS = ("authority", "state", "note")


def _correct(
    row: RelativeAbroad | HomeIncident | Detention, changes: dict[str, Any], verb: str, *, by: User
) -> None:
    """Saves the changes and records a correction, if there are any."""
    if changed := set_changed(row, changes):
        changed_by(row, by)
        row.save()
        record_about_person(verb, row, by=by, fields=changed)


def _refuse_unknown(changes: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := set(changes) - set(known):
        raise TypeError(f"no such fact: {sorted(unknown)}")


def _country_of(state: State | None, country: str) -> str:
    """Returns the stated country, or that of the state; empty if neither is known."""
    if state and country and state.country != country:
        raise ActionRefused(_("This state lies in another country."), field="state")
    return country or (state.country if state else "")


def _refuse_future(day: datetime.date | None, *, by: User, field: str) -> None:
    if day:
        refuse_future(day, by=by, field=field)


@transaction.atomic
def record_relative(
    individual: Individual, *, by: User, **facts: Unpack[RelativeFacts]
) -> RelativeAbroad:
    """Records a relative who stayed in the country of origin, and returns the row."""
    individual = lock_for(individual, MAY_CHANGE, by=by)
    facts["country"] = _country_of(facts.get("state"), facts.get("country", ""))
    relative = save_new_row(RelativeAbroad, individual, by=by, changed_by=by, **facts)
    record_about_person("relative.recorded", relative, by=by, risk=relative.risk)
    return relative


@transaction.atomic
def correct_relative(
    relative: RelativeAbroad,
    *,
    by: User,
    version: int | None = None,
    ended_on: datetime.date | None = None,
    ended_as: str = "",
    **facts: Unpack[RelativeFacts],
) -> RelativeAbroad:
    """Corrects the facts of a relative, or records since when and why the relative is no longer at home.

    Missing facts do not change. Without `ended_on`, RelativeEnd.MISTAKE gets today. Raises EditConflict if somebody saved
    after `version` was opened.
    """
    relative = lock_row(relative, MAY_CHANGE, by=by)
    refuse_stale(relative, version=version, by=by)
    state, country = facts.get("state", relative.state), facts.get("country", relative.country)
    facts["country"] = _country_of(state, country)
    if ended_as == RelativeEnd.MISTAKE:
        ended_on = ended_on or by.today()
    if bool(ended_on) != bool(ended_as):
        raise ActionRefused(
            _("Give both the day and the reason, or neither."),
            field="ended_as" if ended_on else "ended_on",
        )
    if ended_on:
        refuse_future(ended_on, by=by, field="ended_on")
        _refuse_while_detained(relative, ended_as)
    changes = {**facts, "ended_on": ended_on, "ended_as": ended_as}
    _correct(relative, changes, "relative.corrected", by=by)
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
    source: str,
    by: User,
    relative: RelativeAbroad | None = None,
    happened_on: datetime.date | None = None,
    consent_given_on: datetime.date | None = None,
    **facts: Any,
) -> HomeIncident:
    """Records what was done to `relative`, with `is_own` to the person, or else to a relative who is not on file.

    `facts` are INCIDENT_FACTS. With `consent_given_on` the incident belongs to the case too.
    """
    _refuse_unknown(facts, INCIDENT_FACTS)
    individual = lock_for(individual, MAY_CHANGE, by=by)
    _refuse_future(happened_on, by=by, field="happened_on")
    _refuse_relative_of_another(relative, individual)
    _refuse_two_places(facts)
    incident = save_new_row(
        HomeIncident,
        individual,
        by=by,
        relative=relative,
        type=type,
        source=source,
        happened_on=happened_on,
        changed_by=by,
        **_consent_facts(individual, consent_given_on, by=by),
        **facts,
    )
    record_about_person("incident.recorded", incident, by=by, type=type)
    return incident


def _refuse_relative_of_another(relative: RelativeAbroad | None, individual: Individual) -> None:
    if relative and relative.individual_id != individual.pk:
        raise ActionRefused(_("This is a relative of somebody else."), field="relative")


def _refuse_two_places(facts: dict[str, Any]) -> None:
    if facts.get("is_here") and facts.get("state"):
        raise ActionRefused(
            _("What happened here did not happen in a state of the country of origin."),
            field="is_here",
        )


def _consent_facts(
    individual: Individual, consent_given_on: datetime.date | None, *, by: User
) -> dict[str, Any]:
    """Returns the fields of an incident for its consent and case; both None without consent."""
    if consent_given_on is None:
        return {"consent_given_on": None, "case": None}
    refuse_future(consent_given_on, by=by, field="consent_given_on")
    return {"consent_given_on": consent_given_on, "case": case_of(individual, by.today())}


@transaction.atomic
def correct_incident(
    incident: HomeIncident,
    *,
    by: User,
    version: int | None = None,
    happened_on: datetime.date | None = None,
    consent_given_on: datetime.date | None = None,
    is_mistake: bool = False,
    relative: RelativeAbroad | None = None,
    **facts: Any,
) -> HomeIncident:
    """Corrects an incident, adds or withdraws the consent for it, or marks it as a mistake."""
    _refuse_unknown(facts, INCIDENT_FACTS)
    incident = lock_row(incident, MAY_CHANGE, by=by)
    refuse_stale(incident, version=version, by=by)
    _refuse_future(happened_on, by=by, field="happened_on")
    _refuse_relative_of_another(relative, incident.individual)
    _refuse_two_places(facts)
    changes = {
        **facts,
        "relative": relative,
        "happened_on": happened_on,
        "is_mistake": is_mistake,
    }
    if consent_given_on != incident.consent_given_on:
        changes |= _consent_facts(incident.individual, consent_given_on, by=by)
    _correct(incident, changes, "incident.corrected", by=by)
    return incident


@transaction.atomic
def record_detention(
    relative: RelativeAbroad,
    *,
    by: User,
    since: datetime.date | None = None,
    review_on: datetime.date | None = None,
    **facts: Any,
) -> Detention:
    """Records that a relative at home is detained, and returns the row. `review_on` is the day on which to ask again."""
    _refuse_unknown(facts, DETENTION_FACTS)
    individual = lock_for(relative.individual, MAY_CHANGE, by=by)
    _refuse_future(since, by=by, field="since")
    if relative.ended_on:
        raise ActionRefused(_("This relative is on file as no longer at home."))
    if relative.detentions.open().exists():
        raise ActionRefused(_("This relative is on file as detained already."))
    detention = Detention.objects.create(
        key_id=individual.key_id,
        relative=relative,
        since=since,
        review_on=review_on,
        recorded_by=by,
        changed_by=by,
        **facts,
    )
    record_about_person("detention.recorded", detention, by=by)
    return detention


@transaction.atomic
def review_detention(
    detention: Detention,
    *,
    by: User,
    version: int | None = None,
    since: datetime.date | None = None,
    review_on: datetime.date | None = None,
    ended_on: datetime.date | None = None,
    ended_as: str = "",
    **facts: Any,
) -> Detention:
    """Records the state of a detention: when to ask again, or when and how it ended. Without a day, a mistake ends today."""
    _refuse_unknown(facts, DETENTION_FACTS)
    lock_for(detention.individual, MAY_CHANGE, by=by)
    detention = Detention.objects.lock(detention)
    refuse_stale(detention, version=version, by=by)
    _refuse_future(since, by=by, field="since")
    if ended_as == DetentionEnd.MISTAKE:
        ended_on = ended_on or by.today()
    _refuse_bad_end(ended_on, ended_as, since, by=by)
    changes = {
        **facts,
        "since": since,
        "review_on": None if ended_on else review_on,
        "ended_on": ended_on,
        "ended_as": ended_as,
    }
    if detention.ended_on and not ended_on and _another_is_open(detention):
        raise ActionRefused(_("This relative is on file as detained already."), field="ended_on")
    verb = "detention.ended" if ended_on else "detention.reviewed"
    _correct(detention, changes, verb, by=by)
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
    if started and last_of(ended_on) < started:
        raise ActionRefused(_("The end is before the beginning."), field="ended_on")


def _another_is_open(detention: Detention) -> bool:
    others = Detention.objects.filter(relative=detention.relative_id).exclude(pk=detention.pk)
    return others.open().exists()
