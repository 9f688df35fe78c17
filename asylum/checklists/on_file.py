"""Which papers of a checklist are on file, so that nobody asks for them; and what is on file about the others.

An expired permit or a revoked power of attorney does not count. An expired identity card still proves who somebody is.
"""

import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asylum.checklists.choices import (
    ACT,
    APPEAL,
    BIRTH,
    ENTRY,
    FAMILY,
    IDENTITY,
    INTERPRETER,
    NOTICE,
    POWER,
    PROTOCOL,
    REASONS,
    RENUNCIATION,
    SAFE_CONDUCT,
    SUMMONS,
)
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from asylum.papers.models.permit import Permit
from asylum.papers.standing import RenunciationStanding
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.nationals import DOCUMENTS_OF_NATIONALS
from casework.register.choices import DocumentType
from pages.dates import short_date

PERMITS = {SAFE_CONDUCT: PermitType.SC2, PROTOCOL: PermitType.PROTOCOL}
IDENTITY_PAPERS = {IDENTITY: DOCUMENTS_OF_NATIONALS, BIRTH: (DocumentType.BIRTH_CERTIFICATE,)}


def is_on_file(
    code: str,
    application: AsylumApplication,
    standing: RenunciationStanding,
    day: datetime.date,
    *,
    once: bool = False,
) -> bool:
    """Returns whether the paper of this code is on file on that day. With `once` an expired permit counts, too."""
    person = application.individual
    if code in PERMITS:
        permits = Permit.objects.filter(mistaken_on=None) if once else Permit.objects.held_on(day)
        return permits.filter(individual=person, type=PERMITS[code]).exists()
    if code in IDENTITY_PAPERS:
        papers = person.identity_documents.in_use(day)
        return papers.filter(type__in=IDENTITY_PAPERS[code]).exists()
    if code == RENUNCIATION:
        return standing.has_verified
    if code in (INTERPRETER, SUMMONS):
        interviews = application.interviews
        interview = interviews.unsaid().first() or interviews.set_days().last()
        fields = ("interpreter_id",) if code == INTERPRETER else ("at_time", "place")
        return bool(interview) and all(getattr(interview, name) for name in fields)
    if code == POWER:
        powers = Letter.objects.standing(day).filter(kind=LetterKind.POWER, individual=person)
        return powers.exclude(signed_on=None).exists()
    return False


STEPS: dict[str, str] = {ACT: ApplicationStatus.ADMITTED, APPEAL: ApplicationStatus.APPEALED}


def known_of(code: str, application: AsylumApplication) -> str:
    """Says what is on file about a paper that is not; empty for nothing. The paper may still be missing."""
    if code == ENTRY and application.entered_on:
        return _("entered on %(day)s") % {"day": short_date(application.entered_on)}
    if code == REASONS and application.statement:
        return _("the reasons, under Facts")
    if code == FAMILY:
        claims = application.dependants.made().count()
        words = ngettext("%(count)s claim of a relative", "%(count)s claims of relatives", claims)
        return words % {"count": claims} if claims else ""
    if code == NOTICE and application.decided_on:
        return _("notified on %(day)s") % {"day": short_date(application.decided_on)}
    if code in STEPS:
        steps = application.status_changes.standing().with_day().filter(status=STEPS[code])
        step = steps.order_by("-at").first()
        return f"{step.get_status_display()}, {short_date(step.day)}" if step else ""
    return ""
