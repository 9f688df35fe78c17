"""Pages of one person's activity, wellbeing and health, and the list of people without activity."""

import uuid
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED, correcting
from casework.referrals.models import Referral
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.views import (
    case_form_page,
    case_of_person,
    file_page_url,
    form_view_of_row,
    person_or_404,
    record_view_of_person,
    row_getter,
)
from casework.search.nobody_visible import sentence_if_nobody_visible
from casework.wellbeing import actions as wellbeing
from casework.wellbeing.choices import SupportOffer
from casework.wellbeing.filters import IdleFilter
from casework.wellbeing.forms import (
    ActivityForm,
    NameReferralForm,
    ReferFromOfferForm,
    ScreeningForm,
    WellbeingForm,
)
from casework.wellbeing.idle import IDLE_DAYS, idle_members
from casework.wellbeing.models import Activity, HealthScreening, WellbeingNote
from pages.dates import short_date
from pages.lists import list_page
from pages.pager import page_asked


@permission_required(Permission.WELLBEING_READ)
def activity_missing(request: StaffRequest) -> HttpResponse:
    """Lists people of open cases without activity for thirty days."""
    record_read("activity.listed", by=request.user, details={"page": str(page_asked(request.GET))})
    return list_page(
        request,
        idle_members(request.user),
        filterset=IdleFilter,
        template="casework/wellbeing/activity_missing.html",
        list_title=_("No activity for %(days)d days") % {"days": IDLE_DAYS},
        today=request.user.today(),
        may_change=request.user.holds(Permission.WELLBEING_CHANGE),
        empty_because=partial(sentence_if_nobody_visible, request.user, Permission.WELLBEING_READ),
    )


def _context(request: StaffRequest, individual: Individual) -> dict[str, Any]:
    case = case_of_person(request, individual)
    return {
        "case": case,
        "back": file_page_url(case, "support", "wellbeing"),
        "looks": lambda: record_view_of_person(request, individual),
        "sentences": [f"{individual.display_name} · {individual.number}"],
    }


_form_view = partial(form_view_of_row, Permission.WELLBEING_CHANGE, person_or_404, context=_context)

activity_record = _form_view(
    ActivityForm,
    wellbeing.record_activity,
    title=_("Record an activity"),
    done=_("The activity is on file."),
)

wellbeing_write = _form_view(
    WellbeingForm,
    wellbeing.write_wellbeing_note,
    title=_("How is the person?"),
    done=_("The note on wellbeing is on file."),
)

screening_record = _form_view(
    ScreeningForm,
    wellbeing.record_screening,
    title=_("First look at health"),
    done=_("The first look is on file."),
)


def _context_of_row(
    request: StaffRequest, row: Activity | HealthScreening | WellbeingNote
) -> dict[str, Any]:
    return _context(request, row.individual)


_correct_view = partial(
    form_view_of_row, Permission.WELLBEING_CHANGE, context=_context_of_row, done=CORRECTED
)

activity_correct = _correct_view(
    row_getter(Activity, "individual"),
    correcting(Activity, ActivityForm),
    wellbeing.correct_activity,
    title=_("Correct the activity"),
)

wellbeing_correct = _correct_view(
    row_getter(WellbeingNote, "individual"),
    correcting(WellbeingNote, WellbeingForm),
    wellbeing.correct_wellbeing_note,
    title=_("Correct the note on wellbeing"),
)

screening_correct = _correct_view(
    row_getter(HealthScreening, "individual"),
    correcting(HealthScreening, ScreeningForm),
    wellbeing.correct_screening,
    title=_("Correct the first look at health"),
)


@permission_required(Permission.REFERRAL_MAKE)
def offer_refer(request: StaffRequest, note_id: uuid.UUID) -> HttpResponse:
    """Writes the referral for support that the person accepted."""
    note, case = _accepted_offer(request, note_id)
    return case_form_page(
        request,
        ReferFromOfferForm(request.POST or None, user=request.user, row=case),
        wellbeing.refer_from_offer,
        note,
        case=case,
        title=_("Refer to a service outside"),
        done=_(
            "The referral is written. Amparo sends nothing: hand it over or call, then record here that it was sent."
        ),
        back=file_page_url(case, "papers"),
        success_url=Referral.get_absolute_url,
        sentences=_about(note),
    )


@permission_required(Permission.WELLBEING_CHANGE)
def offer_referral(request: StaffRequest, note_id: uuid.UUID) -> HttpResponse:
    """Links an existing referral to the offer."""
    note, case = _accepted_offer(request, note_id)
    return case_form_page(
        request,
        NameReferralForm(request.POST or None, note=note, user=request.user),
        wellbeing.name_referral,
        note,
        case=case,
        title=_("Which referral followed?"),
        done=_("It is on file which referral followed."),
        back=file_page_url(case, "support", "wellbeing"),
        sentences=_about(note),
    )


def _accepted_offer(request: StaffRequest, note_id: uuid.UUID) -> tuple[WellbeingNote, Case]:
    notes = WellbeingNote.objects.visible_to(request.user, Permission.WELLBEING_CHANGE)
    accepted = notes.standing().filter(support=SupportOffer.ACCEPTED).select_related("individual")
    note = get_object_or_404(accepted, pk=note_id)
    case = case_of_person(request, note.individual)
    record_view_of_person(request, note.individual)
    return note, case


def _about(note: WellbeingNote) -> list[str]:
    person = note.individual
    return [
        f"{person.display_name} · {person.number}",
        f"{note.get_support_display()}, {short_date(note.on)}",
    ]
