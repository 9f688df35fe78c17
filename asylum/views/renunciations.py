"""Pages about renunciations."""

import uuid
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.actions import renunciations
from asylum.actions.steps import may_date
from asylum.choices import RenunciationStatus
from asylum.evidence.models import StandingReview
from asylum.filters import PersonFilter, RenunciationFilter
from asylum.forms.renunciations import (
    DemandForm,
    RenunciationMistakeForm,
    StepForm,
    SubmitForm,
)
from asylum.forms.scans import RecordRenunciationForm, VerifyWithScanForm, WithScan
from asylum.forms.shown import as_shown
from asylum.models import AsylumApplication, Renunciation
from asylum.offers import steps_for
from asylum.querysets.missing import Missing
from asylum.querysets.steps import own_days
from asylum.scans import shown_of
from asylum.second_person import second_person
from asylum.standing import WordsBesides, standing_of
from asylum.views.words import paper_recorded, state_recorded, word_recorded
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from casework.register.views import part_about
from casework.search.nobody_visible import sentence_if_nobody_visible
from casework.uploads.views import takes_files
from pages.answers import answer, sent, way_back
from pages.forms import ActionForm
from pages.lists import list_page
from pages.questions import kept_count


def renunciation_tabs(
    request: StaffRequest, missing: Missing, current: str
) -> list[dict[str, Any]]:
    listing = reverse("renunciation-list")
    tabs = [
        (
            "missing",
            reverse("renunciation-missing"),
            _("Without a signed permanent declaration"),
            missing.papers_counted,
        ),
        (
            "unknown",
            reverse("renunciation-unknown"),
            _("Nobody knows whether the authority asks"),
            missing.words_counted,
        ),
        ("all", listing, _("All papers"), None),
    ]
    if request.user.holds(P.RENUNCIATION_VERIFY):
        waiting = kept_count(_to_verify, request.user)
        tabs.insert(1, ("to_verify", f"{listing}?to_verify=on", _("For me to verify"), waiting))
    if request.user.holds(P.EVIDENCE_READ):
        tabs.append(("groups", reverse("group-report-list"), _("Reported of groups"), None))
    return [
        {"url": url, "label": label, "count": count, "is_current": slug == current}
        for slug, url, label, count in tabs
    ]


def _to_verify(user: User) -> Any:
    return Renunciation.objects.visible_to(user).verifiable_by(user).order_by().values("pk")


def _awaiting(user: User) -> Any:
    return Renunciation.objects.visible_to(user).awaiting_verification().order_by().values("pk")


def _said_of_verifying(request: StaffRequest) -> str:
    """How many papers wait for verification, and how many of them this user may verify: not their own."""
    user = request.user
    if not (request.GET.get("to_verify") and user.holds(P.RENUNCIATION_VERIFY)):
        return ""
    return _(
        "%(mine)s that you can verify, %(all)s in all: nobody verifies what they recorded."
    ) % {
        "mine": kept_count(_to_verify, user),
        "all": kept_count(_awaiting, user),
    }


@needs(P.RENUNCIATION_READ)
def renunciation_list(request: StaffRequest) -> HttpResponse:
    rows = Renunciation.objects.visible_to(request.user).select_related("individual", "recorded_by")
    record_read("renunciation.listed", by=request.user)
    return list_page(
        request,
        rows,
        filterset=RenunciationFilter,
        template="asylum/renunciation_list.html",
        list_title=_("Renunciations"),
        tabs=renunciation_tabs(
            request,
            Missing(request.user),
            "to_verify" if request.GET.get("to_verify") else "all",
        ),
        said_of_verifying=_said_of_verifying(request),
        empty_text=_("No paper was recorded yet."),
    )


@needs(P.RENUNCIATION_READ)
def renunciation_missing(request: StaffRequest, words_besides: WordsBesides) -> HttpResponse:
    missing = Missing(request.user)
    return _people(
        request,
        missing,
        missing.papers,
        "missing",
        words_besides,
        list_title=_("Asked by the authority, without a signed permanent declaration"),
        empty_text=_("Everybody whom the authority asks has signed a permanent declaration."),
    )


@needs(P.RENUNCIATION_READ)
def renunciation_unknown(request: StaffRequest, words_besides: WordsBesides) -> HttpResponse:
    """Adults who served, without a statement of the authority on file."""
    missing = Missing(request.user)
    return _people(
        request,
        missing,
        missing.words,
        "unknown",
        words_besides,
        list_title=_("Who served, and nobody knows whether the authority asks"),
        empty_text=_("The word of the authority is on file for every adult who served."),
    )


def _people(
    request: StaffRequest,
    missing: Missing,
    rows: Any,
    tab: str,
    words_besides: WordsBesides,
    *,
    list_title: str,
    empty_text: str,
) -> HttpResponse:
    record_read("renunciation.listed", by=request.user)
    return list_page(
        request,
        rows.select_related("arrival"),
        filterset=PersonFilter,
        completed=lambda people: _with_words(people, words_besides(people, request.user)),
        template="asylum/renunciation_missing.html",
        tabs=renunciation_tabs(request, missing, tab),
        may_change=request.user.holds(P.RENUNCIATION_CHANGE),
        is_word_missing=tab == "unknown",
        list_title=list_title,
        empty_because=partial(sentence_if_nobody_visible, request.user, P.RENUNCIATION_READ),
        empty_text=empty_text,
    )


def _with_words(people: list[Any], words: Mapping[uuid.UUID, str]) -> list[Any]:
    """The people; `besides` of each says what else depends on the renunciation."""
    for person in people:
        person.besides = words.get(person.pk, "")
    return people


@needs(P.RENUNCIATION_READ)
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
            "corrections": Correction.objects.of(paper, *own_days(history)) if may_change else (),
            "second": _second_of(paper, request.user),
            "review": _open_review(request.user, paper),
            "may_resolve": can(request.user, P.EVIDENCE_CHANGE, paper.individual),
            "steps": steps_for(paper, request.user),
            "history": history,
            **shown_of(paper, request.user),
        },
    )


@takes_files
@needs(P.RENUNCIATION_CHANGE)
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
        is_known=bool(renunciations.is_asked(person)),
    )
    return answer(
        request,
        form,
        renunciations.record_renunciation,
        person,
        title=_("Record a renunciation"),
        done=paper_recorded,
        back=part_about(request, person, "law", "renunciation"),
        onward=Renunciation.get_absolute_url,
        template="asylum/form_about_person.html",
        person=person,
        cannot=renunciations.why_not_asked(person, on=request.user.today()),
    )


@needs(P.RENUNCIATION_CHANGE)
def record_demand(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    """Records whether the authority asks one person for a renunciation."""
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.RENUNCIATION_CHANGE), pk=individual
    )
    return answer(
        request,
        DemandForm(request.POST or None),
        renunciations.record_demand,
        person,
        title=_("What the authority says"),
        done=word_recorded,
        back=way_back(request, part_about(request, person, "law", "renunciation")),
        looks=lambda: record_read("individual.read", by=request.user, about=person),
        template="asylum/form_about_person.html",
        person=person,
        note=renunciations.why_not_asked(person, on=request.user.today()),
    )


def _step(
    action: Callable[..., Renunciation],
    permission: P,
    title: str | Promise,
    form_class: type[ActionForm] = StepForm,
    *,
    to: RenunciationStatus | None = None,
) -> Callable[..., Any]:
    """A page that records one step of a paper; `to` a state in which the person's claim may no longer rest on it."""

    @needs(permission)
    def step(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        paper = get_object_or_404(
            Renunciation.objects.visible_to(request.user, permission).select_related(
                "individual", "case", "recorded_by", "municipality", "authority"
            ),
            pk=pk,
        )
        about = {"user": request.user, "row": paper} if issubclass(form_class, WithScan) else {}
        return answer(
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


def _second_of(paper: Renunciation, user: User) -> str:
    """For the author of the paper: who can verify it."""
    if paper.recorded_by_id != user.pk or not paper.is_awaiting_verification:
        return ""
    return second_person(paper.individual, P.RENUNCIATION_VERIFY, {user.pk}, user)


def _open_review(user: User, paper: Renunciation) -> StandingReview | None:
    """The person's open review, if the user may read evidence."""
    return (
        StandingReview.objects.visible_to(user).open().filter(individual=paper.individual).first()
    )


def _claims_to_review(user: User, paper: Renunciation, to: RenunciationStatus) -> Any:
    """Claims of the person that went on and will have no verified renunciation after this step."""
    person = paper.individual
    verified = Renunciation.objects.signed().verified().filter(individual=person)
    is_asked = standing_of(person, user.today()).is_asked is not False
    claims = AsylumApplication.objects.visible_to(user).under_a_renunciation()
    if is_asked and renunciations.casts_doubt(paper, to) and not verified.exclude(pk=paper.pk):
        return claims.filter(individual=person)
    return claims.none()


submit_renunciation = _step(
    renunciations.submit_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("Hand it to the authority"),
    SubmitForm,
)
verify_renunciation = takes_files(
    _step(
        renunciations.verify_renunciation,
        P.RENUNCIATION_VERIFY,
        gettext_lazy("The authority accepted it"),
        VerifyWithScanForm,
    )
)
postpone_renunciation = _step(
    renunciations.postpone_renunciation,
    P.RENUNCIATION_VERIFY,
    gettext_lazy("The authority does not accept it yet"),
    to=RenunciationStatus.NOT_YET,
)
refuse_renunciation = _step(
    renunciations.refuse_renunciation,
    P.RENUNCIATION_VERIFY,
    gettext_lazy("The authority refused it"),
    to=RenunciationStatus.REFUSED,
)
withdraw_renunciation = _step(
    renunciations.withdraw_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("The person took it back"),
    to=RenunciationStatus.WITHDRAWN,
)
retract_renunciation = _step(
    renunciations.retract_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("It was recorded by mistake"),
    RenunciationMistakeForm,
    to=RenunciationStatus.MISTAKEN,
)
