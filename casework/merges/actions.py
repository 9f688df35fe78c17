"""Merging two records of one person, and undoing it exactly: every changed column is recorded and restored."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import can, lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import carry_legal_referral, end_case
from casework.claims.sight import settle_sight
from casework.consents.models import Consent
from casework.corrections.exits import RETURN, come_back, joined_after
from casework.documents.models import CaseDocument
from casework.documents.querysets import RESERVED_FROM
from casework.duplicates.actions import move_pair, pair_of
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.families.actions.moves import lock_cases
from casework.interviews.models import InterviewedPerson
from casework.merges.doubles import doubles_of
from casework.merges.models import Merge, MovedValue
from casework.merges.querysets import cases_of, locked_pair
from casework.merges.rules import (
    combined_facts,
    conflict_message,
    filled_columns,
    foreign_keys_to_person,
    has_only_merged_served,
    rows_that_stay,
    stays_in_its_case,
)
from casework.register.actions import compare_again
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import Case, CaseStatusChange, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.followers import (
    decisions_after_merge,
    run_merge_followers,
    run_service_followers,
    undo_merge_followers,
)
from casework.slots.obstacles import closure_blockers, obstacles_to_merge, overlaps_membership
from casework.tasks.models import CaseTask
from pages.refusals import ActionRefused
from pages.together import together
from vault.fields import SealedField


@transaction.atomic
def merge_individuals(
    survivor: Individual, *, merged: Individual, by: User, grounds: str = "", reason: str = ""
) -> Merge:
    """Merges `merged` into `survivor`; all rows about `merged` follow.

    The survivor's facts stay; missing ones are filled from the other record, and of duplicate papers, phones and services
    the fuller one is kept. Where both belong to a case on the same days, the merged membership ends today and stays with its
    record, and rows about the person move to the survivor's case, which is referred to every service of both. A case left
    empty is closed as a duplicate unless something in it is open. Raises MergeRefused.
    """
    former_cases = lock_cases(*cases_of((survivor, merged), by.today()))
    survivor, merged = locked_pair(survivor, merged)
    for each in (survivor, merged):
        require(by, Permission.INDIVIDUAL_MERGE, about=each)
    if survivor.pk == merged.pk:
        raise MergeRefused(_("These are one record."))
    if blockers := obstacles_to_merge(survivor, merged):
        raise MergeRefused(*(each.sentence for each in blockers))
    pair = pair_of(survivor, merged)
    merge = Merge.objects.create(
        key_id=survivor.key_id,
        survivor=survivor,
        merged=merged,
        case=case_of(merged, by.today()),
        reason=reason.strip(),
        by=by,
    )
    decisions = decisions_after_merge(survivor, merged, by)
    _end_exits(merge)
    _move_memberships_and_rows(merge)
    _refer_alike(merge, former_cases)
    _fill(merge, survivor, merged)
    if has_only_merged_served(survivor, merged):
        survivor.category = merged.category
        run_service_followers(survivor, by=by)
    write(merge, Individual, [merged.pk], merged_into=survivor.pk)
    if pair.status == PairStatus.DIFFERENT:
        move_pair(pair, PairStatus.SAME, by=by)
    move_pair(pair, PairStatus.MERGED, by=by, grounds=grounds, reason=reason)
    run_merge_followers(decisions, survivor, by=by)
    settle_sight(*former_cases, by=by)
    compare_again(survivor)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": merge.moved.count()}
    case = case_of(survivor, by.today())
    record("individual.merged", by=by, about=survivor, case=case, details=details)
    return merge


def _move_memberships_and_rows(merge: Merge) -> None:
    """A membership follows if the survivor was in no case on its days; else it ends, because nobody is in two cases."""
    memberships = list(merge.merged.memberships.select_related("case"))
    ending = [member for member in memberships if overlaps_membership(member, merge.survivor)]
    following = [member.pk for member in memberships if member not in ending]
    write(merge, FamilyMember, following, individual=merge.survivor.pk)
    case = case_of(merge.survivor, merge.by.today())
    _settle_consents_and_interviews(merge)
    folded = _fold_doubles(merge)
    _move_rows(merge, to=case, out_of=[member.case_id for member in ending], without=folded)
    today = merge.by.today()
    for member in ending:
        if member.left_on is None or member.left_on > today:
            write(merge, FamilyMember, [member.pk], left_on=max(today, member.joined_on))
            if case:
                tasks = CaseTask.objects.left_behind_in(member.case)
                write(merge, CaseTask, tasks, case=case.pk, individual=merge.survivor.pk)
            _close_if_empty(merge, member.case)


def _fold_doubles(merge: Merge) -> dict[Any, list[Any]]:
    """Gives the survivor the fuller of duplicate papers, phones and services; returns the keys of the others by model.

    The others stay with, or move to, the merged record: nothing is lost, and an undo restores each.
    """
    others: dict[Any, list[Any]] = {}
    for double in doubles_of(merge.survivor, merge.merged):
        model = type(double.kept)
        others.setdefault(model, []).append(double.other.pk)
        if double.kept.individual_id != merge.survivor.pk:
            write(merge, model, [double.kept.pk], individual=merge.survivor.pk)
            write(merge, model, [double.other.pk], individual=merge.merged.pk)
        if double.taken:
            write(merge, model, [double.kept.pk], **double.taken)
    return others


def _move_rows(
    merge: Merge, *, to: Case | None, out_of: list[Any], without: dict[Any, list[Any]]
) -> None:
    """All rows about the merged person become rows about the survivor, in the survivor's case."""
    fields = list(foreign_keys_to_person())
    leaving = {str(key) for key in out_of if to and key != to.pk}
    # Most tables have no row about this person: one statement finds those that have.
    queries = {str(field): _following(merge, field, without) for field in fields}
    answers = together({}, queries).answers().rows
    for field in fields:
        model: Any = field.model
        keys = {model._meta.pk.to_python(row["pk"]): row for row in answers[str(field)]}
        if to and leaving:
            moving = [key for key, row in keys.items() if row.get("case_id") in leaving]
            _move_to_case(merge, model, moving, to)
        write(merge, model, list(keys), **{field.name: merge.survivor.pk})


def _following(merge: Merge, field: Any, without: dict[Any, list[Any]]) -> Any:
    """The rows that point to the merged person through this foreign key, with their case if it changes."""
    model: Any = field.model
    stays = rows_that_stay(model, merge.survivor, merge.merged).values("pk")
    rows = model._base_manager.filter(**{field.name: merge.merged}).order_by("pk")
    rows = rows.exclude(pk__in=stays).exclude(pk__in=without.get(model, []))
    return rows.values("pk") if stays_in_its_case(model) else rows.values("pk", "case_id")


def _move_to_case(merge: Merge, model: Any, keys: list[Any], case: Case) -> None:
    """Moves these rows to the case; documents get numbers after its own."""
    if model is not CaseDocument:
        write(merge, model, keys, case=case.pk)
        return
    numbers = dict(CaseDocument.objects.filter(pk__in=keys).values_list("pk", "number"))
    for key in keys:
        is_reserved = numbers[key] >= RESERVED_FROM
        number = CaseDocument.objects.next_number(case, is_reserved=is_reserved)
        write(merge, model, [key], case=case.pk, number=number)


def _settle_consents_and_interviews(merge: Merge) -> None:
    """Of two consents for one purpose the weightier counts; parts in an interview are combined."""
    mine = {consent.purpose: consent for consent in merge.survivor.consents.counting()}
    for theirs in merge.merged.consents.counting().filter(purpose__in=mine):
        own = mine[theirs.purpose]
        counts, yields = (theirs, own) if theirs.weight > own.weight else (own, theirs)
        write(merge, Consent, [yields.pk], yields_to=counts.pk)
    interviewed = rows_that_stay(InterviewedPerson, merge.survivor, merge.merged)
    took_part = interviewed.filter(is_mistake=False).values("interview")
    own = merge.survivor.outside_interviews.filter(interview__in=took_part, is_mistake=True)
    write(merge, InterviewedPerson, list(own.values_list("pk", flat=True)), is_mistake=False)
    for part in interviewed.exclude(contact_shared_on=None):
        own_part = merge.survivor.outside_interviews.filter(
            interview=part.interview_id, contact_shared_on=None
        )
        write(
            merge,
            InterviewedPerson,
            list(own_part.values_list("pk", flat=True)),
            contact_shared_on=part.contact_shared_on,
            contact_shared_by=part.contact_shared_by_id,
        )


def _end_exits(merge: Merge) -> None:
    """Ends exits, on either record, after which the person joined a case."""
    for leaving, day in joined_after([merge.survivor, merge.merged]):
        with recorded_change(merge, leaving, *RETURN):
            come_back(leaving, on=day, reason=str(_("Two records became one.")), by=merge.by)


def _refer_alike(merge: Merge, former_cases: list[Case]) -> None:
    """Readers who followed either case through a service keep their sight of the person's rows."""
    if case := case_of(merge.survivor, merge.by.today()):
        carry_legal_referral(case, former_cases, by=merge.by, came_with_merge=merge)


def _close_if_empty(merge: Merge, case: Case) -> None:
    """Closes a case in which nobody is left, unless something in it is open.

    The reason is "opened by mistake", unless somebody else came in it and left before.
    """
    case = Case.objects.lock(case)
    is_empty = not case.members.filter(left_on=None).exists()
    may_close = can(merge.by, Permission.CASE_CLOSE, about=case)
    if not (case.is_open and is_empty and may_close) or closure_blockers(case):
        return
    others = case.members.lasting().filter(individual__merged_into=None)
    others_came = others.exclude(individual=merge.merged).exists()
    reason = EndReason.JOINED if others_came else EndReason.DUPLICATE
    with recorded_change(merge, case, *Case.ENDING_FIELDS):
        end_case(case, reason=reason, on=merge.by.today(), by=merge.by)


def _fill(merge: Merge, survivor: Individual, merged: Individual) -> None:
    """Fills the survivor's missing facts from the other record."""
    both = combined_facts(survivor, merged)
    for name in list(filled_columns(survivor, merged)):
        field: Any = Individual._meta.get_field(name)
        if not isinstance(field, SealedField):
            value = both.get(name, getattr(merged, field.attname))
            write(merge, Individual, [survivor.pk], **{name: value})
            continue
        # Sealed again with the survivor's key; the record of the change is a fingerprint of the ciphertext.
        setattr(survivor, name, getattr(merged, name))
        with recorded_change(merge, survivor, name):
            survivor.save(update_fields=[name])


@transaction.atomic
def undo_merge(merge: Merge, *, by: User) -> Merge:
    """Restores every row to its state before the merge. Later additions stay with the survivor.

    Raises UndoRefused if a moved row was changed since, or no longer fits.
    """
    merge = lock_for(merge, Permission.INDIVIDUAL_MERGE, by=by)
    if merge.undone_at:
        raise UndoRefused(_("This merge is undone already."))
    survivor, merged = locked_pair(merge.survivor, merge.merged)
    if survivor.erased_on or merged.erased_on:
        raise UndoRefused(_("The person was erased: there is nothing left to take apart."))
    if survivor.merged_into_id or merged.merged_into_id != survivor.pk:
        raise UndoRefused(_("A later merge stands on this one: undo that one first."))
    rows = list(merge.moved.order_by("-pk"))
    refuse_changed(rows)
    for model, key, values in put_back(rows):
        if model is Case and values.get("status") == CaseStatus.OPEN:
            CaseStatusChange.objects.create(
                case_id=key, status=CaseStatus.OPEN, on=by.today(), by=by
            )
    merge.legal_referrals.open().update(ended_on=by.today())
    for each in (survivor, merged):
        compare_again(each)
        undo_merge_followers(each, by=by)
    merge.undone_at, merge.undone_by = timezone.now(), by
    merge.save(update_fields=["undone_at", "undone_by"])
    _reopen_pair(survivor, merged, by=by)
    settle_sight(*cases_of((survivor, merged), by.today()), by=by)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": len(rows)}
    record("merge.undone", by=by, about=survivor, case=merge.case, details=details)
    return merge


def _reopen_pair(survivor: Individual, merged: Individual, *, by: User) -> None:
    """Reopens the pair: an undo puts the earlier decision in doubt."""
    first, second = sorted((survivor.pk, merged.pk))
    pair = DuplicatePair.objects.select_for_update().get(first=first, second=second)
    move_pair(pair, PairStatus.OPEN, by=by)


class MergeRefused(ActionRefused):
    """An obstacle prevents the merge of two records."""


class UndoRefused(ActionRefused):
    """Something happened since that an undo would overwrite."""


def write(merge: Merge, model: Any, keys: Sequence[Any], **values: Any) -> None:
    """Sets fields of these rows and records the former values. Raises MergeRefused."""
    if not keys:
        return
    columns = {model._meta.get_field(name).attname: value for name, value in values.items()}
    rows = model._base_manager.filter(pk__in=keys)
    before = {row["pk"]: row for row in rows.values("pk", *columns)}
    try:
        with transaction.atomic():
            rows.update(**columns)
    except IntegrityError as error:
        raise MergeRefused(conflict_message(model, error)) from error
    MovedValue.objects.bulk_create(
        moved_value(merge, model, key, column, before[key][column], value)
        for key in keys
        for column, value in columns.items()
    )


@contextmanager
def recorded_change(merge: Merge, row: Any, *names: str) -> Iterator[None]:
    """Records the change of these columns of a row that another action writes meanwhile."""
    model = type(row)
    columns = [model._meta.get_field(name).attname for name in names]
    rows = model._base_manager.filter(pk=row.pk).values(*columns)
    before = rows.get()
    yield
    after = rows.get()
    MovedValue.objects.bulk_create(
        moved_value(merge, model, row.pk, column, before[column], after[column])
        for column in columns
    )


def moved_value(
    merge: Merge, model: Any, key: Any, column: str, before: Any, after: Any
) -> MovedValue:
    """An unsaved record of one column of one row."""
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
    if value is None or isinstance(value, bool | int | str | list):
        return value
    # Keys and times as text that the field parses exactly.
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def refuse_changed(rows: Sequence[MovedValue]) -> None:
    """Raises UndoRefused with one sentence for every kind of row that changed since the merge."""
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        columns.setdefault((each.model, each.column), {})[each.row] = each.after
    changed = {}
    # `MovedValue` has the label of the model, because rows of any model about a person may have moved.
    for (label, column), written in columns.items():
        model = apps.get_model(label)
        current = model._base_manager.filter(pk__in=written).values_list("pk", column)
        if {str(key): _as_json(value) for key, value in current} != written:
            changed[label] = model._meta.verbose_name_plural
    if changed:
        raise UndoRefused(
            *(
                _("Changed since the merge, so that undoing would lose something: %(rows)s.")
                % {"rows": kind}
                for kind in changed.values()
            )
        )


def put_back(rows: Sequence[MovedValue]) -> list[tuple[Any, str, dict[str, Any]]]:
    """Restores the former values; returns every changed row as model, key and columns. Raises UndoRefused."""
    changed: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        field = apps.get_model(each.model)._meta.get_field(each.column)
        changed.setdefault((each.model, each.row), {})[field.attname] = _from_json(
            field, each.before
        )
    restored = [(apps.get_model(label), key, values) for (label, key), values in changed.items()]
    for model, key, values in restored:
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=key).update(**values)
        except IntegrityError as error:
            raise UndoRefused(conflict_message(model, error)) from error
    return restored


def _from_json(field: Any, value: Any) -> Any:
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return None if value is None else target.to_python(value)
