"""Merges two records of one person and undoes merges: a merge records every changed value, and the undo restores it."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import can, lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import copy_legal_referral, end_case
from casework.claims.sight import update_claim_restriction
from casework.consents.models import Consent
from casework.corrections.exits import RETURN_FIELDS, exits_with_next_case, record_return
from casework.documents.models import CaseDocument
from casework.documents.querysets import RESERVED_FROM
from casework.duplicates.actions import move_pair, pair_of
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.families.actions.moves import lock_cases
from casework.interviews.models import InterviewedPerson
from casework.merges.doubles import doubles_of
from casework.merges.models import Merge
from casework.merges.querysets import cases_of, locked_pair
from casework.merges.rules import (
    combined_facts,
    filled_columns,
    foreign_keys_to_person,
    has_only_merged_served,
    rows_that_stay,
    stays_in_its_case,
)
from casework.merges.values import (
    MergeRefused,
    UndoRefused,
    recorded_change,
    refuse_changed,
    restore_values,
    set_recorded,
)
from casework.register.actions import queue_comparison
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
from pages.together import together
from vault.fields import SealedField


@transaction.atomic
def merge_individuals(
    survivor: Individual, *, merged: Individual, by: User, grounds: str = "", reason: str = ""
) -> Merge:
    """Merges `merged` into `survivor` and returns the merge; all rows about `merged` become rows about `survivor`.

    The survivor's facts stay; missing ones are filled from the other record. Of duplicate papers, phones and services the
    fuller one moves to the survivor. If both were in a case on the same days, the membership of `merged` ends today and
    stays with that record. Rows about the person move to the survivor's case, which gets the legal referrals of both. A
    case that loses its last person is closed unless something in it is open. Raises MergeRefused.
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
    _copy_legal_referrals(merge, former_cases)
    _fill_missing_facts(merge, survivor, merged)
    if has_only_merged_served(survivor, merged):
        survivor.category = merged.category
        run_service_followers(survivor, by=by)
    set_recorded(merge, Individual, [merged.pk], merged_into=survivor.pk)
    if pair.status == PairStatus.DIFFERENT:
        move_pair(pair, PairStatus.SAME, by=by)
    move_pair(pair, PairStatus.MERGED, by=by, grounds=grounds, reason=reason)
    run_merge_followers(decisions, survivor, by=by)
    update_claim_restriction(*former_cases, by=by)
    queue_comparison(survivor)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": merge.moved.count()}
    case = case_of(survivor, by.today())
    record("individual.merged", by=by, about=survivor, case=case, details=details)
    return merge


def _move_memberships_and_rows(merge: Merge) -> None:
    """Moves each membership on whose days the survivor was in no case, and ends the others; then moves the other rows."""
    memberships = list(merge.merged.memberships.select_related("case"))
    ending_memberships = [
        member for member in memberships if overlaps_membership(member, merge.survivor)
    ]
    moving_keys = [member.pk for member in memberships if member not in ending_memberships]
    set_recorded(merge, FamilyMember, moving_keys, individual=merge.survivor.pk)
    case = case_of(merge.survivor, merge.by.today())
    _settle_consents_and_interviews(merge)
    replaced_keys = _keep_fuller_rows(merge)
    _move_rows(
        merge,
        new_case=case,
        old_cases=[member.case_id for member in ending_memberships],
        without=replaced_keys,
    )
    today = merge.by.today()
    for member in ending_memberships:
        if member.left_on is None or member.left_on > today:
            set_recorded(merge, FamilyMember, [member.pk], left_on=max(today, member.joined_on))
            if case:
                tasks = CaseTask.objects.family_tasks_without_members(member.case)
                set_recorded(merge, CaseTask, tasks, case=case.pk, individual=merge.survivor.pk)
            _close_if_empty(merge, member.case)


def _keep_fuller_rows(merge: Merge) -> dict[Any, list[Any]]:
    """Gives the survivor the fuller of duplicate papers, phones and services; returns the keys of the others by model.

    The others stay with the merged record, so that nothing is lost.
    """
    replaced_keys: dict[Any, list[Any]] = {}
    for double in doubles_of(merge.survivor, merge.merged):
        model = type(double.fuller)
        replaced_keys.setdefault(model, []).append(double.other.pk)
        if double.fuller.individual_id != merge.survivor.pk:
            set_recorded(merge, model, [double.fuller.pk], individual=merge.survivor.pk)
            set_recorded(merge, model, [double.other.pk], individual=merge.merged.pk)
        if double.copied_values:
            set_recorded(merge, model, [double.fuller.pk], **double.copied_values)
    return replaced_keys


def _move_rows(
    merge: Merge, *, new_case: Case | None, old_cases: list[Any], without: dict[Any, list[Any]]
) -> None:
    """Makes the rows about the merged person rows about the survivor, and moves those of `old_cases` to `new_case`.

    `without` are the keys of rows that stay, by model.
    """
    fields = list(foreign_keys_to_person())
    old_case_keys = {str(key) for key in old_cases if new_case and key != new_case.pk}
    # Most tables have no row about this person, so one statement finds the rows of all tables.
    queries = {str(field): _rows_to_move(merge, field, without) for field in fields}
    answers = together({}, queries).answers().rows
    for field in fields:
        model: Any = field.model
        keys = {model._meta.pk.to_python(row["pk"]): row for row in answers[str(field)]}
        if new_case and old_case_keys:
            keys_to_move = [key for key, row in keys.items() if row.get("case_id") in old_case_keys]
            _move_to_case(merge, model, keys_to_move, new_case)
        set_recorded(merge, model, list(keys), **{field.name: merge.survivor.pk})


def _rows_to_move(merge: Merge, field: Any, without: dict[Any, list[Any]]) -> Any:
    """Returns a queryset of `pk` of the rows to move that refer to the merged person by this foreign key.

    The rows also have `case_id` if a merge may change their case.
    """
    model: Any = field.model
    stays = rows_that_stay(model, merge.survivor, merge.merged).values("pk")
    rows = model._base_manager.filter(**{field.name: merge.merged}).order_by("pk")
    rows = rows.exclude(pk__in=stays).exclude(pk__in=without.get(model, []))
    return rows.values("pk") if stays_in_its_case(model) else rows.values("pk", "case_id")


def _move_to_case(merge: Merge, model: Any, keys: list[Any], case: Case) -> None:
    """Moves these rows to the case; documents get the next numbers of the case."""
    if model is not CaseDocument:
        set_recorded(merge, model, keys, case=case.pk)
        return
    numbers = dict(CaseDocument.objects.filter(pk__in=keys).values_list("pk", "number"))
    for key in keys:
        is_reserved = numbers[key] >= RESERVED_FROM
        number = CaseDocument.objects.next_number(case, is_reserved=is_reserved)
        set_recorded(merge, model, [key], case=case.pk, number=number)


def _settle_consents_and_interviews(merge: Merge) -> None:
    """Marks which of two consents for one purpose counts, and combines two parts in the same interview.

    A part is no mistake if either record says so, and has the day of sharing the contact if either has it.
    """
    survivor_consents = {consent.purpose: consent for consent in merge.survivor.consents.counting()}
    for merged_consent in merge.merged.consents.counting().filter(purpose__in=survivor_consents):
        survivor_consent = survivor_consents[merged_consent.purpose]
        counting, superseded = (
            (merged_consent, survivor_consent)
            if merged_consent.weight > survivor_consent.weight
            else (survivor_consent, merged_consent)
        )
        set_recorded(merge, Consent, [superseded.pk], yields_to=counting.pk)
    merged_parts = rows_that_stay(InterviewedPerson, merge.survivor, merge.merged)
    interviews = merged_parts.filter(is_mistake=False).values("interview")
    mistaken_parts = merge.survivor.outside_interviews.filter(
        interview__in=interviews, is_mistake=True
    )
    set_recorded(
        merge,
        InterviewedPerson,
        list(mistaken_parts.values_list("pk", flat=True)),
        is_mistake=False,
    )
    for part in merged_parts.exclude(contact_shared_on=None):
        survivor_parts = merge.survivor.outside_interviews.filter(
            interview=part.interview_id, contact_shared_on=None
        )
        set_recorded(
            merge,
            InterviewedPerson,
            list(survivor_parts.values_list("pk", flat=True)),
            contact_shared_on=part.contact_shared_on,
            contact_shared_by=part.contact_shared_by_id,
        )


def _end_exits(merge: Merge) -> None:
    """Records the return for exits of either record after which the person joined a case."""
    for person_exit, day in exits_with_next_case([merge.survivor, merge.merged]):
        with recorded_change(merge, person_exit, *RETURN_FIELDS):
            record_return(
                person_exit, on=day, reason=str(_("Two records became one.")), by=merge.by
            )


def _copy_legal_referrals(merge: Merge, former_cases: list[Case]) -> None:
    """Copies a legal referral of the former cases to the survivor's case, so that legal officers still see the person."""
    if case := case_of(merge.survivor, merge.by.today()):
        copy_legal_referral(case, former_cases, by=merge.by, came_with_merge=merge)


def _close_if_empty(merge: Merge, case: Case) -> None:
    """Closes a case without people if the user may and nothing in it is open.

    The reason is DUPLICATE ("opened by mistake"), or JOINED if another person belonged to the case before.
    """
    case = Case.objects.lock(case)
    is_empty = not case.members.filter(left_on=None).exists()
    may_close = can(merge.by, Permission.CASE_CLOSE, about=case)
    if not (case.is_open and is_empty and may_close) or closure_blockers(case):
        return
    members = case.members.non_empty().filter(individual__merged_into=None)
    had_others = members.exclude(individual=merge.merged).exists()
    reason = EndReason.JOINED if had_others else EndReason.DUPLICATE
    with recorded_change(merge, case, *Case.ENDING_FIELDS):
        end_case(case, reason=reason, on=merge.by.today(), by=merge.by)


def _fill_missing_facts(merge: Merge, survivor: Individual, merged: Individual) -> None:
    """Fills the survivor's missing facts from the other record."""
    combined = combined_facts(survivor, merged)
    for name in list(filled_columns(survivor, merged)):
        field: Any = Individual._meta.get_field(name)
        if not isinstance(field, SealedField):
            value = combined.get(name, getattr(merged, field.attname))
            set_recorded(merge, Individual, [survivor.pk], **{name: value})
            continue
        # Saving seals the value with the survivor's key; the merge records a hash of the ciphertext.
        setattr(survivor, name, getattr(merged, name))
        with recorded_change(merge, survivor, name):
            survivor.save(update_fields=[name])


@transaction.atomic
def undo_merge(merge: Merge, *, by: User) -> Merge:
    """Restores every row to its state before the merge, and returns the merge. Later rows stay with the survivor.

    Raises UndoRefused if a moved row was changed since, or contradicts a later row.
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
    for model, key, values in restore_values(rows):
        if model is Case and values.get("status") == CaseStatus.OPEN:
            CaseStatusChange.objects.create(
                case_id=key, status=CaseStatus.OPEN, on=by.today(), by=by
            )
    merge.legal_referrals.open().update(ended_on=by.today())
    for each in (survivor, merged):
        queue_comparison(each)
        undo_merge_followers(each, by=by)
    merge.undone_at, merge.undone_by = timezone.now(), by
    merge.save(update_fields=["undone_at", "undone_by"])
    _reopen_pair(survivor, merged, by=by)
    update_claim_restriction(*cases_of((survivor, merged), by.today()), by=by)
    details = {"survivor": survivor.number, "merged": merged.number, "rows": len(rows)}
    record("merge.undone", by=by, about=survivor, case=merge.case, details=details)
    return merge


def _reopen_pair(survivor: Individual, merged: Individual, *, by: User) -> None:
    """Reopens the decision about the pair, because the undo puts it in doubt."""
    first, second = sorted((survivor.pk, merged.pk))
    pair = DuplicatePair.objects.select_for_update().get(first=first, second=second)
    move_pair(pair, PairStatus.OPEN, by=by)
