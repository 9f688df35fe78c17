"""Pages of relatives at home, incidents and detentions."""

import uuid
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.home import actions as home
from casework.home.filters import DetentionFilter
from casework.home.forms import (
    CorrectIncidentForm,
    CorrectRelativeForm,
    DetentionForm,
    IncidentForm,
    RelativeForm,
    ReviewDetentionForm,
)
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.register.models.case import Case
from casework.register.querysets.individual import case_of
from casework.register.views import (
    case_form_page,
    file_page_url,
    form_view_of_row,
    get_case_or_404,
    row_getter,
)
from pages.lists import list_page


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    """Records that the user saw the page "at home", and returns context that goes back to it."""
    record_read("home.read", by=request.user, about=case)
    return {"case": case, "back": file_page_url(case, "home")}


def _context(
    request: StaffRequest, row: RelativeAbroad | HomeIncident | Detention
) -> dict[str, Any]:
    """Records that the user saw the person, and returns context that goes back to "at home" and names the relative."""
    case = case_of(row.individual, request.user.today())
    details = {"individual": row.individual.number}
    record_read("home.read", by=request.user, about=row.individual, case=case, details=details)
    relative = row.relative if isinstance(row, Detention) else row
    named = {} if isinstance(row, HomeIncident) else {"relative": relative}
    return {"case": case, "back": file_page_url(case, "home"), **named}


_form_view = partial(form_view_of_row, Permission.HOME_CHANGE)

relative_record = _form_view(
    get_case_or_404,
    RelativeForm,
    lambda _case, *, individual, **facts: home.record_relative(individual, **facts),
    _context_of_case,
    title=_("A relative at home"),
    done=_("The relative is on file."),
)

relative_correct = _form_view(
    row_getter(RelativeAbroad, "individual"),
    CorrectRelativeForm,
    home.correct_relative,
    _context,
    title=_("Correct what is on file of a relative"),
    done=_("The record is corrected."),
)


@permission_required(Permission.HOME_CHANGE)
def incident_record(request: StaffRequest, number: str) -> HttpResponse:
    case = get_case_or_404(request, number, Permission.HOME_CHANGE)
    clicked = _clicked_relative(request)
    return case_form_page(
        request,
        IncidentForm(request.POST or None, user=request.user, row=case, initial=clicked),
        lambda _case, *, individual, **facts: home.record_incident(individual, **facts),
        case,
        **_context_of_case(request, case),
        title=_("An incident"),
        done=_("The incident is on file."),
    )


def _clicked_relative(request: StaffRequest) -> dict[str, Any]:
    """Returns the relative whose line was clicked, if visible."""
    try:
        pk = uuid.UUID(request.GET.get("relative", ""))
    except ValueError:
        return {}
    rows = RelativeAbroad.objects.visible_to(request.user, Permission.HOME_CHANGE)
    relative = rows.filter(pk=pk).first()
    if relative is None:
        return {}
    return {
        "relative": str(relative.pk),
        "individual": relative.individual_id,
        "state": relative.state_id,
    }


incident_correct = _form_view(
    row_getter(HomeIncident, "individual"),
    CorrectIncidentForm,
    home.correct_incident,
    _context,
    title=_("Correct an incident"),
    done=_("The record is corrected."),
)

detention_record = _form_view(
    row_getter(RelativeAbroad, "individual"),
    DetentionForm,
    home.record_detention,
    _context,
    title=_("A relative is detained"),
    done=_("The detention is on file."),
)


def _detention_message(detention: Detention) -> str:
    if detention.is_mistake:
        return gettext("It is on file that the detention was recorded by mistake.")
    if detention.ended_on:
        how = {"how": detention.get_ended_as_display()}
        return gettext("It is on file that the detention ended: %(how)s.") % how
    return gettext("What is known of the detention is on file.")


detention_review = _form_view(
    row_getter(Detention, "relative__individual"),
    ReviewDetentionForm,
    home.review_detention,
    _context,
    title=_("What is known of this detention"),
    done=_detention_message,
)


@permission_required(Permission.HOME_READ)
def detention_list(request: StaffRequest) -> HttpResponse:
    """Lists detained relatives in the user's cases; the filter includes ended detentions."""
    user = request.user
    record_read("detention.listed", by=user)
    rows = Detention.objects.visible_to(user).standing().with_relative().with_case(user.today())
    return list_page(
        request,
        rows,
        filterset=DetentionFilter,
        template="casework/home/detention_list.html",
        list_title=_("Detained relatives"),
        may_change=user.holds(Permission.HOME_CHANGE),
    )
