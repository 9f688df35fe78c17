"""Numbers for screeners on Today, and a sentence in extracts that is the same for everybody.

A screening is never in what falls due, because notices, mails and handovers would tell others about it.
"""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.due import WaitingCount
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.exclusion.actions import keep_checked, refuse_checked
from asylum.exclusion.choices import StepKind
from asylum.exclusion.models import Screening, ScreeningPaper, ScreeningStep, ScreeningUpload
from casework.compartments.models import SealedAccount
from casework.slots.extract import LeftOut
from casework.uploads.queue import UploadHandler

_SENTENCE_FOR_ALL = gettext_lazy(
    "Whether somebody is screened for exclusion is told by their lawyer, by word of mouth: this paper may be found on them."
)
extracts = tuple(
    LeftOut(model, _SENTENCE_FOR_ALL)
    for model in (Screening, ScreeningStep, ScreeningPaper, ScreeningUpload)
)


def _to_decide(user: User) -> Any:
    accounts = SealedAccount.objects.visible_to(user, P.SCREENING_READ)
    return Screening.objects.undecided(accounts).values("pk")


def _not_examined(user: User) -> Any:
    return Screening.objects.visible_to(user).not_examined().values("pk")


def _to_confirm(user: User) -> Any:
    steps = ScreeningStep.objects.visible_to(user).unanswered(StepKind.CONCLUDED)
    return steps.exclude(by=user).values("pk")


def _not_confirmed(user: User) -> Any:
    return (
        ScreeningStep.objects.visible_to(user).declined_conclusions().filter(by=user).values("pk")
    )


to_screen = (
    WaitingCount(
        slug="concerns-to-read",
        permission=P.SCREENING_READ,
        rows=_to_decide,
        words=lambda number: ngettext(
            "handed in and not examined", "handed in and not examined", number
        ),
        page="screening-list",
        asks=gettext_lazy("Read what was handed in"),
    ),
    WaitingCount(
        slug="screenings-not-looked-into",
        permission=P.SCREENING_READ,
        rows=_not_examined,
        words=lambda number: ngettext(
            "screening opened and not looked into",
            "screenings opened and not looked into",
            number,
        ),
        page="screening-list",
        asks=gettext_lazy("Go on with the screening"),
    ),
    WaitingCount(
        slug="conclusions-to-confirm",
        permission=P.SCREENING_READ,
        rows=_to_confirm,
        words=lambda number: ngettext(
            "conclusion waits for a second person", "conclusions wait for a second person", number
        ),
        page="screening-list",
        asks=gettext_lazy("Confirm or decline"),
    ),
    WaitingCount(
        slug="conclusions-not-confirmed",
        permission=P.SCREENING_READ,
        rows=_not_confirmed,
        words=lambda number: ngettext(
            "conclusion of yours was not confirmed",
            "conclusions of yours were not confirmed",
            number,
        ),
        page="screening-list",
        asks=gettext_lazy("See why, and go on"),
    ),
)

paper_handler = UploadHandler(ScreeningUpload, keep_checked, refuse_checked)
