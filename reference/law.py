"""Actions that add and correct rules of law, holidays and suspensions, and recompute running terms.

An action that recomputes sets `terms_moved` of its row to the number of running terms that got another day."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from reference.actions import add_row, correct_row, locked_row
from reference.calendar import Moved, calendar_changed
from reference.choices import Unit
from reference.models import DeadlineRule, PublicHoliday, TermSuspension, WorkRule
from reference.rules import is_in_force_on

# Fields of a rule whose validity depends on each other.
CHECKED_TOGETHER = ("unit", "fixed_on", "valid_to", "verified_by", "verified_on")


class DaysWouldMove(ActionRefused):
    """Running terms would get another day: `days` are those in files that the user sees, `unseen` the number of others."""

    def __init__(self, sentence: str, *, moved: Moved, by: User) -> None:
        super().__init__(sentence % moved._asdict(), field="is_sure")
        self.days = moved.seen_by(by)
        self.unseen = moved.moved - len(self.days)


@transaction.atomic
def correct_rule(
    rule: DeadlineRule, *, by: User, is_sure: bool = False, **facts: Any
) -> DeadlineRule:
    """Corrects a version of a rule; `facts` are fields of DeadlineRule except code, country and first day.

    Recomputes running terms of this version, because the earlier values were wrong. Raises DaysWouldMove if one
    gets another day, unless `is_sure`."""
    rule, moved = _apply_correction(rule, by=by, **facts)
    if moved.moved and not is_sure:
        sentence = _(
            "Running terms that get another day: %(moved)d. Mark that this is right, and they move."
        )
        raise DaysWouldMove(sentence, moved=moved, by=by)
    return rule


def _apply_correction(rule: DeadlineRule, *, by: User, **facts: Any) -> tuple[DeadlineRule, Moved]:
    """The corrected rule, and the effect on running terms. Raises ActionRefused for values that contradict each other."""
    rule = locked_row(rule, by=by)
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    values: dict[str, Any] = {field: getattr(rule, field) for field in CHECKED_TOGETHER} | facts
    if (values["unit"] == Unit.DATE) != (values["fixed_on"] is not None):
        raise ActionRefused(_("A fixed date, and nothing else, names its day."), field="fixed_on")
    if bool(values["verified_by"]) != (values["verified_on"] is not None):
        raise ActionRefused(_("Say who verified it, and when."), field="verified_on")
    _refuse_end_before(rule.valid_from, values["valid_to"])
    correct_row(rule, "rule.corrected", by=by, **facts)
    moved = calendar_changed(rule.country, rule)
    rule.terms_moved, rule.terms_recounted = moved.moved, moved.counted
    return rule, moved


@transaction.atomic
def add_rule_version(
    rule: DeadlineRule,
    *,
    valid_from: datetime.date,
    by: User,
    is_sure: bool = False,
    **facts: Any,
) -> DeadlineRule:
    """Adds a version of the rule from a day on; the current one ends there.

    `facts` are those of `correct_rule`. A term uses the version in force when it began: earlier terms keep their day,
    later ones are recomputed. Raises ActionRefused for a day on which a version starts already, and DaysWouldMove for a
    past day unless `is_sure`."""
    require(by, Permission.CATALOGUE_CHANGE)
    ended, next_from = _versions_around(
        DeadlineRule.objects.filter(country=rule.country, code=rule.code), valid_from
    )
    facts["valid_to"] = facts.get("valid_to") or next_from
    version = DeadlineRule.objects.get(pk=rule.pk)
    version.pk, version._state.adding = None, True
    version.valid_from, version.valid_to = valid_from, None
    # The verification of the older version does not apply to this one.
    version.verified_by, version.verified_on = "", None
    version.save(force_insert=True)
    details = {"rule": version.code, "country": version.country, "from": valid_from.isoformat()}
    record("rule.version_added", by=by, about=version, details=details)
    for each in ended:
        correct_row(each, "rule.corrected", by=by, valid_to=valid_from)
    version, moved = _apply_correction(version, by=by, **facts)
    if valid_from <= by.today() and not is_sure:
        sentence = _(
            "This day is past. Running terms that began since: %(counted)d; of these get another day:"
            " %(moved)d. Mark that this is right, and they are counted anew."
        )
        raise DaysWouldMove(sentence, moved=moved, by=by)
    return version


def _refuse_end_before(start: datetime.date | None, end: datetime.date | None) -> None:
    """Raises ActionRefused if a version ends before it starts. `end` is the first day without it."""
    if start and end and end <= start:
        raise ActionRefused(_("The end is before the start."), field="valid_to")


def _versions_around(versions: Any, day: datetime.date) -> tuple[list[Any], datetime.date | None]:
    """The locked versions that a new one ends, and the first day of the version after it.

    Raises ActionRefused for a day on which a version starts already."""
    locked = list(versions.select_for_update().order_by("valid_from"))
    if any(each.valid_from == day for each in locked):
        raise ActionRefused(_("A version counts from this day already."), field="valid_from")
    later = [each.valid_from for each in locked if each.valid_from and each.valid_from > day]
    ended = [each for each in locked if is_in_force_on(each, day)]
    return ended, min(later, default=None)


@transaction.atomic
def correct_work_rule(rule: WorkRule, *, by: User, **facts: Any) -> WorkRule:
    """Corrects what the law says about work with a paper; `facts` are fields of WorkRule."""
    rule = locked_row(rule, by=by)
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    _refuse_end_before(rule.valid_from, facts.get("valid_to", rule.valid_to))
    return correct_row(rule, "work_rule.corrected", by=by, **facts)


@transaction.atomic
def add_work_rule_version(
    rule: WorkRule, *, valid_from: datetime.date, by: User, **facts: Any
) -> WorkRule:
    """Adds what the law says from a day on; the current version ends there. Raises ActionRefused."""
    require(by, Permission.CATALOGUE_CHANGE)
    ended, next_from = _versions_around(
        WorkRule.objects.filter(country=rule.country, paper=rule.paper), valid_from
    )
    facts["valid_to"] = facts.get("valid_to") or next_from
    _refuse_end_before(valid_from, facts["valid_to"])
    for each in ended:
        correct_row(each, "work_rule.corrected", by=by, valid_to=valid_from)
    identity = {name: getattr(rule, name) for name in ("country", "paper", "name_en", "name_es")}
    return add_row(WorkRule, "work_rule.added", by=by, valid_from=valid_from, **(identity | facts))


@transaction.atomic
def add_holiday(*, country: str, on: datetime.date, name: str, by: User) -> PublicHoliday:
    """Adds a holiday and recomputes running terms. Raises ActionRefused for a day on the list."""
    require(by, Permission.CATALOGUE_CHANGE)
    _refuse_known_day(country, on, field="on")
    row = PublicHoliday.objects.create(country=country, on=on, name=name.strip())
    details = {"country": country, "on": on.isoformat(), "name": row.name}
    record("holiday.added", by=by, about=row, details=details)
    row.terms_moved = calendar_changed(country, row).moved
    return row


def _refuse_known_day(country: str, on: datetime.date, *, field: str) -> None:
    if PublicHoliday.objects.filter(country=country, on=on).exists():
        raise ActionRefused(_("This day is on the list already."), field=field)


@transaction.atomic
def correct_holiday(holiday: PublicHoliday, *, by: User, **facts: Any) -> PublicHoliday:
    """Corrects country and name of a holiday, or marks it as worked. Recomputes running terms."""
    holiday = locked_row(holiday, by=by)
    old_country, was_off = holiday.country, not holiday.is_worked
    if facts.get("country", old_country) != old_country:
        _refuse_known_day(facts["country"], holiday.on, field="country")
    correct_row(holiday, "holiday.corrected", by=by, **facts)
    is_off, is_same_country = not holiday.is_worked, holiday.country == old_country
    holiday.terms_moved = 0
    # By country: whether the day was a holiday there, and whether it is now.
    off_by_country = {
        old_country: (was_off, is_off and is_same_country),
        holiday.country: (was_off and is_same_country, is_off),
    }
    for country, (before, now) in off_by_country.items():
        if before != now:
            moved = calendar_changed(country, holiday, is_taken_back=before).moved
            holiday.terms_moved += moved
    return holiday


@transaction.atomic
def add_suspension(*, by: User, **facts: Any) -> TermSuspension:
    """Adds a suspension (`facts`: the fields of TermSuspension). Recomputes running terms."""
    require(by, Permission.CATALOGUE_CHANGE)
    if facts["through_on"] < facts["starts_on"]:
        raise ActionRefused(_("The end is before the start."), field="through_on")
    row = add_row(TermSuspension, "suspension.added", by=by, **facts)
    row.terms_moved = calendar_changed(row.country, row).moved
    return row


@transaction.atomic
def withdraw_suspension(suspension: TermSuspension, *, reason: str, by: User) -> TermSuspension:
    """Withdraws a suspension recorded by mistake, with the reason. Recomputes running terms."""
    suspension = locked_row(suspension, by=by)
    if suspension.withdrawn_on:
        raise ActionRefused(_("It was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Say why it is taken back."), field="reason")
    facts: dict[str, Any] = {"withdrawn_on": by.today(), "withdrawn_because": reason.strip()}
    correct_row(suspension, "suspension.withdrawn", by=by, **facts)
    moved = calendar_changed(suspension.country, suspension, is_taken_back=True).moved
    suspension.terms_moved = moved
    return suspension
