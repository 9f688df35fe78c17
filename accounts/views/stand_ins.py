"""Views that name a deputy for a user who is away, and end that."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.actions import stand_ins as actions
from accounts.forms.account import StandInForm
from accounts.models import StandIn
from accounts.permissions import Permission
from pages.answers import form_response, pressed, way_back


@permission_required(Permission.ACCOUNT_CHANGE)
def name(request: StaffRequest) -> HttpResponse:
    """Names a deputy for the user, or for somebody in the care of the user."""
    initial = {"user": request.GET.get("user")}
    return form_response(
        request,
        StandInForm(request.POST or None, initial=initial, by=request.user),
        actions.name_stand_in,
        title=_("Say who is away"),
        done=lambda row: (
            _("%(name)s gets the notices of those days.") % {"name": row.deputy.full_name}
        ),
        undo=lambda row: reverse("stand-in-end", args=[row.pk]),
        back=reverse("account"),
    )


@permission_required(Permission.ACCOUNT_CHANGE)
@require_POST
def end(request: StaffRequest, pk: UUID) -> HttpResponse:
    row = get_visible_or_404(request, StandIn, pk, Permission.ACCOUNT_CHANGE)
    pressed(request, actions.end_stand_in, row, done=_("Nobody stands in there any more."))
    return redirect(way_back(request, reverse("account")))
