"""Committing aid to a site, a family or a person, and ending it."""

import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import can, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from aid.models import Agreement, Commitment
from casework.corrections.actions import apply_correction
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from shelters.models import Site
from vault.keys import issue_key


class CommitmentRefused(ActionRefused):
    """The commitment would be invalid."""


@transaction.atomic
def commit_aid(
    target: Site | Case | Individual,
    *,
    kind: str,
    starts_on: datetime.date,
    is_firm: bool,
    until: datetime.date | None = None,
    agreement: Agreement | None = None,
    source: str = "",
    cost: Decimal | None = None,
    cost_per: str = "",
    currency: str = "",
    by: User,
) -> Commitment:
    """Records a commitment of a kind of aid to a site, a family or a person. `until` is the first day without.

    `cost` is the amount of `currency` for one `CostPer`; the three are given together, or none of them.

    Leaves contradicting commitments as they are. Raises CommitmentRefused, and NotAllowed as `require_change` does.
    """
    require_change(by, target)
    if until and until <= starts_on:
        raise CommitmentRefused(_("The commitment ends before it starts."), field="until")
    if agreement:
        _check_agreement(agreement, target, kind=kind, starts_on=starts_on)
    commitment = Commitment(
        **target_columns(target),
        agreement=agreement,
        kind=kind,
        starts_on=starts_on,
        until=until,
        is_firm=is_firm,
        source=source.strip(),
        cost=cost,
        cost_per=cost_per,
        currency=currency,
        committed_by=by,
    )
    _check_cost(commitment)
    case, details = (
        case_of_target(target, starts_on),
        {"kind": str(kind), "until": str(until or "")},
    )
    return add_and_record(commitment, "commitment.made", by=by, case=case, details=details)


@transaction.atomic
def end_commitment(commitment: Commitment, *, until: datetime.date, by: User) -> Commitment:
    """Ends the commitment: `until` becomes the first day without. Raises CommitmentRefused."""
    commitment = Commitment.objects.lock(commitment)
    target = commitment.target
    require_change(by, target)
    if until < commitment.starts_on:
        raise CommitmentRefused(_("The commitment ends before it starts."), field="until")
    before = str(commitment.until or "")
    commitment.until = until
    case, details = case_of_target(target, until), {"until": [before, until.isoformat()]}
    return save_and_record(
        commitment, "until", verb="commitment.ended", by=by, case=case, details=details
    )


@transaction.atomic
def correct_commitment(
    commitment: Commitment, *, by: User, reason: str = "", **facts: Any
) -> Commitment:
    """Corrects `kind`, `agreement`, `starts_on`, `until`, `is_firm`, `source` or what it costs.

    A commitment recorded by mistake is corrected to cover no day: its `until` is its first day. Raises CommitmentRefused.
    """
    row = Commitment.objects.lock(commitment)
    target = row.target
    require_change(by, target)
    changed = apply_correction(row, facts, reason=reason, by=by, recorded_at=row.committed_at)
    if row.until and row.until < row.starts_on:
        raise CommitmentRefused(_("The commitment ends before it starts."), field="until")
    if row.agreement:
        _check_agreement(row.agreement, target, kind=row.kind, starts_on=row.starts_on)
    _check_cost(row)
    row.save()
    case = case_of_target(target, row.starts_on)
    record("commitment.corrected", by=by, about=row, case=case, details={"fields": changed})
    return row


def require_change(user: User, target: Site | Case | Individual) -> None:
    """Raises NotAllowed unless `user` may change aid to that target. A site needs the permission to run sites, too."""
    require(user, Permission.AID_CHANGE, about=target)
    if isinstance(target, Site):
        require(user, Permission.PLACEMENT_CHANGE, about=target)


def may_change(user: User, target: Site | Case | Individual) -> bool:
    """Whether `user` may change aid to that target."""
    return bool(
        can(user, Permission.AID_CHANGE, about=target)
        and (not isinstance(target, Site) or can(user, Permission.PLACEMENT_CHANGE, about=target))
    )


def target_columns(target: Site | Case | Individual) -> dict[str, Any]:
    """The fields of a row about this target: its key, its office and the target. A row about a site gets a new key."""
    return {
        "key_id": issue_key() if isinstance(target, Site) else target.key_id,
        "office_id": target.office_id,
        target._meta.model_name or "": target,
    }


def _check_agreement(
    agreement: Agreement, target: Site | Case | Individual, *, kind: str, starts_on: datetime.date
) -> None:
    """Raises CommitmentRefused unless the agreement of this office pays for that kind on that day."""
    if agreement.office_id != target.office_id:
        raise CommitmentRefused(_("The agreement belongs to another office."), field="agreement")
    if kind not in agreement.kinds:
        raise CommitmentRefused(
            _("The agreement does not pay for this kind of aid."), field="agreement"
        )
    if starts_on < agreement.starts_on or (
        agreement.ends_on is not None and starts_on >= agreement.ends_on
    ):
        raise CommitmentRefused(_("The agreement does not run on that day."), field="starts_on")


def _check_cost(commitment: Commitment) -> None:
    """Raises CommitmentRefused for a cost of nothing, or without its unit or its currency."""
    has_cost = commitment.cost is not None
    if commitment.cost is not None and commitment.cost <= 0:
        raise CommitmentRefused(_("The amount is nothing."), field="cost")
    if {bool(commitment.cost_per), bool(commitment.currency)} != {has_cost}:
        raise CommitmentRefused(_("A cost needs its currency, and what it is for."), field="cost")


def case_of_target(target: Site | Case | Individual, day: datetime.date) -> Case | None:
    """The case for an audit event: the target itself, or the case of the person on that day; None without one."""
    if isinstance(target, Case):
        return target
    if isinstance(target, Individual):
        days = FamilyMember.objects.on(day).filter(individual=target)
        membership = days.select_related("case").first()
        return membership.case if membership else None
    return None
