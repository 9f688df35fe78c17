"""Pages about permits."""

import datetime
import uuid
from functools import partial
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
from asylum.papers.models.permit import Permit
from asylum.papers.querysets import PermitQuerySet
from asylum.pathways.models import PermitKind
from asylum.pathways.pairs import PairOfPapers, pairs_held
from asylum.pathways.rules import VALIDITY_RULES
from asylum.people.forms import ReasonForm
from asylum.people.querysets import of_the_dead
from asylum.permits import actions, corrections
from asylum.permits.charts import endings_chart
from asylum.permits.filters import PermitListFilter, PermitValidityChoice
from asylum.permits.forms import (
    CancelPermitForm,
    ConfirmPermitForm,
    CorrectCancellationForm,
    CorrectPermitForm,
    RecordPermitForm,
    RenewPermitForm,
)
from asylum.permits.gaps import gap_in_words
from asylum.permits.querysets import people_without_permit
from asylum.procedure.forms import as_shown
from asylum.procedure.views import correct_day, correction_page, frame
from asylum.scans.slots import scans_for_page
from asylum.work_right.answers import ended_claim, rights_to_work
from asylum.work_right.querysets import people_without_work_right
from casework.corrections.models import Correction
from casework.needs.filters import PeopleFilter
from casework.register.models.individual import Individual, non_name_fields
from casework.register.views import person_file_url
from casework.search.nobody_visible import sentence_if_nobody_visible
from casework.uploads.views import takes_files
from pages.answers import form_response, pressed, sent
from pages.lists import StandingTab, list_page
from reference.calendar import computed_day


@permission_required(P.PERMIT_READ)
def permit_list(request: StaffRequest) -> HttpResponse:
    record_read("permit.listed", by=request.user)
    return list_page(
        request,
        _permits,
        without_filters=_permits_at_first,
        filterset=PermitListFilter,
        template="asylum/permit_list.html",
        completed=lambda permits: _with_pairs(permits, request.user.today()),
        list_title=_("Permits"),
        standing=[
            StandingTab(PermitValidityChoice.NOT_REPLACED.label, ""),
            StandingTab(
                PermitValidityChoice.EXPIRED.label, f"standing={PermitValidityChoice.EXPIRED}"
            ),
            StandingTab(_("All permits"), "standing="),
        ],
        chart=lambda: endings_chart(request.user, request.user.today()),
        may_change=bool(can(request.user, P.PERMIT_CHANGE)),
        empty_text=_("Permits are recorded from the page of a case that was referred to legal."),
    )


def _permits(reader: User) -> PermitQuerySet:
    permits: PermitQuerySet = (
        Permit.objects.visible_to(reader)
        .select_related("individual__office", "renewed_by")
        .annotate(is_of_the_dead=of_the_dead("individual"))
        .defer(*non_name_fields("individual"))
        .with_claim_ended()
        .by_expiry()
    )
    return permits


def _permits_at_first(reader: User) -> QuerySet[Permit]:
    rows: QuerySet[Permit] = PermitListFilter.without_filters(_permits(reader))
    return rows


def _with_pairs(permits: list[Any], today: datetime.date) -> list[Any]:
    """Returns the permits. `pairs` of a current permit are the rules about holding it with other permits of the person."""
    kinds = Permit.objects.kinds_held({permit.individual_id for permit in permits})
    countries: dict[str, dict[uuid.UUID, set[str]]] = {}
    for permit in permits:
        of_country = countries.setdefault(permit.individual.office.country, {})
        of_country[permit.individual_id] = kinds.get(permit.individual_id, set())
    pairs: dict[uuid.UUID, list[PairOfPapers]] = {}
    for country, kinds_in_country in countries.items():
        pairs |= pairs_held(kinds_in_country, country, today)
    for permit in permits:
        of_person = pairs.get(permit.individual_id, []) if permit.is_current else []
        permit.pairs = [pair for pair in of_person if permit.type in pair.row.kinds]
    return permits


def _pairs_of(
    person: Individual, request: StaffRequest, *, is_coming: bool = False
) -> list[PairOfPapers]:
    """Returns the rules about holding two permits, for this person's permits.

    With `is_coming` returns those for a permit of the person and one that may be added.
    """
    kinds = Permit.objects.kinds_held([person.pk])
    country, today = person.office.country, request.user.today()
    return pairs_held(kinds, country, today, is_coming=is_coming).get(person.pk, [])


@permission_required(P.PERMIT_READ)
def work_right_missing(request: StaffRequest) -> HttpResponse:
    """Lists people with a valid paper that was checked and does not state the right to work."""
    record_read("work_right.listed", by=request.user)
    return list_page(
        request,
        people_without_work_right,
        filterset=PeopleFilter,
        template="asylum/work_right_missing.html",
        list_title=_("Without the right to work on paper"),
        empty_because=partial(sentence_if_nobody_visible, request.user, P.PERMIT_READ),
        empty_text=_("No paper on file lacks the statement of the right to work."),
    )


@permission_required(P.PERMIT_READ)
def permit_missing(request: StaffRequest) -> HttpResponse:
    """Lists people without a valid paper today, with the gap in words."""
    record_read("permit.missing_listed", by=request.user)
    today = request.user.today()

    def with_gaps(people: list[Any]) -> list[Any]:
        for person in people:
            person.gap = gap_in_words([*person.papers, *person.stay_papers], today)
        return people

    return list_page(
        request,
        people_without_permit(request.user),
        filterset=PeopleFilter,
        template="asylum/permit_missing.html",
        completed=with_gaps,
        list_title=_("Without a valid paper today"),
        empty_because=partial(sentence_if_nobody_visible, request.user, P.PERMIT_READ),
        empty_text=_("Everybody in an open case holds a valid paper today."),
    )


@permission_required(P.PERMIT_READ)
def permit_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = get_object_or_404(
        Permit.objects.visible_to(request.user)
        .select_related(
            "individual__office", "case", "recorded_by", "renewed_by", "previous", "rule"
        )
        .annotate(is_of_the_dead=of_the_dead("individual"))
        .with_claim_ended(),
        pk=pk,
    )
    record_read("permit.read", by=request.user, about=permit, case=permit.case)
    may_change = bool(can(request.user, P.PERMIT_CHANGE, permit))
    country = permit.individual.office.country
    return render(
        request,
        "asylum/permit_detail.html",
        {
            "permit": permit,
            "person": permit.individual,
            "ended_claim": ended_claim(permit)
            if permit.is_current and permit.claim_ended_on
            else None,
            "is_in_use": permit.is_current and not permit.is_of_the_dead,
            "may_change": may_change,
            "is_with_legal": permit.case.legal_referrals.open().exists(),
            "corrections": Correction.objects.of(permit) if may_change else (),
            "answer": rights_to_work([permit.individual], country, request.user.today()).get(
                permit.individual_id
            ),
            "kind": PermitKind.objects.filter(country=country, kind=permit.type).first(),
            **scans_for_page(permit, request.user),
            "pairs": [
                pair
                for pair in _pairs_of(permit.individual, request)
                if permit.type in pair.row.kinds
            ]
            if permit.is_current
            else (),
        },
    )


@takes_files
@permission_required(P.PERMIT_CHANGE)
def record_permit(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.PERMIT_CHANGE), pk=individual
    )
    record_read("individual.read", by=request.user, about=person)
    return form_response(
        request,
        RecordPermitForm(*sent(request), user=request.user, row=person),
        actions.record_permit,
        person,
        done=_("The permit was recorded."),
        back=person_file_url(request, person, "law", "permits"),
        success_url=Permit.get_absolute_url,
        template="asylum/permit_record.html",
        person=person,
        pairs=_pairs_of(person, request, is_coming=True),
    )


def _permit_in_use(request: StaffRequest, pk: uuid.UUID) -> Permit:
    """Returns a permit that can be renewed or cancelled. The action refuses one that ended while the page was open."""
    rows = Permit.objects.visible_to(request.user, P.PERMIT_CHANGE).select_related(
        "individual__office"
    )
    is_sent = request.method == "POST"
    rows = rows.exclude(of_the_dead("individual")) if is_sent else rows.current()
    permit: Permit = get_object_or_404(rows, pk=pk)
    return permit


@takes_files
@permission_required(P.PERMIT_CHANGE)
def renew_permit(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = _permit_in_use(request, pk)
    record_read("permit.read", by=request.user, about=permit, case=permit.case)
    today = request.user.today()
    rule = VALIDITY_RULES.get(permit.type, "")
    return form_response(
        request,
        as_shown(RenewPermitForm, *sent(request), about=permit, user=request.user, row=permit),
        actions.renew_permit,
        permit,
        done=_("The permit was renewed."),
        back=permit.get_absolute_url(),
        success_url=Permit.get_absolute_url,
        template="asylum/permit_renew.html",
        permit=permit,
        person=permit.individual,
        by_the_rule=computed_day(rule, today, country=permit.individual.office.country)[1],
    )


@permission_required(P.PERMIT_CHANGE)
def cancel_permit(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = _permit_in_use(request, pk)
    record_read("permit.read", by=request.user, about=permit, case=permit.case)
    return form_response(
        request,
        as_shown(CancelPermitForm, request.POST or None, about=permit),
        actions.cancel_permit,
        permit,
        done=_("The permit was cancelled."),
        undo=lambda cancelled: reverse("permit-cancel-undo", args=[cancelled.pk]),
        back=permit.get_absolute_url(),
        template="asylum/permit_cancel.html",
        permit=permit,
        person=permit.individual,
    )


@permission_required(P.PERMIT_CHANGE)
def confirm_permit(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = _permit_in_use(request, pk)
    return form_response(
        request,
        ConfirmPermitForm(request.POST or None),
        actions.confirm_permit,
        permit,
        title=_("It still holds"),
        done=_("It is on file that the permit still holds."),
        back=permit.get_absolute_url(),
        looks=partial(_record_read_of, permit, request.user),
        template="asylum/form_about_person.html",
        person=permit.individual,
    )


@permission_required(P.PERMIT_CHANGE)
def retract_confirmation(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Permit.objects.visible_to(request.user, P.PERMIT_CHANGE).with_claim_ended()
    confirmed = rows.exclude(confirmed_on=None).select_related("individual__office")
    permit = get_object_or_404(confirmed, pk=pk)
    return form_response(
        request,
        ReasonForm(request.POST or None),
        actions.retract_confirmation,
        permit,
        title=_("That it still holds was recorded by mistake"),
        done=_("It is asked again whether the permit still holds."),
        back=permit.get_absolute_url(),
        looks=partial(_record_read_of, permit, request.user),
        template="asylum/form_about_person.html",
        person=permit.individual,
    )


def _record_read_of(permit: Permit, reader: User) -> None:
    record_read("permit.read", by=reader, about=permit, case=permit.case)


correct_permit = correction_page(
    Permit,
    P.PERMIT_CHANGE,
    CorrectPermitForm,
    corrections.correct_permit,
    verb="permit.read",
    title=gettext_lazy("Correct the permit"),
    passes_row=True,
)
retract_permit = correction_page(
    Permit,
    P.PERMIT_CHANGE,
    ReasonForm,
    corrections.retract_permit,
    verb="permit.read",
    title=gettext_lazy("It was recorded by mistake"),
    done=gettext_lazy("The permit is taken back. It says nothing about the authority."),
)


def _cancelled_permit(request: StaffRequest, pk: uuid.UUID) -> Permit:
    rows = Permit.objects.visible_to(request.user, P.PERMIT_CHANGE).exclude(cancelled_on=None)
    standing = rows.filter(mistaken_on=None).select_related("individual__office", "case")
    permit: Permit = get_object_or_404(standing, pk=pk)
    return permit


@permission_required(P.PERMIT_CHANGE)
def correct_cancellation(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = _cancelled_permit(request, pk)
    return correct_day(
        request,
        partial(as_shown, CorrectCancellationForm, about=permit),
        corrections.correct_cancellation,
        permit,
        day=permit.cancelled_on,
        title=_("Correct the cancellation"),
        **frame(request, permit, "permit.read"),
    )


@permission_required(P.PERMIT_CHANGE)
@require_POST
def cancellation_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Removes the cancellation as a mistake, from the undo button beside the message. A day later the page of the
    cancellation asks for a reason."""
    permit = _cancelled_permit(request, pk)
    done = _("The cancellation is taken back, as recorded by mistake.")
    pressed(request, corrections.correct_cancellation, permit, is_mistake=True, done=done)
    return redirect(permit)
