"""Merging two records of one person, and undoing it exactly."""

import hashlib
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import can, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.cases import close_case
from casework.actions.duplicates import move_pair, pair_of
from casework.choices import CaseStatus, EndReason
from casework.choices.duplicates import PairStatus
from casework.closure import closure_blockers
from casework.filling import filled
from casework.merging import clashing, hanging_on_a_person, merge_blockers
from casework.models import (
    Case,
    CaseStatusChange,
    DuplicatePair,
    FamilyMember,
    Individual,
    Merge,
    MovedValue,
)
from casework.querysets.individual import case_of
from pages.refusals import ActionRefused
from vault.fields import SealedField


class MergeRefused(ActionRefused):
    """Something stands in the way of merging two records."""


class UndoRefused(ActionRefused):
    """Something has happened since that undoing would trample on."""


@transaction.atomic
def merge_individuals(
    survivor: Individual, *, merged: Individual, by: User, grounds: str = "", reason: str = ""
) -> Merge:
    """Lets `survivor` stand for both records; everything that hangs on `merged` follows.

    The survivor's own facts stay as they are; what it lacks is filled from the other. Where both belong
    to a case on the same days, the merged membership ends today and stays with its record; a case that
    this leaves empty is closed as a duplicate unless something in it still stands open. Raises
    MergeRefused.
    """
    survivor, merged = _locked(survivor, merged)
    for each in (survivor, merged):
        require(by, Permission.INDIVIDUAL_MERGE, about=each)
    if survivor.pk == merged.pk:
        raise MergeRefused(_("These are one record."))
    if blockers := merge_blockers(survivor, merged):
        raise MergeRefused(*blockers)
    pair = pair_of(survivor, merged)
    merge = Merge.objects.create(
        key_id=survivor.key_id,
        survivor=survivor,
        merged=merged,
        case=case_of(merged, by.today()),
        reason=reason.strip(),
        by=by,
    )
    for membership in list(merged.memberships.select_related("case")):
        _move_membership(merge, membership)
    for field in hanging_on_a_person():
        rows = field.model._base_manager.filter(**{field.name: merged}).order_by("pk")
        _write(merge, field.model, list(rows.values_list("pk", flat=True)), field, survivor.pk)
    _fill(merge, survivor, merged)
    _write(merge, Individual, [merged.pk], Individual._meta.get_field("merged_into"), survivor.pk)
    if pair.status == PairStatus.DIFFERENT:
        move_pair(pair, PairStatus.SAME, by=by)
    move_pair(pair, PairStatus.MERGED, by=by, grounds=grounds, reason=reason)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": merge.moved.count()}
    record(
        "individual.merged",
        by=by,
        about=survivor,
        case=case_of(survivor, by.today()),
        details=details,
    )
    return merge


def _locked(survivor: Individual, merged: Individual) -> tuple[Individual, Individual]:
    """Both fresh rows in the order of their keys, so that two merges at once do not wait for each other."""
    keys = sorted({survivor.pk, merged.pk})
    rows = {
        row.pk: row
        for row in Individual.objects.select_for_update(of=("self",))
        .filter(pk__in=keys)
        .order_by("pk")
    }
    return rows[survivor.pk], rows[merged.pk]


def _move_membership(merge: Merge, member: FamilyMember) -> None:
    """It follows where the survivor was in no case; else it ends, because nobody is in two cases."""
    meta = FamilyMember._meta
    if not clashing(member, merge.survivor):
        _write(merge, FamilyMember, [member.pk], meta.get_field("individual"), merge.survivor.pk)
        return
    today = merge.by.today()
    if member.left_on is None or member.left_on > today:
        ends_on = max(today, member.joined_on)
        _write(merge, FamilyMember, [member.pk], meta.get_field("left_on"), ends_on)
        _close_if_empty(merge, member.case)


def _close_if_empty(merge: Merge, case: Case) -> None:
    """Closes a case in which nobody is left as a duplicate; what stands open in it keeps it open."""
    case = Case.objects.lock(case)
    is_empty = not case.members.filter(left_on=None).exists()
    may_close = can(merge.by, Permission.CASE_CLOSE, about=case)
    if not (case.is_open and is_empty and may_close) or closure_blockers(case):
        return
    columns: list[Any] = [Case._meta.get_field(name) for name in Case.ENDING_FIELDS]
    before = {field.attname: getattr(case, field.attname) for field in columns}
    closed = close_case(case, reason=EndReason.DUPLICATE, on=merge.by.today(), by=merge.by)
    closed.refresh_from_db()
    MovedValue.objects.bulk_create(
        _moved(
            merge,
            Case,
            case.pk,
            field.attname,
            before[field.attname],
            getattr(closed, field.attname),
        )
        for field in columns
    )


def _write(merge: Merge, model: Any, keys: list[Any], field: Any, value: Any) -> None:
    """Sets one column of these rows and writes down what stood there. Raises MergeRefused."""
    if not keys:
        return
    rows = model._base_manager.filter(pk__in=keys)
    before = dict(rows.values_list("pk", field.attname))
    try:
        with transaction.atomic():
            rows.update(**{field.attname: value})
    except IntegrityError as error:
        raise MergeRefused(_why_not(model, error)) from error
    MovedValue.objects.bulk_create(
        _moved(merge, model, key, field.attname, before[key], value) for key in keys
    )


def _fill(merge: Merge, survivor: Individual, merged: Individual) -> None:
    """What the survivor's record lacks and the other one knows."""
    for name in list(filled(survivor, merged)):
        field: Any = Individual._meta.get_field(name)
        if not isinstance(field, SealedField):
            _write(merge, Individual, [survivor.pk], field, getattr(merged, field.attname))
            continue
        # Sealed anew with the survivor's key; what is written down is a fingerprint of the ciphertext.
        setattr(survivor, name, getattr(merged, name))
        survivor.save(update_fields=[name])
        [sealed] = Individual._base_manager.filter(pk=survivor.pk).values_list(name, flat=True)
        _moved(merge, Individual, survivor.pk, name, None, sealed).save()


def _moved(merge: Merge, model: Any, key: Any, column: str, before: Any, after: Any) -> MovedValue:
    return MovedValue(
        merge=merge,
        model=model._meta.label_lower,
        row=str(key),
        column=column,
        before=_as_json(before),
        after=_as_json(after),
    )


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value if value is None or isinstance(value, bool | int | str | list) else _text(value)


def _text(value: Any) -> str:
    """Keys and moments as text that the field reads again exactly."""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _why_not(model: Any, error: IntegrityError) -> str:
    """The sentence of the constraint that refused, or one that names the table."""
    name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
    constraints = {each.name: each for each in model._meta.constraints}
    said = constraints[name].violation_error_message if name in constraints else ""
    plural = model._meta.verbose_name_plural
    return _("The two records cannot have these together: %(rows)s. %(why)s") % {
        "rows": plural,
        "why": said or "",
    }


@transaction.atomic
def undo_merge(merge: Merge, *, by: User) -> Merge:
    """Puts every row back as it was before the merge. What was added since stays with the survivor.

    Raises UndoRefused when a row that the merge moved was changed since, or no longer fits.
    """
    merge = Merge.objects.select_for_update(of=("self",)).get(pk=merge.pk)
    require(by, Permission.INDIVIDUAL_MERGE, about=merge)
    if merge.undone_at:
        raise UndoRefused(_("This merge is undone already."))
    survivor, merged = _locked(merge.survivor, merge.merged)
    if survivor.erased_on or merged.erased_on:
        raise UndoRefused(_("The person was erased: there is nothing left to take apart."))
    if survivor.merged_into_id or merged.merged_into_id != survivor.pk:
        raise UndoRefused(_("A later merge stands on this one: undo that one first."))
    moved = list(merge.moved.order_by("-pk"))
    _refuse_changed(moved)
    _put_back(moved, by=by)
    merge.undone_at, merge.undone_by = timezone.now(), by
    merge.save(update_fields=["undone_at", "undone_by"])
    _move_pair_back(survivor, merged, by=by)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": len(moved)}
    record("merge.undone", by=by, about=survivor, case=merge.case, details=details)
    return merge


def _refuse_changed(moved: list[MovedValue]) -> None:
    """Raises UndoRefused with one sentence for every kind of row that is no longer as the merge left it."""
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for each in moved:
        columns.setdefault((each.model, each.column), {})[each.row] = each.after
    changed = {}
    for (label, column), left in columns.items():
        model = apps.get_model(label)
        rows = model._base_manager.filter(pk__in=left).values_list("pk", column)
        if {str(key): _as_json(value) for key, value in rows} != left:
            changed[label] = model._meta.verbose_name_plural
    if changed:
        raise UndoRefused(
            *(
                _("Changed since the merge, so that undoing would lose something: %(rows)s.")
                % {"rows": rows}
                for rows in changed.values()
            )
        )


def _put_back(moved: list[MovedValue], *, by: User) -> None:
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for each in moved:
        field = apps.get_model(each.model)._meta.get_field(each.column)
        rows.setdefault((each.model, each.row), {})[field.attname] = _from_json(field, each.before)
    for (label, key), values in rows.items():
        model = apps.get_model(label)
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=key).update(**values)
        except IntegrityError as error:
            raise UndoRefused(_why_not(model, error)) from error
        if model is Case and values.get("status") == CaseStatus.OPEN:
            CaseStatusChange.objects.create(
                case_id=key, status=CaseStatus.OPEN, on=by.today(), by=by
            )


def _from_json(field: Any, value: Any) -> Any:
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return None if value is None else target.to_python(value)


def _move_pair_back(survivor: Individual, merged: Individual, *, by: User) -> None:
    """To where it stood before: "same person" if somebody had said so, else to be decided."""
    first, second = sorted((survivor.pk, merged.pk))
    pair = DuplicatePair.objects.select_for_update().get(first=first, second=second)
    before = pair.decisions.exclude(status=PairStatus.MERGED).order_by("-at").first()
    move_pair(pair, before.status if before else PairStatus.OPEN, by=by)
