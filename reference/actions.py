"""Adding and correcting rows of reference lists.

Nothing is deleted, because files refer to these rows. A row with `ended_on` is no longer offered in forms."""

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
from pages.refusals import ActionRefused
from reference.choices import TextLanguage
from reference.models import (
    CrossingPoint,
    Department,
    Force,
    HouseText,
    Municipality,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
)

Row = TypeVar("Row", bound=Model)


def add_row(model: type[Row], verb: str, *, by: User, **facts: Any) -> Row:
    """Adds a row and records its values in the audit log. Raises ActionRefused for a code or name that exists."""
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
    details = {name: str(value) for name, value in facts.items() if value not in (None, "")}
    record(verb, by=by, about=row, details=details)
    return row


def locked_row(row: Row, *, by: User) -> Row:
    """The row, read again and locked until commit. Raises NotAllowed unless the user may change reference lists."""
    require(by, Permission.CATALOGUE_CHANGE)
    locked: Row = row.__class__._default_manager.select_for_update().get(pk=row.pk)
    return locked


def correct_row(row: Row, verb: str, *, by: User, because: str = "", **facts: Any) -> Row:
    """Saves the facts. Records in the audit log the old and new value of each changed one, and the reason `because`."""
    changes = {}
    for name, value in facts.items():
        before = getattr(row, name)
        if before != value:
            changes[name] = [str(before or ""), str(value or "")]
            setattr(row, name, value)
    if changes:
        row.save(update_fields=list(changes))
        reason = {"reason": because.strip()} if because.strip() else {}
        record(verb, by=by, about=row, details={**changes, **reason})
    return row


@transaction.atomic
def add_crossing(*, code: str, name: str, by: User, **facts: Any) -> CrossingPoint:
    """Adds a crossing point. Raises ActionRefused for a code or name that exists."""
    return add_row(CrossingPoint, "crossing.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_force(*, code: str, name: str, short_name: str, kind: str, by: User, **facts: Any) -> Force:
    """Adds a force. Raises ActionRefused for a code or name that exists."""
    facts |= {"short_name": short_name.strip(), "kind": kind}
    return add_row(Force, "force.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_rank(
    *, code: str, name: str, band: str, by: User, after: Rank | None = None, name_en: str = ""
) -> Rank:
    """Adds a rank above `after`, or below all others. Raises ActionRefused for a code or name that exists."""
    facts = {"band": band, "order": after.order + 1 if after else 0, "name_en": name_en}
    return add_row(Rank, "rank.added", code=code, name=name.strip(), by=by, **facts)


@transaction.atomic
def add_directorate(
    *, code: str, name: str, departments: Iterable[Department], by: User, **facts: Any
) -> RegionalDirectorate:
    """Adds a regional directorate. Raises ActionRefused for a code or name that exists."""
    row = add_row(
        RegionalDirectorate, "directorate.added", code=code, name=name.strip(), by=by, **facts
    )
    row.departments.set(departments)
    return row


@transaction.atomic
def add_municipality(*, code: str, name: str, department: Department, by: User) -> Municipality:
    """Adds a municipality. Raises ActionRefused for a code or name that exists, or a code of another department."""
    if not code.startswith(department.code):
        raise ActionRefused(_("The code does not begin with that of the department."), field="code")
    require(by, Permission.CATALOGUE_CHANGE)
    if department.municipalities.filter(name__iexact=name.strip()).exists():
        raise ActionRefused(_("This name is on the list already."), field="name")
    facts = {"code": code, "department": department}
    return add_row(Municipality, "municipality.added", by=by, name=name.strip(), **facts)


@transaction.atomic
def correct_municipality(municipality: Municipality, *, name: str, by: User) -> Municipality:
    """Corrects the name, also in existing files. The code identifies the municipality and does not change."""
    municipality, name = locked_row(municipality, by=by), name.strip()
    same = municipality.department.municipalities.filter(name__iexact=name)
    if same.exclude(pk=municipality.pk).exists():
        raise ActionRefused(_("This name is on the list already."), field="name")
    refuse_unchanged(municipality, name=name)
    return correct_row(municipality, "municipality.corrected", by=by, name=name)


@transaction.atomic
def add_instrument(*, code: str, by: User, **facts: Any) -> SanctionInstrument:
    """Adds a decree, order or list that sanctions many people. Raises ActionRefused for a code that exists."""
    return add_row(SanctionInstrument, "instrument.added", code=code, by=by, **facts)


def refuse_unchanged(row: Model, **facts: Any) -> None:
    if all(getattr(row, name) == value for name, value in facts.items()):
        raise ActionRefused(_("Nothing was changed."))


@transaction.atomic
def correct_crossing(
    crossing: CrossingPoint, *, name: str, by: User, **facts: Any
) -> CrossingPoint:
    """Corrects or ends a crossing point. Recorded arrivals show the new name."""
    crossing = locked_row(crossing, by=by)
    return correct_row(crossing, "crossing.corrected", by=by, name=name.strip(), **facts)


@transaction.atomic
def correct_force(force: Force, *, name: str, short_name: str, by: User, **facts: Any) -> Force:
    """Corrects the names of a force, or ends it."""
    force = locked_row(force, by=by)
    facts |= {"name": name.strip(), "short_name": short_name.strip()}
    return correct_row(force, "force.corrected", by=by, **facts)


@transaction.atomic
def correct_rank(rank: Rank, *, name: str, band: str, by: User, **facts: Any) -> Rank:
    """Corrects the name and band of a rank, or ends it."""
    rank = locked_row(rank, by=by)
    return correct_row(rank, "rank.corrected", by=by, name=name.strip(), band=band, **facts)


@transaction.atomic
def correct_directorate(
    directorate: RegionalDirectorate, *, name: str, by: User, **facts: Any
) -> RegionalDirectorate:
    """Corrects the name of a directorate and its departments, or ends it."""
    directorate = locked_row(directorate, by=by)
    departments = facts.pop("departments", None)
    correct_row(directorate, "directorate.corrected", by=by, name=name.strip(), **facts)
    if departments is not None and set(departments) != set(directorate.departments.all()):
        directorate.departments.set(departments)
        codes = sorted(each.code for each in departments)
        record("directorate.corrected", by=by, about=directorate, details={"departments": codes})
    return directorate


@transaction.atomic
def add_text_version(
    text: HouseText,
    *,
    in_force_from: datetime.date,
    by: User,
    is_compared: bool = False,
    **wording: str,
) -> HouseText:
    """Adds a newer version of a text in every language; `wording` has `title_es`, `body_es` and so on.

    Earlier versions stay. A mistake in a version is corrected by another version of the same day. Raises ActionRefused for a
    day before that of the newest version, and if only one language changed, unless `is_compared`: the other still fits.
    """
    require(by, Permission.CATALOGUE_CHANGE)
    versions = HouseText.objects.filter(code=text.code)
    newest = versions.order_by("-version")[0]
    if newest.in_force_from and in_force_from < newest.in_force_from:
        raise ActionRefused(_("The newest version counts from a later day."), field="in_force_from")
    wordings = HouseText.objects.same_version(newest).items()
    unchanged = {each for each, row in wordings if row.body == wording[f"body_{each}"].strip()}
    if len(unchanged) == 1 and not is_compared:
        words = {"language": TextLanguage(*unchanged).label}
        sentence = _("%(language)s: this text did not change. Does it still say the same?")
        raise ActionRefused(sentence % words, field="is_compared")
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
    details = {"text": text.code, "version": newest.version + 1, "from": in_force_from.isoformat()}
    record("text.version_added", by=by, about=added[0], details=details)
    return added[0]
