"""Pages about renunciations."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.actions import renunciations
from asylum.choices import Language, Signature, Wording
from asylum.filters import PersonFilter, RenunciationFilter
from asylum.forms.renunciations import RenunciationForm, StepForm, SubmitForm
from asylum.models import Renunciation
from asylum.offers import steps_for
from asylum.querysets.missing import people_without_signed_paper
from casework.register.models.individual import Individual
from pages.answers import answer
from pages.lists import list_page


def _tabs(request: StaffRequest, current: str) -> list[dict[str, Any]]:
    visible = Renunciation.objects.visible_to(request.user)
    missing = people_without_signed_paper(request.user)
    listing = reverse("renunciation-list")
    tabs = [
        ("missing", reverse("renunciation-missing"), _("Without a signed paper"), missing.count()),
        ("all", listing, _("All papers"), None),
    ]
    if request.user.holds(P.RENUNCIATION_VERIFY):
        waiting = visible.verifiable_by(request.user).count()
        tabs.insert(1, ("to_verify", f"{listing}?to_verify=on", _("For me to verify"), waiting))
    return [
        {"url": url, "label": label, "count": count, "is_current": slug == current}
        for slug, url, label, count in tabs
    ]


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
        tabs=_tabs(request, "to_verify" if request.GET.get("to_verify") else "all"),
        empty_text=_("No paper was recorded yet."),
    )


@needs(P.RENUNCIATION_READ)
def renunciation_missing(request: StaffRequest) -> HttpResponse:
    rows = people_without_signed_paper(request.user).select_related("arrival")
    record_read("renunciation.listed", by=request.user)
    return list_page(
        request,
        rows,
        filterset=PersonFilter,
        template="asylum/renunciation_missing.html",
        list_title=_("Former members without a signed paper"),
        tabs=_tabs(request, "missing"),
        may_change=request.user.holds(P.RENUNCIATION_CHANGE),
        empty_text=_("Every adult former member has signed."),
    )


@needs(P.RENUNCIATION_READ)
def renunciation_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    paper = get_object_or_404(
        Renunciation.objects.visible_to(request.user).select_related(
            "individual", "case", "municipality", "authority", "recorded_by", "verified_by"
        ),
        pk=pk,
    )
    record_read("renunciation.read", by=request.user, about=paper, case=paper.case)
    return render(
        request,
        "asylum/renunciation_detail.html",
        {
            "paper": paper,
            "person": paper.individual,
            "may_change": bool(can(request.user, P.RENUNCIATION_CHANGE, paper)),
            "is_own": paper.recorded_by_id == request.user.pk,
            "steps": steps_for(paper, request.user),
            "history": paper.status_changes.select_related("by"),
        },
    )


@needs(P.RENUNCIATION_CHANGE)
def record_renunciation(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.RENUNCIATION_CHANGE), pk=individual
    )
    record_read("individual.read", by=request.user, about=person)
    usual = {
        "signed_on": request.user.today(),
        "signature": Signature.YES,
        "wording": Wording.PERMANENT,
        "language": Language.SPANISH,
        "template_version": "2019-1",
    }
    return answer(
        request,
        RenunciationForm(request.POST or None, initial=usual),
        renunciations.record_renunciation,
        person,
        done=_("The renunciation was recorded."),
        onward=Renunciation.get_absolute_url,
        template="asylum/renunciation_record.html",
        person=person,
    )


def _step(
    action: Callable[..., Renunciation],
    permission: P,
    title: str | Promise,
    form_class: type[StepForm] = StepForm,
) -> Callable[..., Any]:
    """A page that records one step of a paper."""

    @needs(permission)
    def step(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        paper = get_object_or_404(
            Renunciation.objects.visible_to(request.user, permission).select_related(
                "individual", "case", "recorded_by", "municipality", "authority"
            ),
            pk=pk,
        )
        return answer(
            request,
            form_class(request.POST or None, initial={"on": request.user.today()}),
            action,
            paper,
            title=title,
            done=_("The new state was recorded."),
            back=paper.get_absolute_url(),
            looks=lambda: record_read(
                "renunciation.read", by=request.user, about=paper, case=paper.case
            ),
            template="asylum/renunciation_step.html",
            paper=paper,
            person=paper.individual,
            may_change=True,
            cancel_url="",
        )

    return step


submit_renunciation = _step(
    renunciations.submit_renunciation,
    P.RENUNCIATION_CHANGE,
    gettext_lazy("Handed to the authority"),
    SubmitForm,
)
verify_renunciation = _step(
    renunciations.verify_renunciation, P.RENUNCIATION_VERIFY, gettext_lazy("Verify the paper")
)
postpone_renunciation = _step(
    renunciations.postpone_renunciation, P.RENUNCIATION_VERIFY, gettext_lazy("Not accepted yet")
)
refuse_renunciation = _step(
    renunciations.refuse_renunciation,
    P.RENUNCIATION_VERIFY,
    gettext_lazy("Refused by the authority"),
)
withdraw_renunciation = _step(
    renunciations.withdraw_renunciation, P.RENUNCIATION_CHANGE, gettext_lazy("Take the paper back")
)
