"""Pages of screeners. Each page records the look first; for all other users these URLs answer 404.

The pages hide the head of the case (`hides_file`), because the common log would record a look at the case.
"""

import uuid
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Max, Min
from django.db.models.functions import TruncDate
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission as P
from asylum.exclusion import actions as acts
from asylum.exclusion import forms
from asylum.exclusion.choices import STEPS_WITH_A_PAGE, StepKind
from asylum.exclusion.models import Screening, ScreeningPaper, ScreeningStep
from casework.compartments.actions import read_account
from casework.compartments.models import SealedAccount
from casework.register.models.individual import records_of
from casework.uploads.choices import FileType
from casework.uploads.views import sealed_file_response, takes_files
from pages.answers import form_response, sent
from pages.forms import ActionForm
from pages.frames import shown_in_our_iframe, with_iframes_allowed

PAGE = 25


@permission_required(P.SCREENING_READ)
def screening_list(request: StaffRequest) -> HttpResponse:
    """Lists accounts without a screening, and all screenings, the newest first."""
    user = request.user
    acts.record_look(None, by=user)
    accounts = SealedAccount.objects.visible_to(user, P.SCREENING_READ)
    handed_in = Screening.objects.without_screening(accounts)
    screenings = Screening.objects.visible_to(user).select_related("individual__merged_into")
    return render(
        request,
        "asylum/exclusion/list.html",
        {
            "handed_in": handed_in.select_related("individual__merged_into", "recorded_by"),
            "unread": set(handed_in.unread().values_list("pk", flat=True)),
            "undecided": set(Screening.objects.undecided(accounts).values_list("pk", flat=True)),
            "page_obj": Paginator(screenings.prefetch_related("steps__answered_by"), PAGE).get_page(
                request.GET.get("page")
            ),
        },
    )


@permission_required(P.SCREENING_READ)
def concern_read(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Shows a colleague's account, and who else read it."""
    account = _concern(request, pk)
    read_account(account, by=request.user)
    screenings = Screening.objects.visible_to(request.user).standing()
    return render(
        request,
        "asylum/exclusion/concern.html",
        {
            "hides_file": True,
            "account": account,
            "screening": screenings.about(records_of(account.person)).first(),
            "handlings": account.handlings.select_related("by")[:100],
        },
    )


@permission_required(P.SCREENING_CHANGE)
def screening_open(request: StaffRequest) -> HttpResponse:
    """Opens a screening without an account, for example because an authority or a lawyer asked."""
    acts.record_look(None, by=request.user)
    form = forms.OpenNumberedForm(request.POST or None, user=request.user)
    return form_response(
        request,
        form,
        _open_numbered,
        title=_("Open a screening"),
        done=_("The screening is open."),
        success_url=Screening.get_absolute_url,
        back=reverse("screening-list"),
        hides_file=True,
    )


def _open_numbered(*, person: Any, **facts: Any) -> Screening:
    return acts.open_screening(person, **facts)


@permission_required(P.SCREENING_CHANGE)
def screening_open_for(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Opens a screening for a colleague's account."""
    account = _concern(request, pk)
    read_account(account, by=request.user)
    return form_response(
        request,
        forms.OpenScreeningForm(request.POST or None),
        partial(
            acts.open_screening,
            account=account,
            referred_by=account.recorded_by.full_name,
            referred_on=account.written_on,
        ),
        account.person,
        title=_("Open a screening"),
        lead=f"{account.person.display_name} · {account.person.number}",
        done=_("The screening is open."),
        success_url=Screening.get_absolute_url,
        back=reverse("concern-read", args=[account.pk]),
        hides_file=True,
    )


@permission_required(P.SCREENING_READ)
def screening_read(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Shows all steps, the accounts about the person, and who looked."""
    screening = _screening(request, pk, P.SCREENING_READ)
    accounts = SealedAccount.objects.visible_to(request.user, P.SCREENING_READ)
    steps = screening.steps.select_related("answered_by", "answers", "by", "paper", "upload")
    return render(
        request,
        "asylum/exclusion/screening.html",
        {
            "hides_file": True,
            "screening": screening,
            "steps": [
                (step, step.waits and step.by_id != request.user.pk, not _stays(step, screening))
                for step in steps
            ],
            "is_open": not screening.is_mistaken and not screening.is_erased,
            "writes": [(kind.value, kind.label) for kind in STEPS_WITH_A_PAGE],
            "handed_in": accounts.filter(
                individual__in=[each.pk for each in records_of(screening.person)]
            ).select_related("recorded_by"),
            "looks": _looks(screening, steps),
        },
    )


def _stays(step: ScreeningStep, screening: Screening) -> bool:
    return not step.may_be_taken_back or (step.kind == StepKind.OPENED and screening.stays)


def _looks(screening: Screening, steps: Iterable[ScreeningStep]) -> list[dict[str, Any]]:
    """Returns by day who looked at the screening or at a paper, how often, and the first and last time."""
    papers = {step.kept_paper.pk: step.said for step in steps if step.kept_paper}
    by_day = screening.looks.annotate(day=TruncDate("at")).values("by__full_name", "day", "paper")
    looks = by_day.annotate(number=Count("pk"), first=Min("at"), last=Max("at"))
    rows = looks.order_by("-last", "by__full_name")[:100]
    return [each | {"said": papers.get(each["paper"], "")} for each in rows]


@permission_required(P.SCREENING_CHANGE)
def screening_write(request: StaffRequest, pk: uuid.UUID, kind: str) -> HttpResponse:
    if kind not in STEPS_WITH_A_PAGE:
        raise Http404
    screening = _screening(request, pk, P.SCREENING_CHANGE)
    # If an outcome was settled after the user opened the form, the form keeps the answer and the action refuses it.
    is_afterwards = kind == StepKind.REVIEWED and screening.is_settled
    is_afterwards = is_afterwards and not request.POST.get("outcome")
    form_class = forms.ReviewedAfterwardsForm if is_afterwards else forms.FORMS[kind]
    form = form_class(request.POST or None)
    return _answered(
        request,
        screening,
        form,
        partial(acts.write_step, kind=kind),
        screening,
        title=StepKind(kind).label,
        done=_("It is written down."),
    )


@takes_files
@permission_required(P.SCREENING_CHANGE)
def paper_keep(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Adds a scan or another file to the screening."""
    screening = _screening(request, pk, P.SCREENING_CHANGE)
    return _answered(
        request,
        screening,
        forms.KeepPaperForm(*sent(request)),
        acts.keep_paper,
        screening,
        title=_("Keep a paper"),
        done=_("The paper is kept here, and nowhere else; its file is being checked."),
    )


@permission_required(P.SCREENING_READ)
def paper_read(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Shows the description of the paper, the preview of an image, and the file in a frame."""
    paper = _paper(request, pk)
    context = {"hides_file": True, "paper": paper, "screening": paper.step.screening}
    return with_iframes_allowed(render(request, "asylum/exclusion/paper.html", context))


@permission_required(P.SCREENING_READ)
def paper_view(request: StaffRequest, pk: uuid.UUID) -> FileResponse:
    """Returns an image or a PDF for the page of the paper; only that page may frame it."""
    paper = _paper(request, pk)
    if not paper.is_shown_in_page:
        raise Http404
    response = sealed_file_response(paper, paper.file_name, paper.download_name)
    return shown_in_our_iframe(response) if paper.type == FileType.PDF else response


@permission_required(P.SCREENING_READ)
def paper_preview(request: StaffRequest, pk: uuid.UUID) -> FileResponse:
    """Returns the preview of an image."""
    paper = _paper(request, pk)
    if not paper.preview_name:
        raise Http404
    return sealed_file_response(paper, paper.preview_name, paper.download_name, "image/jpeg")


@permission_required(P.SCREENING_READ)
def paper_download(request: StaffRequest, pk: uuid.UUID) -> FileResponse:
    """Returns the file as an attachment, with a name that does not reveal that a screening exists."""
    paper = _paper(request, pk)
    return sealed_file_response(paper, paper.file_name, paper.download_name)


def _paper(request: StaffRequest, pk: uuid.UUID) -> ScreeningPaper:
    """Records the look and returns the paper. Raises Http404 if the user may not see it or its person is erased."""
    paper = get_visible_or_404(
        request, ScreeningPaper, pk, P.SCREENING_READ, "step__screening__individual__merged_into"
    )
    if paper.is_erased:
        raise Http404
    acts.record_look(paper.step.screening, paper=paper, by=request.user)
    return paper


def _step_page(
    act: Any, form: type[ActionForm], title: Promise, done: Promise, *, of: StepKind | None = None
) -> Any:
    """Returns a view that answers a step; with `of`, only a step of this kind."""

    @permission_required(P.SCREENING_CHANGE)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        step = get_visible_or_404(request, ScreeningStep, pk, P.SCREENING_CHANGE)
        if of and step.kind != of:
            raise Http404
        screening = _screening(request, step.screening_id, P.SCREENING_CHANGE)
        return _answered(
            request,
            screening,
            form(request.POST if request.method == "POST" else None),
            act,
            step,
            title=title,
            done=done,
            template="asylum/exclusion/step_answer.html",
            step=step,
        )

    return page


screening_confirm = _step_page(
    acts.confirm_conclusion,
    forms.ConfirmConclusionForm,
    gettext_lazy("Confirm the conclusion"),
    gettext_lazy("The conclusion is confirmed: from now on it counts."),
    of=StepKind.CONCLUDED,
)
screening_decline = _step_page(
    acts.decline_conclusion,
    forms.AnswerStepForm,
    gettext_lazy("Do not confirm the conclusion"),
    gettext_lazy("The conclusion does not count."),
    of=StepKind.CONCLUDED,
)
screening_take_back = _step_page(
    acts.take_back_step,
    forms.AnswerStepForm,
    gettext_lazy("Take back a step"),
    gettext_lazy("The step is taken back."),
)


def _answered(
    request: StaffRequest,
    screening: Screening,
    form: ActionForm,
    act: Any,
    row: Any,
    **context: Any,
) -> HttpResponse:
    """Answers with a form about a screening, which goes back to the screening."""
    back = reverse("screening-read", args=[screening.pk])
    lead = f"{screening.person.display_name} · {screening.person.number}"
    return form_response(
        request, form, act, row, lead=lead, back=back, is_named=False, hides_file=True, **context
    )


def _screening(request: StaffRequest, pk: uuid.UUID, permission: P) -> Screening:
    """Records the look and returns the screening with its steps. Raises Http404 if the user may not see it."""
    rows = Screening.objects.visible_to(request.user, permission)
    related = rows.select_related("individual__merged_into", "opened_by")
    screening: Screening = get_object_or_404(related.prefetch_related("steps__answered_by"), pk=pk)
    acts.record_look(screening, by=request.user)
    return screening


def _concern(request: StaffRequest, pk: uuid.UUID) -> SealedAccount:
    related = ("individual__merged_into", "recorded_by")
    return get_visible_or_404(request, SealedAccount, pk, P.SCREENING_READ, *related)
