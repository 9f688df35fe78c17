"""Asking for consent, and keeping every answer."""

import datetime
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.consents.choices import CONSENT_MOVES, Basis, ConsentLanguage, ConsentStatus, Purpose
from casework.consents.models import Consent, ConsentStep
from casework.register.actions import tell
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


class HowAsked(TypedDict, total=False):
    """How the question was put and answered; Spanish and by word of mouth unless told otherwise."""

    basis: str
    language: str
    explained_by: str
    had_interpreter: bool
    note: str


@transaction.atomic
def record_consent(
    individual: Individual,
    *,
    purpose: str,
    status: str,
    on: datetime.date,
    by: User,
    expires_on: datetime.date | None = None,
    **how: Unpack[HowAsked],
) -> Consent:
    """Keeps a question or an answer. A refusal or withdrawal blocks sharing for this purpose at once.

    `expires_on` is the last day on which a given consent carries.
    """
    individual = lock_for(individual, Permission.CONSENT_CHANGE, by=by)
    refuse_future(on, by=by)
    is_given = status == ConsentStatus.GIVEN
    if is_given and expires_on and expires_on < on:
        raise ActionRefused(_("The consent ends before it is given."), field="expires_on")
    # The person's row is locked: nobody else writes a first consent for this purpose meanwhile.
    consent = individual.consents.counting().filter(purpose=purpose).first() or Consent(
        key_id=individual.key_id, individual=individual, purpose=Purpose(purpose), status=""
    )
    _refuse_unlawful(consent, status, on)
    consent.status, consent.status_on = ConsentStatus(status), on
    consent.expires_on = expires_on if is_given else None
    consent.save()
    _keep(consent, on=on, by=by, **how)
    tell(f"consent.{consent.status}", consent, by=by, purpose=consent.purpose)
    return consent


def withdraw_consent(
    consent: Consent, *, on: datetime.date, by: User, basis: str = Basis.SPOKEN, note: str = ""
) -> Consent:
    """The person takes the consent back: from now on nothing is shared for this purpose."""
    return record_consent(
        consent.individual,
        purpose=consent.purpose,
        status=ConsentStatus.WITHDRAWN,
        on=on,
        basis=basis,
        note=note,
        by=by,
    )


def _keep(consent: Consent, *, on: datetime.date, by: User, **how: Unpack[HowAsked]) -> None:
    ConsentStep.objects.create(
        key_id=consent.key_id,
        consent=consent,
        place=consent.steps.count() + 1,
        status=consent.status,
        on=on,
        by=by,
        basis=how.get("basis", Basis.SPOKEN),
        language=how.get("language", ConsentLanguage.SPANISH),
        explained_by=how.get("explained_by", "").strip(),
        had_interpreter=how.get("had_interpreter", False),
        expires_on=consent.expires_on,
        note=how.get("note", "").strip(),
    )


def _refuse_unlawful(consent: Consent, status: str, on: datetime.date) -> None:
    if status not in CONSENT_MOVES[consent.status]:
        here = ConsentStatus(consent.status).label if consent.status else _("Never asked")
        raise ActionRefused(
            _("From “%(here)s” a consent does not become “%(there)s”.")
            % {"here": here, "there": ConsentStatus(status).label},
            field="status",
        )
    if consent.status_on and on < consent.status_on:
        raise ActionRefused(_("The last answer is of a later day."), field="on")


class ConsentMissing(ActionRefused):
    """The person has not agreed that this is shared, or no longer does."""
