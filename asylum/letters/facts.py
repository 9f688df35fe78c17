"""The content of each kind of letter, and why it cannot be issued today."""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Q
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from asylum.letters.choices import NOT_FOR_THE_DEAD, LetterKind
from asylum.papers.choices import STANDING_RENUNCIATION, Signature, Wording
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.standing import standing_of
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from asylum.terms.sums import with_sums
from asylum.work_right.answers import besides_age, ended_claim, rights_to_work
from asylum.work_right.rules import WorkAnswer
from casework.claims.models import SubjectRequest
from casework.register.choices import ExitType
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.rules import AGE_OF_MAJORITY
from casework.tasks.choices import TaskKind
from casework.tasks.models import CaseTask
from pages.dates import short_date
from pages.refusals import ActionRefused
from reference.choices import AllowsWork, Country
from reference.models import WorkRule

Facts = dict[str, Any]

# Below this age the law speaks of children, not adolescents (Ley 1098 de 2006, art. 3): an adult brings them.
SPOKEN_TO_FROM = 12


def facts_of(
    kind: str, person: Individual, *, today: datetime.date, language: str, **asked: Any
) -> Facts:
    """The texts of a letter of this kind, in its language. Raises ActionRefused with what is missing."""
    if kind == LetterKind.EMPLOYER:
        # Queried once, for the refusal and for the letter.
        asked["right"] = _right(person, today)
        cannot = _gone(kind, person) or _lacks_right(person, today, asked["right"])
        asked["is_doubted"] = not cannot and _doubted(asked["right"]) is not None
        if asked["is_doubted"] and not asked.get("because", "").strip():
            raise ActionRefused(
                _("Say why the letter is made although the claim of its paper ended."),
                field="because",
            )
    else:
        cannot = why_not(kind, person, today)
    if cannot:
        raise ActionRefused(cannot)
    if kind == LetterKind.DECLARATION and not asked.get("is_sure"):
        _ask_who_answered(person)
    with override(language):
        texts = {name: value for name, value in asked.items() if isinstance(value, str)}
        filled = FILLED_IN[kind](person, today, asked) if kind in FILLED_IN else {}
        return {
            "name": person.full_name,
            "today": said(today),
            "day": [today.year, today.month, today.day],
            **texts,
            **filled,
        }


def why_not(kind: str, person: Individual, today: datetime.date) -> str:
    """Why such a letter cannot be issued today, in words; empty if it can."""
    check = LACKS.get(kind)
    return _gone(kind, person) or (check(person, today) if check else "")


def _gone(kind: str, person: Individual) -> str:
    if person.erased_on:
        return _("This person was erased.")
    died = kind in NOT_FOR_THE_DEAD and person.exits.standing().filter(type=ExitType.DIED).exists()
    return _("This person died.") if died else ""


def is_late(kind: str, person: Individual, today: datetime.date) -> bool:
    """Whether the term to appeal is over: the cover then does not say that the appeal is in time."""
    term = _appeal_terms(person).first() if kind == LetterKind.APPEAL else None
    return term is not None and term.due_on < today


def doubt_of_term(kind: str, person: Individual) -> str:
    """Why the last day on the cover of an appeal is uncertain; not printed."""
    term = _appeal_terms(person).first() if kind == LetterKind.APPEAL else None
    return term.doubt if term else ""


def is_demand_unknown(kind: str, person: Individual, today: datetime.date) -> bool:
    """Whether it is a declaration, and nobody knows whether the authority asks this person for one."""
    return kind == LetterKind.DECLARATION and standing_of(person, today).is_asked is None


class Visit(NamedTuple):
    """An appointment: place, day and hour."""

    key: str
    what: str
    on: datetime.date
    at_time: datetime.time | None
    place: str


def appointments_of(person: Individual, today: datetime.date) -> list[Visit]:
    """Future appointments of the person: interviews of their claim, their own, and those of the family that name
    nobody."""
    heard = ClaimInterview.objects.unsaid().filter(
        application__in=AsylumApplication.objects.open().filter(individual=person), on__gte=today
    )
    whose = Q(individual=person) | Q(individual=None)
    ahead = CaseTask.objects.open().filter(whose, kind=TaskKind.APPOINTMENT, due_on__gte=today)
    rows = [*heard, *ahead.filter(case=case_of(person, today))]
    return sorted(map(visit_of, rows), key=lambda visit: visit.on)


def visit_of(row: ClaimInterview | CaseTask) -> Visit:
    if isinstance(row, CaseTask):
        return Visit(str(row.pk), row.title, row.due_on, row.at_time, row.place or "")
    what = str(DeadlineKind.INTERVIEW.label)
    return Visit(str(row.pk), what, row.on, row.at_time, row.place or "")


def in_words(visit: Visit) -> Facts:
    """Day, hour and place as printed in a letter."""
    hour = time_format(visit.at_time, "H:i") if visit.at_time else ""
    return {"on": said(visit.on), "at_time": hour, "place": visit.place}


def answered_requests_of(person: Individual) -> Any:
    """Answered requests about the person's own data, newest first."""
    rows = SubjectRequest.objects.standing().filter(individual=person, answered_on__isnull=False)
    return rows.order_by("-answered_on")


def said(day: datetime.date | None) -> str:
    """Day first and month in words, so that the two are never confused."""
    return date_format(day, _("j F Y")) if day else ""


def _right(person: Individual, today: datetime.date) -> WorkAnswer | None:
    return rights_to_work([person], person.office.country, today).get(person.pk)


def claim_behind(kind: str, person: Individual, today: datetime.date) -> AsylumApplication | None:
    """The ended claim behind the permit that a letter to employers would be based on; None if there is none."""
    return _doubted(_right(person, today)) if kind == LetterKind.EMPLOYER else None


def _doubted(answer: WorkAnswer | None) -> AsylumApplication | None:
    paper = answer.paper if answer else None
    return ended_claim(paper) if isinstance(paper, Permit) else None


def _lacks_work(person: Individual, today: datetime.date) -> str:
    return _lacks_right(person, today, _right(person, today))


def _lacks_right(person: Individual, today: datetime.date, answer: WorkAnswer | None) -> str:
    if age_in_words := besides_age(person, person.office.country, today):
        return age_in_words
    if answer is None:
        return _("No paper on file that holds today says anything about work.")
    if answer.is_of_national:
        return _(
            "May work: is a national and needs no permit. To an employer the identity card says so, not this letter."
        )
    if answer.allows == AllowsWork.CONTESTED:
        return _("The sources contradict each other today: a letter could not promise anything.")
    return "" if answer.allows == AllowsWork.YES else _("The rule of today does not allow work.")


def _lacks_claim(person: Individual, today: datetime.date) -> str:
    claims = AsylumApplication.objects.filter(individual=person)
    if claims.pending_on(today).exists():
        return ""
    if claims.pending().exists():
        return _(
            "The term to appeal is over, and no appeal is on file: record the appeal, or the final refusal, first."
        )
    return _("No application of this person is lodged and pending.")


def _lacks_renunciation(person: Individual, today: datetime.date) -> str:
    standing = standing_of(person, today)
    if standing.is_asked is False:
        return _("The authority said that it does not ask this person to renounce.")
    if standing.is_concerned:
        return ""
    return _("Only an adult former member of a force is asked to renounce.")


def _ask_who_answered(person: Individual) -> None:
    """Asks for confirmation before somebody signs the same declaration twice, or is asked again after a refusal."""
    answered = Q(wording=Wording.PERMANENT) | Q(signature=Signature.REFUSED)
    papers = Renunciation.objects.filter(answered, status__in=STANDING_RENUNCIATION)
    paper = papers.filter(individual=person).first()
    if paper is None:
        return
    question = (
        _("This person did not want to sign on %(day)s. Is it asked of them again?")
        if paper.is_refusal
        else _(
            "This person signed such a declaration on %(day)s: %(state)s. Is another one signed?"
        )
    )
    said = {"day": short_date(paper.signed_on), "state": paper.get_status_display()}
    raise ActionRefused(question % said, field="is_sure")


def _lacks_signature(person: Individual, today: datetime.date) -> str:
    age = person.age_on(today)
    if age is None or age >= AGE_OF_MAJORITY:
        return ""
    return _(
        "A child gives no power of attorney: whoever represents the child does, on their own paper."
    )


def _lacks_appeal(person: Individual, today: datetime.date) -> str:
    return "" if _appeal_terms(person).exists() else _("No term to appeal runs for this person.")


def _lacks_appointment(person: Individual, today: datetime.date) -> str:
    return (
        ""
        if appointments_of(person, today)
        else _("No appointment and no interview of a claim of this person lies ahead.")
    )


def _lacks_answer(person: Individual, today: datetime.date) -> str:
    return (
        ""
        if answered_requests_of(person).exists()
        else _("No request about own data of this person is answered.")
    )


def _appeal_terms(person: Individual) -> Any:
    """Running terms to appeal, earliest end first."""
    running = LegalDeadline.objects.running().filter(
        application__individual=person, kind=DeadlineKind.APPEAL
    )
    rows = running.select_related("application", "rule").prefetch_related("extensions")
    return rows.order_by("due_on")


def _employer(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    answer: WorkAnswer = asked["right"]
    paper = getattr(answer.paper, "row", answer.paper)
    stated = _("The document itself states the right to work.")
    allowed = _("The rule in force today allows its holder to work.")
    grounds = grounds_in_words(answer)
    words = f"{allowed} {grounds['condition']}" if answer.rule else stated
    return {
        "paper": named(paper),
        "valid_until": end_on_paper(paper),
        "ends_on": answer.until.isoformat() if answer.until else "",
        "rule": words.strip(),
        "doubt": "yes" if asked["is_doubted"] else "",
        **grounds,
    }


def end_on_paper(paper: Any) -> str:
    """As printed on the paper: a last day that was only computed and not confirmed is not told to employers."""
    return "" if getattr(paper, "doubt", "") else said(paper.valid_until)


def grounds_in_words(answer: WorkAnswer) -> Facts:
    """What allows work: the rule with its condition, or empty if the paper itself states it."""
    rule: WorkRule | None = answer.rule  # type: ignore[assignment]
    return {
        "source": rule.legal_reference if rule else "",
        "condition": rule.condition if rule else "",
    }


def _certificate(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    return certified(AsylumApplication.objects.pending().get(individual=person))


def certified(claim: AsylumApplication) -> Facts:
    """Says that the claim is pending, not its stage: a landlord does not need to know of a negative decision."""
    return {
        "lodged_on": said(claim.lodged_on),
        "reference": claim.reference or "",
        "country": str(Country(claim.country).label),
    }


def _power(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    return {"reference": _reference(person)}


def _appeal(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    [term] = with_sums(_appeal_terms(person)[:1])
    return {
        "reference": term.application.reference or "",
        "notified_on": said(term.application.decided_on),
        "last_day": said(term.due_on),
        "in_time": "" if term.due_on < today else "yes",
        # What we doubt ourselves stands on the page where the cover is made: the authority reads how it is counted.
        "sum": term.sum_in_words or _more_time(term),
    }


def _more_time(term: LegalDeadline) -> str:
    """The later last day that the authority gave, and its paper."""
    given = term.newest_extension
    if given is None:
        return ""
    facts = {"day": said(given.granted_on), "was": said(given.was_on), "paper": given.paper}
    return _("extended on %(day)s, before it was %(was)s: %(paper)s") % facts


def _appointment(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    visit: Visit = asked["appointment"]
    age = person.age_on(today)
    is_brought = age is not None and age < SPOKEN_TO_FROM
    facts = {"ends_on": visit.on.isoformat(), "is_brought": "yes" if is_brought else ""}
    return in_words(visit) | facts


def _answer(person: Individual, today: datetime.date, asked: Facts) -> Facts:
    return answer_of(asked["request"])


def answer_of(request: SubjectRequest) -> Facts:
    return {
        "asked_for": str(request.get_kind_display()),
        "received_on": said(request.received_on),
        "answered_on": said(request.answered_on),
        "result": str(request.get_result_display()),
        "answer": request.answer or "",
    }


def _reference(person: Individual) -> str:
    claim = AsylumApplication.objects.open().filter(individual=person).first()
    return (claim.reference or "") if claim else ""


def named(paper: Any) -> str:
    """For example `Salvoconducto SC-2 000123`; without the number if none is on file."""
    kind = str(paper.get_type_display())
    return f"{kind} {paper.number}" if paper.number else kind


def names_of(paper: Any) -> set[str]:
    """The name of this paper in each language, as letters may have printed it."""
    names = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            names.add(named(paper))
    return names


LACKS: dict[str, Callable[[Individual, datetime.date], str]] = {
    LetterKind.EMPLOYER: _lacks_work,
    LetterKind.CERTIFICATE: _lacks_claim,
    LetterKind.DECLARATION: _lacks_renunciation,
    LetterKind.APPEAL: _lacks_appeal,
    LetterKind.POWER: _lacks_signature,
    LetterKind.APPOINTMENT: _lacks_appointment,
    LetterKind.ANSWER: _lacks_answer,
}
FILLED_IN: dict[str, Callable[[Individual, datetime.date, Facts], Facts]] = {
    LetterKind.EMPLOYER: _employer,
    LetterKind.CERTIFICATE: _certificate,
    LetterKind.POWER: _power,
    LetterKind.APPEAL: _appeal,
    LetterKind.APPOINTMENT: _appointment,
    LetterKind.REQUEST: _power,
    LetterKind.ANSWER: _answer,
}
