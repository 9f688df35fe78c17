"""Pages about applications and their interviews."""

import uuid
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.checklists.querysets import checklist_of
from asylum.claims import actions, corrections
from asylum.claims.charts import stages_chart
from asylum.claims.filters import ApplicationListFilter
from asylum.claims.forms import CorrectApplicationForm, LodgeForm, MoveForm
from asylum.claims.hearings import record_hearing
from asylum.filing import days as filing_days
from asylum.filing.days import goes_with_adult
from asylum.interviews.forms import RecordInterviewForm
from asylum.interviews.querysets import to_ask_about, with_set_day
from asylum.letters.choices import LetterKind
from asylum.letters.grounds import mark_invalid
from asylum.letters.models import Letter
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.standing import standing_of
from asylum.pathways.choices import UNDER_A_RENUNCIATION, ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayStage
from asylum.pathways.rules import FILING_RULE
from asylum.people.querysets import of_the_dead
from asylum.permits.visas import with_visas
from asylum.procedure.decisions import earlier_decisions
from asylum.procedure.forms import as_shown
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from asylum.procedure.nationals import sentence_about_nationality
from asylum.procedure.steps import steps_with_own_day
from asylum.procedure.views import correction_page, state_recorded, step_page
from asylum.terms import actions as terms_actions
from asylum.terms.sums import with_sums
from casework.children.slots import who_signs
from casework.corrections.models import Correction
from casework.register.models.individual import Individual, non_name_fields
from casework.register.views import person_file_url
from casework.slots.papers import warn_of_invalid_papers
from pages.answers import form_response, pressed, whom
from pages.forms import on_file
from pages.lists import StandingTab, list_page
from reference.calendar import computed_day


@permission_required(P.APPLICATION_READ)
def application_list(request: StaffRequest) -> HttpResponse:
    record_read("application.listed", by=request.user)
    return list_page(
        request,
        _applications,
        filterset=ApplicationListFilter,
        without_filters=_applications_at_first,
        template="asylum/application_list.html",
        list_title=_("Applications"),
        standing=[
            StandingTab(_("Applications"), ""),
            StandingTab(ApplicationStatus.MISTAKEN.label, f"status={ApplicationStatus.MISTAKEN}"),
        ],
        chart=lambda: stages_chart(request.user),
        empty_text=_("Applications are lodged from the page of a case that was referred to legal."),
    )


def _applications(reader: User) -> QuerySet[AsylumApplication]:
    rows: QuerySet[AsylumApplication] = (
        AsylumApplication.objects.visible_to(reader)
        .select_related("individual")
        .annotate(is_of_the_dead=of_the_dead("individual"))
        .defer(
            "grounds",
            "statement",
            *non_name_fields("individual", "nationality", "second_nationality"),
        )
        .prefetch_related("deadlines")
    )
    return rows


def _applications_at_first(reader: User) -> QuerySet[AsylumApplication]:
    """Returns the rows of the list without filters: leaves out mistakes, as `ApplicationListFilter` does."""
    return _applications(reader).exclude(status=ApplicationStatus.MISTAKEN)


@permission_required(P.APPLICATION_READ)
def application_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    application = get_object_or_404(
        AsylumApplication.objects.visible_to(request.user)
        .select_related("individual__office", "case")
        .annotate(is_of_the_dead=of_the_dead("individual")),
        pk=pk,
    )
    family = AsylumApplication.objects.visible_to(request.user).select_related("individual")
    may_change = bool(can(request.user, P.APPLICATION_CHANGE, application))
    history = _history_of(application)
    started = with_sums(application.deadlines.started_terms().with_reasons())
    terms = sorted(started, key=lambda term: not term.is_running)
    for term in terms:
        term.application = application
    with_visas(terms, _permits_of(application, request.user).all)
    interviews = list(with_set_day(application.interviews.select_related("interpreter")))
    corrected = [application, *terms, *steps_with_own_day(history), *interviews]
    record_read("application.read", by=request.user, about=application, case=application.case)
    return render(
        request,
        "asylum/application_detail.html",
        {
            "application": application,
            "person": application.individual,
            "national": sentence_about_nationality(application.individual, application.country),
            "signers": who_signs(application.individual, request.user.today()),
            "principal": family.filter(pk=application.depends_on_id).first(),
            "dependants": family.filter(depends_on=application),
            "stage": PathwayStage.objects.stage(application.country, application.status),
            "standing": standing_of(application.individual, request.user.today())
            if application.status in UNDER_A_RENUNCIATION
            else None,
            "is_late_without_reason": filing_days.is_late_without_reason(application),
            "covers": _outdated_covers(request.user, application),
            "fallen": _fallen_paper(request.user, application),
            "may_change": may_change,
            "moves": _next_steps(application) if may_change else [],
            "mistake": ApplicationStatus.MISTAKEN in application.lawful_moves and may_change,
            "deadlines": terms,
            "none_runs": _why_none_runs(application, terms),
            "history": _with_interviews(history, interviews),
            "checklist": checklist_of(application) if may_change else None,
            "interviews": interviews,
            "is_interview_ahead": any(
                term.is_running and term.kind == DeadlineKind.INTERVIEW for term in terms
            ),
            "decisions": earlier_decisions(application),
            "corrections": Correction.objects.of(*corrected) if may_change else (),
        },
    )


def _history_of(application: AsylumApplication) -> list[Any]:
    """Returns the steps of the claim, with their corrected days and whether they are mistakes."""
    steps = application.status_changes.without_same_day_draft().with_day().with_mistake()
    return list(steps.select_related("by"))


def _with_interviews(history: list[Any], interviews: list[Any]) -> list[Any]:
    """Returns the steps; `heard` of a summons is the day and hour of its interview."""
    days = {each.summons_id: each.set_in_words for each in interviews}
    for step in history:
        step.heard = days.get(step.pk, "")
    return history


def _permits_of(application: AsylumApplication, user: User) -> QuerySet[Permit]:
    return Permit.objects.visible_to(user).filter(individual=application.individual_id)


def _why_none_runs(application: AsylumApplication, terms: list[LegalDeadline]) -> str:
    """Returns a sentence that says why an open claim has no running term; empty if a term runs or the claim has ended."""
    is_over = not application.is_open or application.is_of_the_dead
    if is_over or any(term.is_running for term in terms):
        return ""
    if terms_actions.terms_started_by(application, application.status):
        return _("No legal term runs now: that of this state has ended, or its day is not known.")
    state = {"state": application.get_status_display()}
    if application.status == ApplicationStatus.REOPENED:
        return (
            _(
                "No legal term runs now. What ran before the claim was archived ended with it, and the law on file gives none "
                "for “%(state)s”: where the authority gives a day, set a task for it."
            )
            % state
        )
    return _("No legal term runs now: the law on file gives none for “%(state)s”.") % state


def _next_steps(application: AsylumApplication) -> list[tuple[str, str]]:
    """Returns the next steps without "mistake", which has its own link."""
    moves = application.moves_in_words
    return [(state, label) for state, label in moves if state != ApplicationStatus.MISTAKEN]


def _outdated_covers(user: User, application: AsylumApplication) -> list[Letter]:
    """Returns cover letters of appeals that are no longer valid, or whose facts were corrected since."""
    rows = Letter.objects.visible_to(user).standing(user.today())
    rows = rows.filter(individual=application.individual_id, kind=LetterKind.APPEAL)
    marked = mark_invalid(rows.select_related("individual__office"), user.today())
    return [letter for letter in marked if letter.has_fallen or letter.has_changed]


def _fallen_paper(user: User, application: AsylumApplication) -> Renunciation | None:
    """Returns a renunciation that was not accepted or was withdrawn although this claim continued.

    None without one, or if the user may not read renunciations.
    """
    if application.status not in UNDER_A_RENUNCIATION:
        return None
    papers = Renunciation.objects.visible_to(user).filter(individual=application.individual_id)
    fallen: Renunciation | None = papers.fallen().first()
    return fallen


@permission_required(P.APPLICATION_CHANGE)
def lodge_application(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related("arrival"),
        pk=individual,
    )
    record_read("individual.read", by=request.user, about=person)
    entered_on = person.arrival.on if person.arrival else None
    country = person.office.country
    rule, last_day = None, None
    if entered_on and country not in person.nationalities:
        rule, last_day = computed_day(FILING_RULE, entered_on, country=country)
    form = LodgeForm(
        request.POST or None, initial={"entered_on": entered_on}, person=person, user=request.user
    )

    def act(person: Individual, **facts: Any) -> AsylumApplication:
        is_lodged = form.cleaned_data["lodged_on"] is not None
        action = actions.lodge_application if is_lodged else actions.prepare_application
        return action(person, **facts)

    return form_response(
        request,
        form,
        act,
        person,
        done=_("The application was recorded."),
        back=person_file_url(request, person, "law", "applications"),
        success_url=AsylumApplication.get_absolute_url,
        template="asylum/application_lodge.html",
        person=person,
        national=sentence_about_nationality(person, country),
        signers=who_signs(person, request.user.today()),
        last_day=last_day,
        goes_with_adult=last_day is not None and goes_with_adult(person, request.user),
        doubts=rule.doubts_of_day if rule else (),
    )


@permission_required(P.APPLICATION_CHANGE)
def move_application(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    application = get_object_or_404(
        AsylumApplication.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related(
            "individual"
        ),
        pk=pk,
    )
    form = as_shown(
        MoveForm,
        request.POST or None,
        about=application,
        application=application,
        chosen=request.GET.get("to", ""),
    )
    return form_response(
        request,
        form,
        actions.move_application,
        application,
        done=state_recorded,
        undo=_undo_of,
        back=application.get_absolute_url(),
        looks=lambda: record_read(
            "application.read", by=request.user, about=application, case=application.case
        ),
        template="asylum/application_move.html",
        application=application,
        person=application.individual,
    )


def _undo_of(moved: AsylumApplication) -> str:
    is_last = moved.status not in DATED_BY_THE_FORM
    return (
        reverse("application-move-undo", args=[moved.status_changes.latest("at").pk])
        if is_last
        else ""
    )


@permission_required(P.APPLICATION_CHANGE)
@require_POST
def move_application_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Marks the step as a mistake, from the undo button beside the message. A day later the page of the step asks for a
    reason."""
    rows = ApplicationStatusChange.objects.visible_to(request.user, P.APPLICATION_CHANGE)
    step = get_object_or_404(rows.select_related("application__individual"), pk=pk)
    claim = step.application
    done = _("The step is taken back, as recorded by mistake.")
    done = " · ".join(filter(None, (whom(claim), done)))
    pressed(request, corrections.correct_application_step, step, is_mistake=True, done=done)
    return redirect(claim.get_absolute_url())


@permission_required(P.APPLICATION_CHANGE)
def claim_interview(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    interview = get_object_or_404(
        with_set_day(
            ClaimInterview.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related(
                "application__individual__office", "application__case"
            )
        ),
        pk=pk,
    )
    claim = interview.application
    record_read("application.read", by=request.user, about=claim, case=claim.case)
    form = RecordInterviewForm(
        request.POST or None,
        initial=on_file(RecordInterviewForm, interview) | {"reason": interview.excuse},
        user=request.user,
        chosen=interview.interpreter_id,
    )
    return form_response(
        request,
        form,
        record_hearing,
        interview,
        title=_("Interview with the authority"),
        done=_("The interview was recorded."),
        back=claim.get_absolute_url(),
        success_url=lambda heard: _onward(request, claim),
        template="asylum/interview.html",
        interview=interview,
        application=claim,
        is_to_be_asked_about=to_ask_about(request.user.today()).filter(pk=interview.pk).exists(),
        missing=checklist_of(claim).missing_before(ApplicationStatus.INTERVIEWED),
        person=claim.individual,
    )


def _onward(request: StaffRequest, claim: AsylumApplication) -> str:
    """Returns the URL of the claim, and warns of notices that are void because the interview changed."""
    warn_of_invalid_papers(request, claim.case, request.user, claim.individual)
    return claim.get_absolute_url()


correct_application = correction_page(
    AsylumApplication,
    P.APPLICATION_CHANGE,
    CorrectApplicationForm,
    corrections.correct_application,
    verb="application.read",
    title=gettext_lazy("Correct the application"),
    passes_row=True,
)


correct_application_step = step_page(
    ApplicationStatusChange,
    P.APPLICATION_CHANGE,
    corrections.correct_application_step,
    verb="application.read",
)
