"""The content of each kind of letter, and why a letter cannot be issued today."""

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
from asylum.work_right.answers import age_limit_in_words, ended_claim, rights_to_work
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

# Younger people are children, not adolescents (Ley 1098 de 2006, art. 3): an adult brings them to an appointment.
ADOLESCENT_AGE = 12


def content_of_letter(
    kind: str, person: Individual, *, today: datetime.date, language: str, **answers: Any
) -> Facts:
    """Returns the texts of a letter of this kind in its language.

    `answers` are the answers of the form. Raises ActionRefused if the file lacks what such a letter states, and for unusual
    letters without a reason or confirmation.
    """
    if kind == LetterKind.EMPLOYER:
        # The refusal and the letter need the same answer.
        answers["right"] = _right(person, today)
        refusal = _why_not_for_person(kind, person) or _lacks_right(person, today, answers["right"])
        answers["is_doubted"] = not refusal and _ended_claim_behind(answers["right"]) is not None
        if answers["is_doubted"] and not answers.get("because", "").strip():
            raise ActionRefused(
                _("Say why the letter is made although the claim of its paper ended."),
                field="because",
            )
    else:
        refusal = why_not_issued(kind, person, today)
    if refusal:
        raise ActionRefused(refusal)
    if kind == LetterKind.DECLARATION and not answers.get("is_sure"):
        _ask_about_second_declaration(person)
    with override(language):
        texts = {name: value for name, value in answers.items() if isinstance(value, str)}
        facts = FACTS_BY_KIND[kind](person, today, answers) if kind in FACTS_BY_KIND else {}
        return {
            "name": person.full_name,
            "today": day_in_words(today),
            "day": [today.year, today.month, today.day],
            **texts,
            **facts,
        }


def why_not_issued(kind: str, person: Individual, today: datetime.date) -> str:
    """Returns a sentence that says why such a letter cannot be issued today; empty if it can."""
    check = CHECK_BY_KIND.get(kind)
    return _why_not_for_person(kind, person) or (check(person, today) if check else "")


def _why_not_for_person(kind: str, person: Individual) -> str:
    if person.erased_on:
        return _("This person was erased.")
    died = kind in NOT_FOR_THE_DEAD and person.exits.standing().filter(type=ExitType.DIED).exists()
    return _("This person died.") if died else ""


def is_late(kind: str, person: Individual, today: datetime.date) -> bool:
    """Returns whether the letter is the cover of an appeal whose term is over."""
    term = _appeal_terms(person).first() if kind == LetterKind.APPEAL else None
    return term is not None and term.due_on < today


def doubt_about_last_day(kind: str, person: Individual) -> str:
    """Says why the last day on the cover of an appeal is uncertain, which the cover does not print."""
    term = _appeal_terms(person).first() if kind == LetterKind.APPEAL else None
    return term.doubt if term else ""


def is_demand_unknown(kind: str, person: Individual, today: datetime.date) -> bool:
    """Returns whether the letter is a declaration and no statement is on file that the authority asks for one."""
    return kind == LetterKind.DECLARATION and standing_of(person, today).is_asked is None


class Visit(NamedTuple):
    """An appointment or an interview; `key` identifies its row."""

    key: str
    what: str
    on: datetime.date
    at_time: datetime.time | None
    place: str


def appointments_of(person: Individual, today: datetime.date) -> list[Visit]:
    """Returns appointments from today on, by day: interviews of the person's claim, their own appointments, and those of
    the family that name nobody."""
    interviews = ClaimInterview.objects.unsaid().filter(
        application__in=AsylumApplication.objects.open().filter(individual=person), on__gte=today
    )
    concerns_person = Q(individual=person) | Q(individual=None)
    tasks = CaseTask.objects.open().filter(
        concerns_person, kind=TaskKind.APPOINTMENT, due_on__gte=today
    )
    rows = [*interviews, *tasks.filter(case=case_of(person, today))]
    return sorted(map(visit_of, rows), key=lambda visit: visit.on)


def visit_of(row: ClaimInterview | CaseTask) -> Visit:
    if isinstance(row, CaseTask):
        return Visit(str(row.pk), row.title, row.due_on, row.at_time, row.place or "")
    what = str(DeadlineKind.INTERVIEW.label)
    return Visit(str(row.pk), what, row.on, row.at_time, row.place or "")


def appointment_in_words(visit: Visit) -> Facts:
    """Returns day, hour and place as a letter prints them."""
    hour = time_format(visit.at_time, "H:i") if visit.at_time else ""
    return {"on": day_in_words(visit.on), "at_time": hour, "place": visit.place}


def answered_requests_of(person: Individual) -> Any:
    """Returns answered requests about the person's own data, the newest first."""
    rows = SubjectRequest.objects.standing().filter(individual=person, answered_on__isnull=False)
    return rows.order_by("-answered_on")


def day_in_words(day: datetime.date | None) -> str:
    """Returns the day with the month as a word, so that nobody confuses day and month; empty without a day."""
    return date_format(day, _("j F Y")) if day else ""


def _right(person: Individual, today: datetime.date) -> WorkAnswer | None:
    return rights_to_work([person], person.office.country, today).get(person.pk)


def ended_claim_of_letter(
    kind: str, person: Individual, today: datetime.date
) -> AsylumApplication | None:
    """Returns the ended claim behind the permit that a letter to employers would name; None without one."""
    return _ended_claim_behind(_right(person, today)) if kind == LetterKind.EMPLOYER else None


def _ended_claim_behind(answer: WorkAnswer | None) -> AsylumApplication | None:
    paper = answer.paper if answer else None
    return ended_claim(paper) if isinstance(paper, Permit) else None


def _lacks_work(person: Individual, today: datetime.date) -> str:
    return _lacks_right(person, today, _right(person, today))


def _lacks_right(person: Individual, today: datetime.date, answer: WorkAnswer | None) -> str:
    if warning := age_limit_in_words(person, person.office.country, today):
        return warning
    if answer is None:
        return _("No paper on file that holds today says anything about work.")
    if answer.is_for_national:
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


def _ask_about_second_declaration(person: Individual) -> None:
    """Raises ActionRefused if the person has signed such a declaration, or refused to: the user confirms another one."""
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
    words = {"day": short_date(paper.signed_on), "state": paper.get_status_display()}
    raise ActionRefused(question % words, field="is_sure")


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
    """Returns running terms to appeal, the earliest end first."""
    running = LegalDeadline.objects.running().filter(
        application__individual=person, kind=DeadlineKind.APPEAL
    )
    rows = running.select_related("application", "rule").prefetch_related("extensions")
    return rows.order_by("due_on")


def _employer(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    answer: WorkAnswer = answers["right"]
    paper = getattr(answer.paper, "row", answer.paper)
    stated = _("The document itself states the right to work.")
    allowed = _("The rule in force today allows its holder to work.")
    grounds = grounds_in_words(answer)
    words = f"{allowed} {grounds['condition']}" if answer.rule else stated
    return {
        "paper": name_of_paper(paper),
        "valid_until": end_on_paper(paper),
        "ends_on": answer.until.isoformat() if answer.until else "",
        "rule": words.strip(),
        "doubt": "yes" if answers["is_doubted"] else "",
        **grounds,
    }


def end_on_paper(paper: Any) -> str:
    """Returns the last day for employers; empty if the day was computed by an uncertain rule."""
    return "" if getattr(paper, "doubt", "") else day_in_words(paper.valid_until)


def grounds_in_words(answer: WorkAnswer) -> Facts:
    """Returns the source and the condition of the rule that allows work; both empty if the paper states the right."""
    rule: WorkRule | None = answer.rule  # type: ignore[assignment]
    return {
        "source": rule.legal_reference if rule else "",
        "condition": rule.condition if rule else "",
    }


def _certificate(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    return certificate_facts(AsylumApplication.objects.pending().get(individual=person))


def certificate_facts(claim: AsylumApplication) -> Facts:
    """Returns facts about a pending claim. Leaves out its stage: a landlord need not know of a negative decision."""
    return {
        "lodged_on": day_in_words(claim.lodged_on),
        "reference": claim.reference or "",
        "country": str(Country(claim.country).label),
    }


def _power(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    return {"reference": _reference(person)}


def _appeal(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    [term] = with_sums(_appeal_terms(person)[:1])
    return {
        "reference": term.application.reference or "",
        "notified_on": day_in_words(term.application.decided_on),
        "last_day": day_in_words(term.due_on),
        "in_time": "" if term.due_on < today else "yes",
        # The cover prints how the day was counted. Doubts about the rule are shown only to the author.
        "sum": term.sum_in_words or _extension_in_words(term),
    }


def _extension_in_words(term: LegalDeadline) -> str:
    """Returns a sentence about the authority's extension of the term; empty without one."""
    extension = term.newest_extension
    if extension is None:
        return ""
    words = {
        "day": day_in_words(extension.granted_on),
        "was": day_in_words(extension.was_on),
        "paper": extension.paper,
    }
    return _("extended on %(day)s, before it was %(was)s: %(paper)s") % words


def _appointment(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    visit: Visit = answers["appointment"]
    age = person.age_on(today)
    is_brought = age is not None and age < ADOLESCENT_AGE
    facts = {"ends_on": visit.on.isoformat(), "is_brought": "yes" if is_brought else ""}
    return appointment_in_words(visit) | facts


def _answer(person: Individual, today: datetime.date, answers: Facts) -> Facts:
    return answer_of(answers["request"])


def answer_of(request: SubjectRequest) -> Facts:
    return {
        "asked_for": str(request.get_kind_display()),
        "received_on": day_in_words(request.received_on),
        "answered_on": day_in_words(request.answered_on),
        "result": str(request.get_result_display()),
        "answer": request.answer or "",
    }


def _reference(person: Individual) -> str:
    claim = AsylumApplication.objects.open().filter(individual=person).first()
    return (claim.reference or "") if claim else ""


def name_of_paper(paper: Any) -> str:
    """Returns for example `Salvoconducto SC-2 000123`; without the number if none is on file."""
    kind = str(paper.get_type_display())
    return f"{kind} {paper.number}" if paper.number else kind


def names_of(paper: Any) -> set[str]:
    """Returns the name of this paper in each language, as letters may have printed it."""
    names = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            names.add(name_of_paper(paper))
    return names


CHECK_BY_KIND: dict[str, Callable[[Individual, datetime.date], str]] = {
    LetterKind.EMPLOYER: _lacks_work,
    LetterKind.CERTIFICATE: _lacks_claim,
    LetterKind.DECLARATION: _lacks_renunciation,
    LetterKind.APPEAL: _lacks_appeal,
    LetterKind.POWER: _lacks_signature,
    LetterKind.APPOINTMENT: _lacks_appointment,
    LetterKind.ANSWER: _lacks_answer,
}
FACTS_BY_KIND: dict[str, Callable[[Individual, datetime.date, Facts], Facts]] = {
    LetterKind.EMPLOYER: _employer,
    LetterKind.CERTIFICATE: _certificate,
    LetterKind.POWER: _power,
    LetterKind.APPEAL: _appeal,
    LetterKind.APPOINTMENT: _appointment,
    LetterKind.REQUEST: _power,
    LetterKind.ANSWER: _answer,
}
