"""Recording renunciations, handing them to the authority, and verifying them as a second person."""

import datetime
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.actions.subjects import reach
from asylum.choices import RenunciationStatus, Signature, Wording
from asylum.models import Renunciation, RenunciationStatusChange
from asylum.rules.renunciations import must_renounce
from casework.register.choices import Category
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation
from reference.models import Municipality


class NotToBeAsked(ActionRefused):
    """Relatives and children never sign a renunciation (F28)."""


class SecondPersonNeeded(ActionRefused):
    """Whoever recorded a paper does not verify it."""


class PaperDetails(TypedDict, total=False):
    """What else stands on the paper; each has the default of the model."""

    template_version: str
    language: str
    had_interpreter: bool
    are_consequences_explained: bool
    municipality: Municipality | None
    authority: Organisation | None
    witness: str
    is_copy_given: bool
    statement: str


@transaction.atomic
def record_renunciation(
    individual: Individual,
    *,
    signed_on: datetime.date,
    by: User,
    signature: str = Signature.YES,
    wording: str = Wording.PERMANENT,
    **details: Unpack[PaperDetails],
) -> Renunciation:
    """Keeps the paper that one adult former member signed, or refused to sign.

    Raises NotToBeAsked for relatives and children.
    """
    individual, case = reach(individual, by=by, permission=Permission.RENUNCIATION_CHANGE)
    refuse_future(signed_on, by=by, field="signed_on")
    _ask_only_adult_former_members(individual, on=signed_on)
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
    return renunciation


@transaction.atomic
def submit_renunciation(
    renunciation: Renunciation,
    *,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    remark: str = "",
) -> Renunciation:
    """The paper went to the authority that decides on it."""
    row = _ready(renunciation, RenunciationStatus.SUBMITTED, on, by, Permission.RENUNCIATION_CHANGE)
    if row.status == RenunciationStatus.REFUSED and _has_signed(row.individual, row.wording):
        raise ActionRefused(_("This person has signed a newer paper: follow that one."))
    row.authority = authority or row.authority
    return _move(row, RenunciationStatus.SUBMITTED, on, by, remark)


@transaction.atomic
def verify_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The authority accepted the renunciation as genuine and permanent, and `by`, a second person, saw its paper.

    Raises SecondPersonNeeded when `by` recorded it.
    """
    row = _ready(renunciation, RenunciationStatus.VERIFIED, on, by, Permission.RENUNCIATION_VERIFY)
    if row.recorded_by_id == by.pk:
        raise SecondPersonNeeded(_("You recorded this paper: somebody else must verify it."))
    row.verified_by, row.verified_on = by, on
    return _move(row, RenunciationStatus.VERIFIED, on, by, remark)


@transaction.atomic
def postpone_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The authority does not accept it yet."""
    row = _ready(renunciation, RenunciationStatus.NOT_YET, on, by, Permission.RENUNCIATION_VERIFY)
    return _move(row, RenunciationStatus.NOT_YET, on, by, remark)


@transaction.atomic
def refuse_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The authority refused it. It can be submitted again."""
    row = _ready(renunciation, RenunciationStatus.REFUSED, on, by, Permission.RENUNCIATION_VERIFY)
    return _move(row, RenunciationStatus.REFUSED, on, by, remark)


@transaction.atomic
def withdraw_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """The person took it back, or it was recorded by mistake. No application changes by itself."""
    row = _ready(renunciation, RenunciationStatus.WITHDRAWN, on, by, Permission.RENUNCIATION_CHANGE)
    return _move(row, RenunciationStatus.WITHDRAWN, on, by, remark)


def _ask_only_adult_former_members(individual: Individual, *, on: datetime.date) -> None:
    if must_renounce(individual.category, individual.age_on(on)):
        return
    if individual.category != Category.FORMER_MEMBER:
        raise NotToBeAsked(_("Relatives are never asked to sign a renunciation."))
    raise NotToBeAsked(_("Somebody under eighteen is never asked to sign a renunciation."))


def _has_signed(individual: Individual, wording: str) -> bool:
    return individual.renunciations.standing().filter(wording=wording).exists()


def _ready(
    renunciation: Renunciation, to: str, on: datetime.date, by: User, permission: Permission
) -> Renunciation:
    row: Renunciation = Renunciation.objects.lock(renunciation)
    require(by, permission, about=row)
    refuse_future(on, by=by)
    if to not in row.lawful_moves:
        raise ActionRefused(
            _("From “%(here)s” this paper does not go to “%(there)s”.")
            % {"here": row.get_status_display(), "there": RenunciationStatus(to).label}
        )
    if on < row.status_on:
        raise ActionRefused(_("The last step was on a later day."), field="on")
    return row


def _move(
    row: Renunciation, to: RenunciationStatus, on: datetime.date, by: User, remark: str
) -> Renunciation:
    row.status, row.status_on = to, on
    row.save()
    _keep_history(row, on=on, by=by, remark=remark)
    record(f"renunciation.{to}", by=by, about=row, case=row.case, details={"on": on.isoformat()})
    return row


def _keep_history(row: Renunciation, *, on: datetime.date, by: User, remark: str = "") -> None:
    RenunciationStatusChange.objects.create(
        key_id=row.key_id, renunciation=row, status=row.status, on=on, remark=remark, by=by
    )
