"""What consents add to other pages: panel of the file, timeline, extract, API, audit log, list of due items."""

import datetime
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.consents.choices import Basis, ConsentStatus, Ground, NotToldBecause
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice, named_text
from casework.consents.representation import tag_of
from casework.corrections.slots import event_source_of_corrected_steps
from casework.register.models.case import Case, with_case_today
from casework.register.querysets.case import people_today
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.due import PersonDueSource
from casework.slots.extract import WHY_NO_MISTAKES, ExtractPart, not_mistaken, rows_about
from casework.slots.holdings import cached_rows_on_file
from casework.slots.obstacles import FollowUp
from casework.slots.timeline import (
    Event,
    EventSource,
    TimelineSource,
    event_source_of_members,
    rows_of_members,
)
from pages.questions import PLACEHOLDER
from pages.slots import Slot

consents_resource = Resource(
    "consents",
    Consent,
    P.CONSENT_READ,
    "consent",
    (*PERSON_FIELDS, "purpose", "status", "status_on", "expires_on", "yields_to"),
    ("purpose", "status"),
    "status_on",
    condition=~Q(status=""),
)


def _expiring(today: datetime.date) -> Any:
    """Returns consents with status GIVEN and an expiry day, of people in open cases."""
    dated = Consent.objects.counting().filter(status=ConsentStatus.GIVEN, expires_on__isnull=False)
    return with_case_today(dated, today, case__closed_on=None)


consents_expiring = PersonDueSource(
    kind="consent_expires",
    title=gettext_lazy("Consent expires"),
    permission=P.CONSENT_CHANGE,
    about=Consent,
    date="expires_on",
    rows_on=_expiring,
    say=lambda row: _("A consent of %(number)s expires") % {"number": row.individual.number},
    what=lambda row: _("Consent expires: %(purpose)s") % {"purpose": row.get_purpose_display()},
    actions=(due.DueAction(gettext_lazy("Ask again"), "consent-detail", P.CONSENT_READ),),
    shown_in_panel="dates",
)


def _due_of_newest(
    kind: str, title: Any, model: type[Any], say: Callable[[Any], str], action: due.DueAction
) -> due.Source:
    """Returns a source of due items: newest rows of people in open cases that have a due day."""
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=P.CONSENT_CHANGE,
        about=model,
        date="due_on",
        rows_on=lambda today: with_case_today(
            model.objects.newest().filter(due_on__isnull=False), today, case__closed_on=None
        ),
        say=say,
        actions=(action,),
        shown_in_panel="lawful-start",
    )


notices_to_tell = _due_of_newest(
    "notice_to_tell",
    gettext_lazy("Privacy notice to tell"),
    PrivacyNotice,
    lambda row: _("Tell the privacy notice: %(number)s") % {"number": row.individual.number},
    due.DueAction(gettext_lazy("Tell it"), "notice-tell", P.CONSENT_CHANGE, due.KeyOf.CASE_NUMBER),
)
bases_to_settle = _due_of_newest(
    "basis_to_settle",
    gettext_lazy("File without a basis"),
    FileBasis,
    lambda row: _("Say on what the file is kept: %(number)s") % {"number": row.individual.number},
    due.DueAction(gettext_lazy("Say it"), "basis-say", P.CONSENT_CHANGE, due.KeyOf.CASE_NUMBER),
)


def _full_text(text: Any, *, title_of: Callable[[Any], str] = str) -> str:
    """Returns title, language and body of the text, for the extract."""
    return f"{title_of(text)} ({text.get_language_display()})\n\n{text.body}"


def _title(text: Any) -> str:
    return named_text(text)


privacy_notice_extract = ExtractPart(
    PrivacyNotice,
    gettext_lazy("Privacy notice"),
    ["note"],
    {
        "told_by": gettext_lazy("Who told the notice: a third person or a colleague."),
        "heard_by": gettext_lazy("Who heard the notice for the person: a third person."),
        "is_mistake": WHY_NO_MISTAKES,
    },
    rows=rows_about(PrivacyNotice, is_mistake=False),
    permission=P.CONSENT_READ,
    formatters={"text": _full_text},
)

file_basis_extract = ExtractPart(
    FileBasis,
    gettext_lazy("On what the file is kept"),
    ["note"],
    {
        "given_by": gettext_lazy("Who authorised in the place of a person: a third person."),
        "is_mistake": WHY_NO_MISTAKES,
    },
    rows=rows_about(FileBasis, is_mistake=False),
    permission=P.CONSENT_READ,
)

consent_extract = ExtractPart(
    Consent,
    gettext_lazy("Consents"),
    rows=lambda individual: rows_about(Consent)(individual).answered(),
    permission=P.CONSENT_READ,
    formatters={"text": partial(_full_text, title_of=named_text)},
)


consent_step_extract = ExtractPart(
    ConsentStep,
    gettext_lazy("How consents went on"),
    ["note"],
    {"explained_by": gettext_lazy("Who explained a consent: a third person or a colleague.")},
    first=["on"],
    formatters={"text": _title},
    rows=not_mistaken(rows_about(ConsentStep, "consent__individual")),
    permission=P.CONSENT_READ,
    author="by",
)


class ConsentsPanel:
    slug, title = "consents", gettext_lazy("Consents")
    permission = P.CONSENT_READ
    page = "papers"
    template = "casework/consents/consents_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today, people = user.today(), people_today(case, user)
        lines_by_person: dict[Any, tuple[Any, list[Any]]] = {
            person.pk: (person, []) for person in people
        }
        for consent in cached_rows_on_file(case, people, Consent, _consents, today):
            person, lines = lines_by_person[consent.individual_id]
            lines.append((consent, tag_of(consent, person, today), consent.is_of_older_text))
        return {
            "lines": list(lines_by_person.values()),
            "may_change": can(user, P.CONSENT_CHANGE, about=case),
        }


def _consents(today: datetime.date) -> Any:
    consents = Consent.objects.counting().filter(individual__in=[PLACEHOLDER])
    older = consents.of_older_text(today).filter(pk=OuterRef("pk"))
    return consents.with_basis().select_related("text").annotate(is_of_older_text=Exists(older))


consents_panel = ConsentsPanel()

shared_under_consent: Slot[Callable[[Consent, User], Iterable[FollowUp]]] = Slot(
    "what has been shared under a consent"
)


def already_shared(consent: Consent, user: User) -> list[FollowUp]:
    """Returns sentences with links about what was shared under the consent, as far as the user may see it."""
    return [each for find_shared in shared_under_consent for each in find_shared(consent, user)]


_all_steps = rows_of_members(ConsentStep, P.CONSENT_READ, "consent", person="consent__individual")


def _valid_steps(case: Case, user: User) -> Any:
    return _all_steps(case, user).standing()


def _event(at: Any, act: str, new: str, sentence: str, **words: str) -> Event:
    """Returns an event; the sentence serves one person and several alike."""
    return Event(at, act, new=new, sentence=sentence, many=sentence, words=words)


def _event_of_step(step: ConsentStep) -> Event:
    purpose = step.consent.get_purpose_display()
    sentence = _("%(who)s asked %(whom)s about %(purpose)s: %(new)s")
    birth_year = step.consent.individual.birth_year
    if birth_year is not None and step.at.year - birth_year <= AGE_OF_MAJORITY:
        # The sentence does not say that the person was asked, because the person may have been a child.
        sentence = _("%(who)s recorded for %(whom)s about %(purpose)s: %(new)s")
    if step.basis == Basis.GUARDIAN:
        # The representative of a child answered, so the sentence does not say that the child was asked.
        sentence = _("%(who)s recorded what was answered for %(whom)s about %(purpose)s: %(new)s")
    act = _("Consent: %(purpose)s") % {"purpose": purpose}
    return _event(step.at, act, step.get_status_display(), sentence, purpose=purpose)


def _event_of_notice(notice: PrivacyNotice) -> Event:
    sentence = _("Privacy notice to %(whom)s: %(new)s")
    return _event(notice.on, _("Privacy notice"), notice.get_state_display(), sentence)


def _event_of_basis(basis: FileBasis) -> Event:
    sentence = _("Basis of the file of %(whom)s: %(new)s")
    return _event(basis.on, _("Basis of the file"), basis.get_ground_display(), sentence)


STEP_FIELDS = ("consent__purpose", "consent__individual__birth_year", "basis", "status")
_of_day = partial(event_source_of_members, permission=P.CONSENT_READ, on="on", is_mistake=False)
# Placeholder rows, made when nobody answered; the timeline leaves them out.
EMPTY_NOTICE = Q(because=NotToldBecause.UNSAID)
EMPTY_BASIS = Q(ground=Ground.NONE_YET, note__isnull=True)

consents_timeline = TimelineSource(
    "consents",
    gettext_lazy("Consents"),
    P.CONSENT_READ,
    (
        EventSource(
            _valid_steps,
            "at",
            _event_of_step,
            by="by",
            person="consent__individual",
            fields=STEP_FIELDS,
        ),
        event_source_of_corrected_steps(
            ConsentStep,
            gettext_lazy("Consent"),
            _all_steps,
            lambda step: ConsentStatus(step.status).label,
        ),
        _of_day(PrivacyNotice, to_event=_event_of_notice, fields=("state",), without=EMPTY_NOTICE),
        _of_day(FileBasis, to_event=_event_of_basis, fields=("ground",), without=EMPTY_BASIS),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "basis.corrected": gettext_lazy("corrected on what a file is kept"),
    "basis.said": gettext_lazy("said on what a file is kept"),
    "notice.corrected": gettext_lazy("corrected a privacy notice"),
    "notice.not_yet": gettext_lazy("recorded that the privacy notice was not told yet"),
    "notice.told": gettext_lazy("recorded that the privacy notice was told"),
    "start.listed": gettext_lazy("looked at whose file lacks notice or basis"),
    "consent.asked": gettext_lazy("asked for a consent"),
    "consent.corrected": gettext_lazy("corrected an answer about a consent"),
    "consent.given": gettext_lazy("recorded a consent"),
    "consent.listed": gettext_lazy("looked at the list of consents"),
    "consent.read": gettext_lazy("opened a consent"),
    "consent.refused": gettext_lazy("recorded that a consent was refused"),
    "consent.withdrawn": gettext_lazy("recorded that a consent was withdrawn"),
}
