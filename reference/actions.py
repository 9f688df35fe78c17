"""Reference lists, completed and corrected by whoever maintains them; days that the law computes.

Nothing is deleted: files name these rows. A row ends on a day and is offered no more.
"""

import datetime
from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from pages.refusals import ActionRefused
from reference.calendar import LISTED_RULES, calendar_changed, write_term_days
from reference.choices import TextLanguage, Unit
from reference.followers import instrument_followers
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Department,
    Force,
    HouseText,
    Municipality,
    PublicHoliday,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
    TermSuspension,
    WorkRule,
)
from reference.rules import counts_on

# Facts of a rule that have to fit each other.
CHECKED = ("unit", "fixed_on", "valid_to", "verified_by", "verified_on")

Row = TypeVar("Row", bound=Model)


def _add(model: type[Row], verb: str, *, by: User, **facts: Any) -> Row:
    """Writes a new row; the audit keeps what it says. Raises ActionRefused for a code or a name that is taken."""
    require(by, Permission.CATALOGUE_CHANGE)
    rows = model._default_manager.all()
    if "name" in facts and rows.filter(name__iexact=facts["name"]).exists():
        raise ActionRefused(_("This name is on the list already."), field="name")
    row = model(**facts)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise ActionRefused(_("This code is taken."), field="code") from None
    said = {name: str(value) for name, value in facts.items() if value not in (None, "")}
    record(verb, by=by, about=row, details=said)
    return row


def _fresh(row: Row, *, by: User) -> Row:
    """The row of a list, ours until commit, for whoever maintains the lists."""
    require(by, Permission.CATALOGUE_CHANGE)
    fresh: Row = row.__class__._default_manager.select_for_update().get(pk=row.pk)
    return fresh


def _correct(row: Row, verb: str, *, by: User, **facts: Any) -> Row:
    """Writes the facts; the audit keeps, of each that changed, what it was and what it is."""
    changed = {}
    for name, value in facts.items():
        before = getattr(row, name)
        if before != value:
            changed[name] = [str(before or ""), str(value or "")]
            setattr(row, name, value)
    if changed:
        row.save(update_fields=list(changed))
        record(verb, by=by, about=row, details=changed)
    return row


@transaction.atomic
def correct_rule(rule: DeadlineRule, *, by: User, **facts: Any) -> DeadlineRule:
    """Corrects a version of a rule; `facts` are fields of DeadlineRule but its code, country and first day.

    Terms that were computed before keep their day; what is asked from now on is computed anew.
    """
    rule = _fresh(rule, by=by)
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    said: dict[str, Any] = {field: getattr(rule, field) for field in CHECKED} | facts
    if (said["unit"] == Unit.DATE) != (said["fixed_on"] is not None):
        raise ActionRefused(_("A fixed date, and nothing else, names its day."), field="fixed_on")
    if bool(said["verified_by"]) != (said["verified_on"] is not None):
        raise ActionRefused(_("Say who verified it, and when."), field="verified_on")
    _refuse_end_before(rule.valid_from, said["valid_to"])
    _correct(rule, "rule.corrected", by=by, **facts)
    if rule.code in LISTED_RULES:
        write_term_days(rule.country)
    return rule


@transaction.atomic
def add_rule_version(
    rule: DeadlineRule, *, valid_from: datetime.date, by: User, **facts: Any
) -> DeadlineRule:
    """A version of the rule that counts from a day on; the one that ran till then ends there.

    `facts` are those of `correct_rule`. Terms that were computed before keep their day. Raises ActionRefused
    for a day from which a version counts already.
    """
    require(by, Permission.CATALOGUE_CHANGE)
    before, next_from = _around(
        DeadlineRule.objects.filter(country=rule.country, code=rule.code), valid_from
    )
    facts["valid_to"] = facts.get("valid_to") or next_from
    version = DeadlineRule.objects.get(pk=rule.pk)
    version.pk, version._state.adding = None, True
    version.valid_from, version.valid_to = valid_from, None
    # Who checked the older version did not check this one.
    version.verified_by, version.verified_on = "", None
    version.save(force_insert=True)
    about = {"rule": version.code, "country": version.country, "from": valid_from.isoformat()}
    record("rule.version_added", by=by, about=version, details=about)
    for each in before:
        _correct(each, "rule.corrected", by=by, valid_to=valid_from)
    return correct_rule(version, by=by, **facts)


def _refuse_end_before(start: datetime.date | None, end: datetime.date | None) -> None:
    """`end` is the first day without; a version without a start counts since ever."""
    if start and end and end <= start:
        raise ActionRefused(_("The end is before the start."), field="valid_to")


def _around(versions: Any, day: datetime.date) -> tuple[list[Any], datetime.date | None]:
    """The locked versions of a rule that a new one ends, and the first day of the one that follows it.

    Raises ActionRefused for a day from which a version counts already.
    """
    standing = list(versions.select_for_update().order_by("valid_from"))
    if any(each.valid_from == day for each in standing):
        raise ActionRefused(_("A version counts from this day already."), field="valid_from")
    later = [each.valid_from for each in standing if each.valid_from and each.valid_from > day]
    ended = [each for each in standing if counts_on(each, day)]
    return ended, min(later, default=None)


@transaction.atomic
def correct_work_rule(rule: WorkRule, *, by: User, **facts: Any) -> WorkRule:
    """Corrects what the law says about work with a paper; `facts` are fields of WorkRule."""
    rule = _fresh(rule, by=by)
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    _refuse_end_before(rule.valid_from, facts.get("valid_to", rule.valid_to))
    return _correct(rule, "work_rule.corrected", by=by, **facts)


@transaction.atomic
def add_work_rule_version(
    rule: WorkRule, *, valid_from: datetime.date, by: User, **facts: Any
) -> WorkRule:
    """What the law says from a day on; the version that ran till then ends there. Raises ActionRefused."""
    require(by, Permission.CATALOGUE_CHANGE)
    before, next_from = _around(
        WorkRule.objects.filter(country=rule.country, paper=rule.paper), valid_from
    )
    facts["valid_to"] = facts.get("valid_to") or next_from
    _refuse_end_before(valid_from, facts["valid_to"])
    for each in before:
        _correct(each, "work_rule.corrected", by=by, valid_to=valid_from)
    kept = {name: getattr(rule, name) for name in ("country", "paper", "name_en", "name_es")}
    return _add(WorkRule, "work_rule.added", by=by, valid_from=valid_from, **(kept | facts))


@transaction.atomic
def add_crossing(*, code: str, name: str, by: User, **facts: Any) -> CrossingPoint:
    """A further crossing point. Raises ActionRefused for a code or name that is taken."""
    return _add(CrossingPoint, "crossing.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_force(*, code: str, name: str, short_name: str, kind: str, by: User, **facts: Any) -> Force:
    """A further force. Raises ActionRefused for a code or name that is taken."""
    facts |= {"short_name": short_name.strip(), "kind": kind}
    return _add(Force, "force.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_rank(
    *, code: str, name: str, band: str, by: User, after: Rank | None = None, name_en: str = ""
) -> Rank:
    """A further rank, which stands above `after`, else below all. Raises ActionRefused for a code or name that is taken."""
    facts = {"band": band, "order": after.order + 1 if after else 0, "name_en": name_en}
    return _add(Rank, "rank.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_directorate(
    *, code: str, name: str, departments: Iterable[Department], by: User, **facts: Any
) -> RegionalDirectorate:
    """A further regional directorate. Raises ActionRefused for a code or name that is taken."""
    row = _add(
        RegionalDirectorate, "directorate.added", code=code, name=name.strip(), by=by, **facts
    )
    row.departments.set(departments)
    return row


@transaction.atomic
def add_municipality(*, code: str, name: str, department: Department, by: User) -> Municipality:
    """A further municipality. Raises ActionRefused for a code that is taken or of another department."""
    if not code.startswith(department.code):
        raise ActionRefused(_("The code does not begin with that of the department."), field="code")
    require(by, Permission.CATALOGUE_CHANGE)
    if department.municipalities.filter(name__iexact=name.strip()).exists():
        raise ActionRefused(_("This name is on the list already."), field="name")
    facts = {"code": code, "department": department}
    return _add(Municipality, "municipality.added", by=by, name=name.strip(), **facts)


@transaction.atomic
def correct_municipality(municipality: Municipality, *, name: str, by: User) -> Municipality:
    """Corrects the name, which files show from now on; the code says which one it is, and stays."""
    municipality, name = _fresh(municipality, by=by), name.strip()
    same = municipality.department.municipalities.filter(name__iexact=name)
    if same.exclude(pk=municipality.pk).exists():
        raise ActionRefused(_("This name is on the list already."), field="name")
    return _correct(municipality, "municipality.corrected", by=by, name=name)


@transaction.atomic
def add_instrument(*, code: str, by: User, **facts: Any) -> SanctionInstrument:
    """A further decree, order or list that sanctions many. Raises ActionRefused for a code that is taken."""
    return _add(SanctionInstrument, "instrument.added", code=code, by=by, **facts)


@transaction.atomic
def correct_instrument(
    instrument: SanctionInstrument, *, on: datetime.date, by: User, **facts: Any
) -> SanctionInstrument:
    """Corrects the day, the names or the source of a decree, order or list. Sanctions that have its day follow."""
    instrument = _fresh(instrument, by=by)
    refuse_future(on, by=by)
    was = instrument.on
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    instrument = _correct(instrument, "instrument.corrected", by=by, on=on, **facts)
    if on != was:
        for follow in instrument_followers:
            follow(instrument, was)
    return instrument


@transaction.atomic
def correct_crossing(
    crossing: CrossingPoint,
    *,
    name: str,
    by: User,
    municipality: Municipality | None = None,
    is_official: bool = False,
    **facts: Any,
) -> CrossingPoint:
    """Corrects or ends a crossing point; arrivals over it show the new name."""
    crossing = _fresh(crossing, by=by)
    return _correct(
        crossing,
        "crossing.corrected",
        by=by,
        name=name.strip(),
        municipality=municipality,
        is_official=is_official,
        **facts,
    )


@transaction.atomic
def correct_force(force: Force, *, name: str, short_name: str, by: User, **facts: Any) -> Force:
    """Corrects the names of a force, or ends it."""
    force = _fresh(force, by=by)
    facts |= {"name": name.strip(), "short_name": short_name.strip()}
    return _correct(force, "force.corrected", by=by, **facts)


@transaction.atomic
def correct_rank(rank: Rank, *, name: str, band: str, by: User, **facts: Any) -> Rank:
    """Corrects the name of a rank, or the band under which tables show it from now on, or ends it."""
    rank = _fresh(rank, by=by)
    return _correct(rank, "rank.corrected", by=by, name=name.strip(), band=band, **facts)


@transaction.atomic
def correct_directorate(
    directorate: RegionalDirectorate, *, name: str, by: User, **facts: Any
) -> RegionalDirectorate:
    """Corrects the name of a directorate and what it covers, or ends it."""
    directorate = _fresh(directorate, by=by)
    covered = facts.pop("departments", None)
    _correct(directorate, "directorate.corrected", by=by, name=name.strip(), **facts)
    if covered is not None and set(covered) != set(directorate.departments.all()):
        directorate.departments.set(covered)
        codes = sorted(each.code for each in covered)
        record("directorate.corrected", by=by, about=directorate, details={"departments": codes})
    return directorate


@transaction.atomic
def add_holiday(*, country: str, on: datetime.date, name: str, by: User) -> PublicHoliday:
    """A further day off. Terms that run are computed anew. Raises ActionRefused for a day on the list."""
    require(by, Permission.CATALOGUE_CHANGE)
    if PublicHoliday.objects.filter(country=country, on=on).exists():
        raise ActionRefused(_("This day is on the list already."), field="on")
    row = PublicHoliday.objects.create(country=country, on=on, name=name.strip())
    said = {"country": country, "on": on.isoformat(), "name": row.name}
    record("holiday.added", by=by, about=row, details=said)
    calendar_changed(country)
    return row


@transaction.atomic
def correct_holiday(holiday: PublicHoliday, *, by: User, **facts: Any) -> PublicHoliday:
    """Corrects the name of a day off, or says that offices work all the same. Running terms follow."""
    holiday = _fresh(holiday, by=by)
    _correct(holiday, "holiday.corrected", by=by, **facts)
    calendar_changed(holiday.country)
    return holiday


@transaction.atomic
def add_suspension(*, by: User, **facts: Any) -> TermSuspension:
    """Days on which terms stood still (`facts`: the fields of TermSuspension). Running terms follow."""
    require(by, Permission.CATALOGUE_CHANGE)
    if facts["through_on"] < facts["starts_on"]:
        raise ActionRefused(_("The end is before the start."), field="through_on")
    row = _add(TermSuspension, "suspension.added", by=by, **facts)
    calendar_changed(row.country)
    return row


@transaction.atomic
def withdraw_suspension(suspension: TermSuspension, *, by: User) -> TermSuspension:
    """Takes back a suspension that was recorded by mistake. Running terms follow."""
    suspension = _fresh(suspension, by=by)
    if suspension.withdrawn_on:
        raise ActionRefused(_("It was taken back already."))
    _correct(suspension, "suspension.withdrawn", by=by, withdrawn_on=by.today())
    calendar_changed(suspension.country)
    return suspension


@transaction.atomic
def add_text_version(
    text: HouseText, *, in_force_from: datetime.date, by: User, **wording: str
) -> HouseText:
    """A newer version of a text in every language; `wording` holds `title_es`, `body_es` and so on.

    What was read before stays as it was read. Raises ActionRefused for a day before the newest version's.
    """
    require(by, Permission.CATALOGUE_CHANGE)
    versions = HouseText.objects.filter(code=text.code)
    newest = versions.order_by("-version")[0]
    if newest.in_force_from and in_force_from <= newest.in_force_from:
        raise ActionRefused(
            _("The newest version counts from this day or a later one."), field="in_force_from"
        )
    added = HouseText.objects.bulk_create(
        HouseText(
            code=text.code,
            version=newest.version + 1,
            language=language,
            title=wording[f"title_{language}"].strip(),
            body=wording[f"body_{language}"].strip(),
            in_force_from=in_force_from,
        )
        for language in TextLanguage.values
    )
    said = {"text": text.code, "version": newest.version + 1, "from": in_force_from.isoformat()}
    record("text.version_added", by=by, about=added[0], details=said)
    return added[0]
