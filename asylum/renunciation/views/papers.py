"""Pages about one renunciation."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.evidence.models import StandingReview
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.papers.standing import standing_of
from asylum.people.second_person import second_person
from asylum.procedure.forms import as_shown
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.steps import may_date, steps_with_own_day
from asylum.procedure.views import correction_page, state_recorded, step_page
from asylum.renunciation import actions, corrections
from asylum.renunciation.forms import (
    CorrectRenunciationForm,
    DemandForm,
    RecordRenunciationForm,
    RenunciationMistakeForm,
    StepForm,
    SubmitForm,
    VerifyWithScanForm,
)
from asylum.renunciation.offers import steps_for
from asylum.scans.forms import WithScan
from asylum.scans.slots import scans_for_page
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from casework.register.views import person_file_url
from casework.uploads.views import takes_files
from pages.answers import form_response, sent, way_back
from pages.dates import short_date
from pages.forms import ActionForm


@permission_required(P.RENUNCIATION_READ)
def renunciation_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    paper = get_object_or_404(
        Renunciation.objects.visible_to(request.user).select_related(
            "individual",
            "case",
            "municipality",
            "authority",
            "accepted_by",
            "recorded_by",
            "verified_by",
        ),
        pk=pk,
    )
    record_read("renunciation.read", by=request.user, about=paper, case=paper.case)
    may_change = bool(can(request.user, P.RENUNCIATION_CHANGE, paper))
    history = list(paper.status_changes.with_day().with_mistake().select_related("by", "authority"))
    last = next((step for step in history if not step.is_mistake), None)
    for step in history:
        step.is_closed = step != last and not may_date(step, request.user)
        if step.status == RenunciationStatus.VERIFIED and not step.is_mistake:
            step.authority = paper.accepted_by
    return render(
        request,
        "asylum/renunciation_detail.html",
        {
            "paper": paper,
            "person": paper.individual,
            "may_change": may_change,
            "may_read_file": can(request.user, P.EVIDENCE_READ, paper.individual),
            "corrections": Correction.objects.of(paper, *steps_with_own_day(history))
            if may_change
            else (),
            "second": _who_can_verify(paper, request.user),
            "review": _open_review(request.user, paper),
            "may_resolve": can(request.user, P.EVIDENCE_CHANGE, paper.individual),
            "steps": steps_for(paper, request.user),
            "history": history,
            **scans_for_page(paper, request.user),
        },
    )


@takes_files
@permission_required(P.RENUNCIATION_CHANGE)
def record_renunciation(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.RENUNCIATION_CHANGE), pk=individual
    )
    record_read("individual.read", by=request.user, about=person)
    form = RecordRenunciationForm(
        *sent(request),
        user=request.user,
        row=person,
        initial={"signed_on": request.user.today()},
        is_known=bool(actions.is_asked(person)),
    )
    return form_response(
        request,
        form,
        actions.record_renunciation,
        person,
        title=_("Record a renunciation"),
        done=paper_recorded,
        back=person_file_url(request, person, "law", "renunciation"),
        success_url=Renunciation.get_absolute_url,
        template="asylum/form_about_person.html",
        person=person,
        cannot=actions.why_not_asked(person, on=request.user.today()),
    )


@permission_required(P.RENUNCIATION_CHANGE)
def record_demand(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    """Records whether the authority asks one person for a renunciation."""
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.RENUNCIATION_CHANGE), pk=individual
    )
    return form_response(
        request,
        DemandForm(request.POST or None),
        actions.record_demand,
        person,
        title=_("What the authority says"),
        done=statement_recorded,
        back=way_back(request, person_file_url(request, person, "law", "renunciation")),
        looks=lambda: record_read("individual.read", by=request.user, about=person),
        template="asylum/form_about_person.html",
        person=person,
        note=actions.why_not_asked(person, on=request.user.today()),
    )


def _step(
    action: Callable[..., Renunciation],
    permission: P,
    title: str | Promise,
    form_class: type[ActionForm] = StepForm,
    *,
    to: RenunciationStatus | None = None,
) -> Callable[..., Any]:
    """Returns a view that records one step of a paper.

    `to` names a state after which the person's claim may need a review; the page then lists the claims.
    """

    @permission_required(permission)
    def step(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        paper = get_object_or_404(
            Renunciation.objects.visible_to(request.user, permission).select_related(
                "individual", "case", "recorded_by", "municipality", "authority"
            ),
            pk=pk,
        )
        about = {"user": request.user, "row": paper} if issubclass(form_class, WithScan) else {}
        return form_response(
            request,
            as_shown(form_class, *sent(request), about=paper, **about),
            action,
            paper,
            title=title,
            done=state_recorded,
            back=paper.get_absolute_url(),
            looks=lambda: record_read(
                "renunciation.read", by=request.user, about=paper, case=paper.case
            ),
            template="asylum/renunciation_step.html",
            paper=paper,
            person=paper.individual,
            claims=_claims_to_review(request.user, paper, to) if to else (),
            review=_open_review(request.user, paper),
            may_change=True,
            cancel_url=paper.get_absolute_url(),
        )

    return step


def _who_can_verify(paper: Renunciation, user: User) -> str:
    """Returns a sentence about who can verify the paper, for its author; empty for others."""
    if paper.recorded_by_id != user.pk or not paper.is_awaiting_verification:
        return ""
    return second_person(paper.individual, P.RENUNCIATION_VERIFY, {user.pk}, user)


def _open_review(user: User, paper: Renunciation) -> StandingReview | None:
    """Returns the person's open review; None without one, or if the user may not read evidence."""
    return (
        StandingReview.objects.visible_to(user).open().filter(individual=paper.individual).first()
    )


def _claims_to_review(user: User, paper: Renunciation, to: RenunciationStatus) -> Any:
    """Returns claims of the person that continued and will have no verified renunciation after this step."""
    person = paper.individual
    verified = Renunciation.objects.signed().verified().filter(individual=person)
    is_asked = standing_of(person, user.today()).is_asked is not False
    claims = AsylumApplication.objects.visible_to(user).under_a_renunciation()
    if is_asked and actions.makes_claim_doubtful(paper, to) and not verified.exclude(pk=paper.pk):
        return claims.filter(individual=person)
    return claims.none()


submit_renunciation = _step(
    actions.submit_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("Hand it to the authority"),
    SubmitForm,
)
verify_renunciation = takes_files(
    _step(
        actions.verify_renunciation,
        P.RENUNCIATION_VERIFY,
        gettext_lazy("The authority accepted it"),
        VerifyWithScanForm,
    )
)
postpone_renunciation = _step(
    actions.postpone_renunciation,
    P.RENUNCIATION_VERIFY,
    gettext_lazy("The authority does not accept it yet"),
    to=RenunciationStatus.NOT_YET,
)
refuse_renunciation = _step(
    actions.refuse_renunciation,
    P.RENUNCIATION_VERIFY,
    gettext_lazy("The authority refused it"),
    to=RenunciationStatus.REFUSED,
)
withdraw_renunciation = _step(
    actions.withdraw_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("The person took it back"),
    to=RenunciationStatus.WITHDRAWN,
)
retract_renunciation = _step(
    actions.retract_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("It was recorded by mistake"),
    RenunciationMistakeForm,
    to=RenunciationStatus.MISTAKEN,
)


def paper_recorded(paper: Renunciation) -> str:
    """Returns the message after a paper was recorded; a refusal to sign is not called a renunciation."""
    if paper.is_refusal:
        return _("It is on file that the person did not sign.")
    return _("The renunciation was recorded.")


def statement_recorded(statement: Any) -> str:
    """Returns the message after a statement was recorded; if a later one counts, names its day."""
    recorded = _("The word of the authority was recorded.")
    newest = statement.individual.renunciation_demands.standing().first()
    if newest == statement:
        return recorded
    older = _("It keeps its place among the earlier ones: that of %(day)s stands.")
    return f"{recorded} {older % {'day': short_date(newest.on)}}"


correct_renunciation = correction_page(
    Renunciation,
    P.RENUNCIATION_CHANGE,
    CorrectRenunciationForm,
    corrections.correct_renunciation,
    verb="renunciation.read",
    title=gettext_lazy("Correct the renunciation"),
    passes_row=True,
)


correct_renunciation_step = step_page(
    RenunciationStatusChange,
    P.RENUNCIATION_CHANGE,
    corrections.correct_renunciation_step,
    verb="renunciation.read",
)
