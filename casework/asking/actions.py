"""Records the answers of a family, which was asked together."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from casework.consents.actions import AnswerDetails, record_consent
from casework.consents.choices import Basis, Purpose, text_code
from casework.consents.models import Consent
from casework.consents.rules import cannot_authorise
from casework.consents.start import who_answered
from casework.register.actions import refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from reference.models import HouseText


@dataclass(frozen=True)
class Answer:
    """The answer of one person to one purpose; `answered_by` is who answered for a child."""

    individual: Individual
    purpose: str
    status: str
    answered_by: str = ""


@transaction.atomic
def ask_family(
    case: Case,
    *,
    answers: Sequence[Answer],
    on: datetime.date,
    basis: str,
    by: User,
    read_in: str = "",
    language: str = "",
    explained_by: str = "",
    had_interpreter: bool = False,
) -> list[Consent]:
    """Records each answer as a consent with its own step and audit event, all or none, and returns the consents.

    `basis` says how all of them were given; for a child a representative answers. `read_in` is the language of the texts
    that were read, in their newest version of that day; empty if none was read. Raises ActionRefused with the person's name
    and the purpose.
    """
    require(by, Permission.CONSENT_CHANGE, about=case)
    if not answers:
        raise ActionRefused(_("Nobody answered anything yet."))
    how = AnswerDetails(
        language=language, explained_by=explained_by, had_interpreter=had_interpreter
    )
    consents = []
    # People are locked in the order of their keys, so that two actions never wait for each other.
    for answer in sorted(answers, key=lambda each: each.individual.pk):
        refuse_outsider(answer.individual, case)
        how_asked = how | _how_asked(answer, basis, on)
        try:
            consent = record_consent(
                answer.individual,
                purpose=answer.purpose,
                status=answer.status,
                on=on,
                by=by,
                **(how_asked | AnswerDetails(text=_text(answer.purpose, read_in, on))),
            )
        except ActionRefused as refusal:
            raise ActionRefused(*_sentences_with_name(answer, refusal)) from refusal
        consents.append(consent)
    return consents


def _how_asked(answer: Answer, basis: str, on: datetime.date) -> AnswerDetails:
    """Returns how this answer was given: for a child by its representative, with a note of who and how."""
    if not cannot_authorise(answer.individual.age_on(on)):
        return AnswerDetails(basis=basis)
    if not answer.answered_by.strip():
        raise ActionRefused(
            gettext("Say who answers for %(name)s.") % {"name": answer.individual.display_name}
        )
    who = answer.answered_by.strip()
    return AnswerDetails(basis=Basis.GUARDIAN, note=who_answered(who, basis), answered_by=who)


def _text(purpose: str, read_in: str, on: datetime.date) -> HouseText | None:
    if not read_in:
        return None
    text: HouseText | None = HouseText.objects.in_force(text_code(purpose), on=on).get(read_in)
    return text


def _sentences_with_name(answer: Answer, refusal: ActionRefused) -> list[str]:
    about = {"name": answer.individual.display_name, "purpose": Purpose(answer.purpose).label}
    return [
        gettext("%(name)s, %(purpose)s: %(sentence)s") % (about | {"sentence": sentence})
        for sentence in refusal.sentences
    ]
