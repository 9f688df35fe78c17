"""Recording renunciations, submitting them to the authority, and verifying them as a second person."""

import datetime
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from asylum.papers.choices import NEVER_ASKED, WITH_A_PAPER, RenunciationStatus, Signature, Wording
from asylum.papers.models.renunciation import (
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.papers.rules import may_be_asked
from asylum.people.actions import reach
from asylum.rule_tasks.actions import SCAN_DAYS, holds, let_tasks_fall, set_once
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import put_scan, withdraw_scans_of
from casework.children.querysets import surely_adult
from casework.corrections.actions import in_words, keep_changed
from casework.documents.actions import Sent
from casework.register.choices import Category, YesNo
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation
from reference.models import Municipality


class NotToBeAsked(ActionRefused):
    """Relatives and children never sign a renunciation."""


class SecondPersonNeeded(ActionRefused):
    """The colleague who recorded a paper cannot verify it."""


class PaperDetails(TypedDict, total=False):
    """The other facts of the paper; defaults as in the model."""

    template_version: str
    language: str
    had_interpreter: str
    are_consequences_explained: str
    municipality: Municipality | None
    authority: Organisation | None
    witness: str
    is_copy_given: str
    statement: str


@transaction.atomic
def record_demand(
    individual: Individual,
    *,
    is_asked: bool,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    method: str = "",
    outcome: str = "",
    reference: str = "",
    remark: str = "",
) -> RenunciationDemand:
    """Records whether the authority asks one person for a renunciation.

    How it identified the person (`outcome`) is stored with its paper. If it asks, and a claim was admitted without a
    verified paper, adds one task to review the claim, unless a newer statement exists. Raises NotToBeAsked for relatives,
    children, civilians and people of doubtful age.
    """
    individual, case = reach(individual, by=by, permission=Permission.RENUNCIATION_CHANGE)
    refuse_future(on, by=by)
    if outcome in WITH_A_PAPER and not reference.strip():
        raise ActionRefused(_("Name the paper in which it stands."), field="reference")
    if is_asked and outcome in NEVER_ASKED:
        raise NotToBeAsked(_("Nobody asks a civilian or a child to renounce."), field="outcome")
    if is_asked:
        _ask_only_adults_who_served(individual, on=on)
    demand = RenunciationDemand.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        is_asked=is_asked,
        authority=authority,
        on=on,
        method=method,
        outcome=outcome,
        reference=reference.strip(),
        remark=remark.strip(),
        recorded_by=by,
    )
    record("renunciation.demanded", by=by, about=demand, case=case, details={"is_asked": is_asked})
    if is_asked and individual.renunciation_demands.standing().first() == demand:
        have_claim_reviewed(individual, by=by)
    let_tasks_fall(individual, by=by)
    return demand


def is_asked(individual: Individual) -> bool | None:
    """The authority's latest statement; None without any."""
    newest = individual.renunciation_demands.standing().first()
    return newest.is_asked if newest else None


@transaction.atomic
def record_renunciation(
    individual: Individual,
    *,
    signed_on: datetime.date,
    signature: str,
    by: User,
    wording: str = "",
    is_demanded: bool | None = None,
    demanded_on: datetime.date | None = None,
    scan: Sent | None = None,
    **details: Unpack[PaperDetails],
) -> Renunciation:
    """Records the paper that one adult former member signed, or refused to sign.

    A refusal has no wording. `is_demanded` is recorded first (`record_demand`), if the authority's statement is not on file,
    as of `demanded_on`. Raises NotToBeAsked for relatives, children, people of doubtful age, and people whom the authority
    does not ask.
    """
    individual, case = reach(individual, by=by, permission=Permission.RENUNCIATION_CHANGE)
    refuse_future(signed_on, by=by, field="signed_on")
    _ask_only_adults_who_served(individual, on=signed_on)
    if is_demanded:
        _keep_demand(individual, demanded_on, by=by)
    if not (is_demanded or is_asked(individual)):
        raise NotToBeAsked(
            _("Nobody signs whom the authority does not ask: say first that it asks."),
            field="is_demanded",
        )
    wording = wording_for(signature, wording)
    if signature == Signature.YES and _has_signed(individual, wording):
        raise ActionRefused(_("This person has signed such a paper already."), field="wording")
    renunciation = Renunciation.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        wording=wording,
        signature=signature,
        signed_on=signed_on,
        status_on=signed_on,
        recorded_by=by,
        **details,
    )
    _keep_history(renunciation, on=signed_on, by=by)
    facts = {"wording": str(wording), "signature": str(signature)}
    record("renunciation.recorded", by=by, about=renunciation, case=case, details=facts)
    if scan:
        put_scan(renunciation, scan, by=by)
    return renunciation


def _keep_demand(individual: Individual, on: datetime.date | None, *, by: User) -> None:
    if on is None:
        raise ActionRefused(
            _("Say on which day the authority said that it asks."), field="demanded_on"
        )
    record_demand(individual, is_asked=True, on=on, by=by)


def wording_for(signature: str, wording: str) -> str:
    """The wording of a signed paper; raises ActionRefused without one."""
    if signature != Signature.YES:
        return ""
    if not wording:
        raise ActionRefused(_("Say which wording was signed."), field="wording")
    return wording


@transaction.atomic
def submit_renunciation(
    renunciation: Renunciation,
    *,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    remark: str = "",
) -> Renunciation:
    """The paper was submitted to the deciding authority. The step records that authority; the authority of the signature is not
    changed."""
    row = _ready(renunciation, RenunciationStatus.SUBMITTED, on, by, Permission.RENUNCIATION_CHANGE)
    if row.status == RenunciationStatus.REFUSED and _has_signed(row.individual, row.wording):
        raise ActionRefused(_("This person has signed a newer paper: follow that one."))
    return _move(row, RenunciationStatus.SUBMITTED, on, by, remark, authority)


@transaction.atomic
def verify_renunciation(
    renunciation: Renunciation,
    *,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    reference: str = "",
    are_consequences_explained: str = "",
    is_copy_given: str = "",
    scan_follows: bool = False,
    because: str = "",
    remark: str = "",
    scan: Sent | None = None,
) -> Renunciation:
    """The authority accepted the renunciation as genuine and permanent, and `by`, a second person, saw its act.

    Gaps in the act (`asylum.papers.choices.Gap`) need `because`. With `scan_follows` and without `scan` adds a task to file the
    scan. Raises SecondPersonNeeded if `by` recorded it.
    """
    row = _ready(renunciation, RenunciationStatus.VERIFIED, on, by, Permission.RENUNCIATION_VERIFY)
    if row.recorded_by_id == by.pk:
        raise SecondPersonNeeded(_("You recorded this paper: somebody else must verify it."))
    row.accepted_by = authority or row.handed_to
    row.reference = reference.strip()
    said = {
        "are_consequences_explained": are_consequences_explained,
        "is_copy_given": is_copy_given,
    }
    said = {name: answer for name, answer in said.items() if answer not in ("", YesNo.UNKNOWN)}
    answer_otherwise(row, said, reason=because, by=by)
    name_gaps(row, because=because, field="because")
    row.verified_by, row.verified_on = by, on
    if scan_follows and not scan:
        title = _("Put the scan of the verification on file: %(number)s")
        set_once(row.individual, RuleTask.SCAN_FOLLOWS, title, days=SCAN_DAYS, by=by)
    moved = _move(row, RenunciationStatus.VERIFIED, on, by, remark, row.accepted_by)
    if scan:
        put_scan(moved.status_changes.latest("at"), scan, by=by)
    return moved


def answer_otherwise(row: Renunciation, said: Mapping[str, str], *, reason: str, by: User) -> None:
    """Sets answers about the paper without saving; where a known answer becomes another one, both stay readable."""
    known = {
        name: in_words(row, name)
        for name, answer in said.items()
        if answer != getattr(row, name) and YesNo.UNKNOWN not in (answer, getattr(row, name))
    }
    for name, answer in said.items():
        setattr(row, name, answer)
    if known:
        keep_changed(row, known, reason=reason, by=by)


def name_gaps(row: Renunciation, *, because: str, field: str) -> None:
    """Sets the gaps of the authority's act (`asylum.papers.choices.Gap`); new gaps need a reason.

    The caller saves. Raises ActionRefused at `field` without the reason.
    """
    lacking = row.lacks
    new = [gap for gap in lacking if gap not in row.verified_without]
    if new and not because.strip():
        raise ActionRefused(
            _("A verification is the act of an authority. Not on file: %(what)s. Say why.")
            % {"what": ", ".join(str(gap.label) for gap in new)},
            field=field,
        )
    if new:
        reasons = (row.verified_without_because, because.strip())
        row.verified_without_because = "\n".join(reason for reason in reasons if reason)
    row.verified_without = lacking


@transaction.atomic
def postpone_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The authority does not accept it yet."""
    row = _ready(renunciation, RenunciationStatus.NOT_YET, on, by, Permission.RENUNCIATION_VERIFY)
    return _doubt(row, RenunciationStatus.NOT_YET, on, by, remark)


@transaction.atomic
def refuse_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The authority refused it. It can be submitted again."""
    row = _ready(renunciation, RenunciationStatus.REFUSED, on, by, Permission.RENUNCIATION_VERIFY)
    return _doubt(row, RenunciationStatus.REFUSED, on, by, remark)


@transaction.atomic
def withdraw_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The person withdrew it. No application changes automatically; an admitted one is to be reviewed."""
    row = _ready(renunciation, RenunciationStatus.WITHDRAWN, on, by, Permission.RENUNCIATION_CHANGE)
    return _doubt(row, RenunciationStatus.WITHDRAWN, on, by, remark)


@transaction.atomic
def retract_renunciation(renunciation: Renunciation, *, by: User, remark: str = "") -> Renunciation:
    """Marks it as a mistake: it counts nowhere, and says nothing about the person or the authority."""
    today = by.today()
    row = _ready(
        renunciation, RenunciationStatus.MISTAKEN, today, by, Permission.RENUNCIATION_CHANGE
    )
    if not remark.strip():
        raise ActionRefused(_("Give the reason."), field="remark")
    withdraw_scans_of(row, by=by, permission=Permission.RENUNCIATION_CHANGE)
    return _doubt(row, RenunciationStatus.MISTAKEN, today, by, remark)


def _doubt(
    row: Renunciation, to: RenunciationStatus, on: datetime.date, by: User, remark: str
) -> Renunciation:
    """Moves the paper; if a claim went on and none is verified, adds one task to review it, and changes nothing else."""
    may_matter = casts_doubt(row, to)
    moved = _move(row, to, on, by, remark)
    if may_matter:
        have_claim_reviewed(moved.individual, by=by)
    return moved


def casts_doubt(paper: Renunciation, to: RenunciationStatus) -> bool:
    """Whether this step of the paper is a reason to look at the person's claim.

    The temporary wording never counts for a claim. A paper that was recorded by mistake says nothing unless it was verified.
    """
    counts = paper.wording == Wording.PERMANENT
    return counts and (
        to != RenunciationStatus.MISTAKEN or paper.status == RenunciationStatus.VERIFIED
    )


def have_claim_reviewed(person: Individual, *, by: User) -> None:
    """Adds one task if a claim went on as if a renunciation were verified or not needed, and none is verified."""
    if holds(RuleTask.NO_RENUNCIATION, person, by.today()):
        title = _("Review the claim: no verified renunciation stands: %(number)s")
        set_once(person, RuleTask.NO_RENUNCIATION, title, by=by)


def why_not_asked(individual: Individual, *, on: datetime.date) -> str:
    """Why this person never signs such a paper, in words; empty for an adult who served."""
    if may_be_asked(individual.category, is_adult=surely_adult(individual, on)):
        return ""
    if individual.category != Category.FORMER_MEMBER:
        return _("Relatives are never asked to sign a renunciation.")
    return _("Nobody is asked to sign a renunciation who is or may be under eighteen.")


def _ask_only_adults_who_served(individual: Individual, *, on: datetime.date) -> None:
    if why := why_not_asked(individual, on=on):
        raise NotToBeAsked(why)


def _has_signed(individual: Individual, wording: str) -> bool:
    return individual.renunciations.standing().filter(wording=wording).exists()


def _ready(
    renunciation: Renunciation, to: str, on: datetime.date, by: User, permission: Permission
) -> Renunciation:
    row = lock_for(renunciation, permission, by=by)
    refuse_future(on, by=by)
    if to not in row.lawful_moves:
        refuse_move(row, RenunciationStatus(to), row.status_changes.standing())
    if on < row.status_on:
        raise ActionRefused(_("The last step was on a later day."), field="on")
    return row


def _move(
    row: Renunciation,
    to: RenunciationStatus,
    on: datetime.date,
    by: User,
    remark: str,
    authority: Organisation | None = None,
) -> Renunciation:
    row.status, row.status_on = to, on
    row.save()
    _keep_history(row, on=on, by=by, remark=remark, authority=authority)
    record(f"renunciation.{to}", by=by, about=row, case=row.case, details={"on": on.isoformat()})
    let_tasks_fall(row.individual, by=by)
    return row


def _keep_history(row: Renunciation, *, on: datetime.date, by: User, **said: Any) -> None:
    RenunciationStatusChange.objects.create(
        key_id=row.key_id, renunciation=row, status=row.status, on=on, by=by, **said
    )
