"""Consents on the file, in timeline, extract and API; those that expire; what was shared under one."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.consents.choices import ConsentStatus
from casework.consents.models import Consent, ConsentStep
from casework.register.models.case import Case, with_case_today
from casework.register.querysets.case import members_today
from casework.slots.api import WHO, Resource
from casework.slots.extract import Held, of_person
from casework.slots.obstacles import FollowUp
from casework.slots.timeline import Event, Happening, Source, of_members
from pages.slots import Slot
from reference import due

consents_resource = Resource(
    "consents",
    Consent,
    P.CONSENT_READ,
    "consent",
    (*WHO, "purpose", "status", "status_on", "expires_on", "yields_to"),
    ("purpose", "status"),
    "status_on",
)


def _expiring(today: datetime.date) -> Any:
    """Given consents with an end, of people who are in an open case: they are asked again, or sharing ends."""
    dated = Consent.objects.counting().filter(status=ConsentStatus.GIVEN, expires_on__isnull=False)
    return with_case_today(dated, today, case__closed_on=None)


consents_expiring = due.Source(
    kind="consent_expires",
    title=gettext_lazy("Consent expires"),
    permission=P.CONSENT_CHANGE,
    about=Consent,
    date="expires_on",
    case="of_case",
    office="individual__office_id",
    related=("individual",),
    rows_on=_expiring,
    say=lambda consent: (
        _("A consent of %(number)s expires") % {"number": consent.individual.number}
    ),
)

consent_held = Held(
    Consent,
    gettext_lazy("Consents"),
    of_person(Consent),
    ["purpose", "status", "status_on", "expires_on"],
    permission=P.CONSENT_READ,
)

consent_step_held = Held(
    ConsentStep,
    gettext_lazy("How consents went on"),
    of_person(ConsentStep, "consent__individual"),
    ["on", "status", "basis", "language", "had_interpreter", "expires_on", "note"],
    {"explained_by": gettext_lazy("Who explained a consent: a third person or a colleague.")},
    permission=P.CONSENT_READ,
    author="by",
)


class ConsentsPanel:
    slug, title = "consents", gettext_lazy("Consents")
    permission = P.CONSENT_READ
    page = "papers"
    template = "casework/consents/consents_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        people = [member.individual for member in members_today(case, today)]
        found: dict[Any, list[Any]] = {person.pk: [] for person in people}
        for consent in Consent.objects.counting().filter(individual__in=people):
            found[consent.individual_id].append((consent, consent.tag_on(today)))
        return {
            "lines": [(person, found[person.pk]) for person in people],
            "may_change": can(user, P.CONSENT_CHANGE, about=case),
        }


consents_panel = ConsentsPanel()

shared_under_consent: Slot[Callable[[Consent, User], Iterable[FollowUp]]] = Slot(
    "what has been shared under a consent"
)


def already_shared(consent: Consent, user: User) -> list[FollowUp]:
    """Everything that was shared and that the user may see."""
    return [each for shared_of in shared_under_consent for each in shared_of(consent, user)]


def _answered(step: ConsentStep) -> Event:
    words = {"purpose": step.consent.get_purpose_display()}
    return Event(step.at, _("Consent: %(purpose)s") % words, new=step.get_status_display())


consents_timeline = Source(
    "consents",
    gettext_lazy("Consents"),
    P.CONSENT_READ,
    (
        Happening(
            of_members(ConsentStep, P.CONSENT_READ, "consent", person="consent__individual"),
            "at",
            _answered,
            by="by",
            person="consent__individual",
        ),
    ),
    is_brief=False,
)

VERBS: dict[str, str | Promise] = {
    "consent.asked": gettext_lazy("asked for a consent"),
    "consent.given": gettext_lazy("recorded a consent"),
    "consent.listed": gettext_lazy("looked at the list of consents"),
    "consent.read": gettext_lazy("opened a consent"),
    "consent.refused": gettext_lazy("recorded that a consent was refused"),
    "consent.withdrawn": gettext_lazy("recorded that a consent was withdrawn"),
}
