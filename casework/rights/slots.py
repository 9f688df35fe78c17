"""Requests about own data and erasures on the file, in timeline, extract and audit log, and as due items; obstacles
to erasing a person."""

import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.querysets import users_with_permission
from casework.claims.choices import ASK_TO_COMPLETE, ENDS_THE_FILE
from casework.claims.models import SubjectRequest
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.plan.models import PlanGoal
from casework.referrals.models import Referral
from casework.register.choices import CaseStatus
from casework.register.models.case import Case, with_last_case
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today, with_people_of
from casework.rights.models import Erasure
from casework.slots.due import PersonDueSource
from casework.slots.extract import WHY_NO_MISTAKES, ExtractPart, rows_about
from casework.slots.holdings import rows_on_file
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, EventSource, TimelineSource, event_source_of_members
from casework.tasks.models import CaseTask
from pages.dates import short_date
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import Rows
from reference.calendar import law_of

subject_requests_due = PersonDueSource(
    kind="subject_request_due",
    title=gettext_lazy("Request about own data to answer"),
    permission=Permission.EXTRACT_MAKE,
    about=SubjectRequest,
    date="due_on",
    # The legal term also runs for a person who has left the family.
    rows_on=lambda today: with_last_case(SubjectRequest.objects.to_answer()).exclude(due_on=None),
    say=lambda request: (
        _("Request about own data: %(number)s") % {"number": request.individual.number}
    ),
    warns="rule__warn_days",
    actions=(),
    shown_in_panel="dates",
)


# Due on the day on which, by law, an incomplete complaint counts as given up; then a user closes it.
requests_incomplete = PersonDueSource(
    kind="subject_request_incomplete",
    title=gettext_lazy("Complaint about own data to be completed"),
    permission=Permission.EXTRACT_MAKE,
    about=SubjectRequest,
    date="completion_due_on",
    rows_on=lambda today: with_last_case(SubjectRequest.objects.incomplete()),
    say=lambda request: (
        _("The person was asked to complete a complaint: %(number)s")
        % {"number": request.individual.number}
    ),
    overdue=due.WARN,
    actions=(),
    shown_in_panel="dates",
)

# Users who answer for data get a notice on the same day, because the term of the claim is weeks ahead.
erasure_claims_due = PersonDueSource(
    kind="file_taken_back",
    title=gettext_lazy("Somebody wants the file gone"),
    permission=Permission.EXTRACT_MAKE,
    about=SubjectRequest,
    date="received_on",
    tells=True,
    rows_on=lambda today: with_last_case(SubjectRequest.objects.about_the_end()),
    say=lambda request: (
        (
            _("Claim pending, the file may not be used: %(number)s")
            if request.is_open
            else _("Granted, the file is to be erased: %(number)s")
        )
        % {"number": request.individual.number}
    ),
    overdue=due.WARN,
    actions=(),
    shown_in_panel="dates",
)


def open_case(individual: Individual, today: datetime.date) -> list[str]:
    """Returns obstacles to erasure: open cases of the person, and open tasks, goals and referrals about the person."""
    sentences = [
        _("%(case)s is open with this person in it: close the case or record that they left.")
        % {"case": number}
        for number in individual.memberships.on(today)
        .filter(case__status=CaseStatus.OPEN)
        .values_list("case__number", flat=True)
    ]
    if any(
        model.objects.filter(individual=individual).open().exists() for model in _MODELS_OF_WORK
    ):
        sentences.append(_("Tasks, goals or referrals about this person are open: settle them."))
    return sentences


_MODELS_OF_WORK = (CaseTask, PlanGoal, Referral)


def open_requests(individual: Individual, today: datetime.date) -> list[str]:
    """Returns obstacles to erasure: open requests whose answer needs data that would be destroyed."""
    other_requests = individual.subject_requests.open().exclude(kind__in=ENDS_THE_FILE)
    return [
        _("A request of %(day)s about the own data is not answered yet.")
        % {"day": short_date(request.received_on)}
        for request in other_requests
    ]


erasure_extract = ExtractPart(Erasure, gettext_lazy("Erasure"), first=["on"], author="by")

subject_request_extract = ExtractPart(
    SubjectRequest,
    gettext_lazy("Requests about the own data"),
    ["asked", "missing", "answer"],
    {"is_mistake": WHY_NO_MISTAKES},
    first=["kind", "received_on", "due_on", "is_extended"],
    rows=rows_about(SubjectRequest, is_mistake=False),
)


def _erasure_claims() -> Any:
    claims = SubjectRequest.objects.ending_the_file().filter(individual__in=[PLACEHOLDER])
    return claims.values("individual", "kind")


class SubjectRequestsPanel:
    """The requests of each person with their terms, and the link to the extract."""

    slug, title = "data-requests", gettext_lazy("Requests about the own data")
    permission = Permission.INDIVIDUAL_READ
    page = "papers"
    template = "casework/rights/subject_requests_panel.html"
    folded_without = ("has_requests",)
    glances_at = SubjectRequest

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        people = people_today(case, user)
        # The term also runs for a person who left, and the colleague who answers must find the request.
        requests_of_absent = with_last_case(
            SubjectRequest.objects.open().exclude(individual__in=people)
        )
        absent_people = requests_of_absent.filter(of_case=case.pk).values("individual")
        rows = with_is_corrected(
            SubjectRequest.objects.filter(
                Q(individual__in=people) | Q(individual__in=absent_people)
            )
        )
        requests = with_people_of(rows_on_file(case, rows.select_related("rule")), people)
        former_members = {each.individual for each in requests} - {*people}
        people += sorted(former_members, key=attrgetter("number"))
        requests_by_person: dict[Any, list[Any]] = {person.pk: [] for person in people}
        law = (
            law_of(case.office.country)
            if any(each.may_be_incomplete for each in requests)
            else None
        )
        for request in requests:
            if law and request.may_be_incomplete:
                request.ask_by = law.computed(ASK_TO_COMPLETE, request.received_on)[1]
            requests_by_person[request.individual_id].append(
                (request, request.is_overdue_on(today))
            )
        may_answer = can(user, Permission.EXTRACT_MAKE, about=case)
        waits_for_others = any(each.is_open for each in requests) and not may_answer
        return {
            "lines": [(person, requests_by_person[person.pk]) for person in people],
            "has_requests": bool(requests),
            "answerers": users_with_permission(case, Permission.EXTRACT_MAKE)
            if waits_for_others
            else [],
            "corrections": corrections_of(*requests),
            "may_record": can(user, Permission.INDIVIDUAL_CHANGE, about=case),
            "may_erase": can(user, Permission.INDIVIDUAL_ERASE, about=case),
            "may_answer": may_answer,
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys([each.pk for each in people_today(case, user)], _erasure_claims)

    def glance(self, case: Case, user: User, pending: Rows) -> list[Fact]:
        """The notes that the law requires on a file with a pending claim for erasure (Ley 1581 de 2012, art. 15)."""
        claims = [
            SubjectRequest(individual_id=UUID(row["individual"]), kind=row["kind"])
            for row in pending
        ]
        return [
            Fact(
                _("Claim pending: %(number)s, %(kind)s")
                % {"number": claim.individual.number, "kind": claim.get_kind_display()},
                Harm.LAW,
                "warn",
                who=(claim.individual.display_name,),
            )
            for claim in with_people_of(claims, people_today(case, user))
        ]


subject_requests_panel = SubjectRequestsPanel()


def _event_of_request(request: SubjectRequest) -> Event:
    return Event(
        request.received_on,
        _("Asked about the own data"),
        new=request.get_kind_display(),
        sentence=_("A request about the data of %(whom)s was recorded: %(new)s"),
    )


def _event_of_answer(request: SubjectRequest) -> Event:
    return Event(
        request.answered_on or request.received_on,
        _("Answered about the own data"),
        new=request.get_result_display(),
        sentence=_("A request about the data of %(whom)s was answered: %(new)s"),
    )


subject_requests_timeline = TimelineSource(
    "data-requests",
    gettext_lazy("Requests about the own data"),
    Permission.INDIVIDUAL_READ,
    (
        event_source_of_members(
            SubjectRequest,
            Permission.INDIVIDUAL_READ,
            "received_on",
            _event_of_request,
            fields=("kind",),
            is_mistake=False,
        ),
        event_source_of_members(
            SubjectRequest,
            Permission.INDIVIDUAL_READ,
            "answered_on",
            _event_of_answer,
            by="",
            fields=("result",),
            is_mistake=False,
        ),
    ),
    is_on_summary=False,
)


def _event_of_erasure(erasure: Erasure) -> Event:
    return Event(
        erasure.at,
        _("Erased"),
        new=erasure.get_reason_display(),
        sentence=_("%(who)s erased %(whom)s: %(new)s"),
    )


erasures_timeline = TimelineSource(
    "erasures",
    gettext_lazy("Erasures"),
    Permission.INDIVIDUAL_READ,
    (
        EventSource(
            lambda case, user: Erasure.objects.visible_to(user).filter(
                individual__memberships__case=case
            ),
            "at",
            _event_of_erasure,
            by="by",
            person="individual",
        ),
    ),
)

VERBS: dict[str, str | Promise] = {
    "extract.made": gettext_lazy("took out everything held about a person"),
    "individual.erased": gettext_lazy("erased a person"),
    "retention.listed": gettext_lazy("looked at whose file has been kept long enough"),
    "subject_request.answered": gettext_lazy("answered a request about own data"),
    "subject_request.corrected": gettext_lazy("corrected a request about own data"),
    "subject_request.completed": gettext_lazy(
        "recorded that a complaint about own data is complete"
    ),
    "subject_request.completion_asked": gettext_lazy(
        "asked somebody to complete a complaint about own data"
    ),
    "subject_request.given_up": gettext_lazy("closed a complaint that nobody completed"),
    "subject_request.extended": gettext_lazy("extended the term of a request about own data"),
    "subject_request.recorded": gettext_lazy("recorded a request about own data"),
}
