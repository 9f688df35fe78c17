"""Undoes the last act on a stay, corrects its nights, and annuls it."""

import datetime
import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED
from pages.forms import ConfirmForm
from shelters.actions.corrections import (
    annul_stays,
    correct_move,
    correct_stays,
    nights_taken_back,
)
from shelters.actions.moves import moved_from, moved_to
from shelters.actions.undo import Done, undo
from shelters.forms.stays import AnnulForm, CorrectMoveForm, CorrectStayForm
from shelters.models import Placement
from shelters.views.families import number_of
from shelters.views.placements import form_page, may_bring_back, move_to_correct, stay_of, undoable


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Asks for confirmation, and undoes the last act."""
    stay = stay_of(request, pk)
    done = undoable(request, stay)
    return form_page(
        request,
        ConfirmForm(request.POST or None),
        stay,
        undo,
        str(done.act.to_undo) if done else _("Take back"),
        template="shelters/placement_undo.html",
        undoable=done,
        done=_undone_in_words(done) if done else "",
    )


def _undone_in_words(done: Done) -> str:
    """The undone action, with the number of stays if there are several."""
    label = str(done.act.undone_label)
    if len(done.stays) > 1:
        label = f"{label}: {number_of(done.stays)}"
    return _("%(undone)s. It is as it was before.") % {"undone": label}


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects the first night and the day of leaving."""
    stay = stay_of(request, pk)
    record_read("placement.read", by=request.user, about=stay)
    form = CorrectStayForm(
        request.POST or None, row=stay, stays=_with_the_same_nights(request, stay)
    )
    title = _("Correct the nights")
    return form_page(
        request, form, stay, correct_stays, title, done=CORRECTED, back=_corrections_url(stay)
    )


def _corrections_url(stay: Placement) -> str:
    """The URL of the corrections on the page of the stay."""
    return reverse("placement-detail", args=[stay.pk]) + "#corrections"


def _with_the_same_nights(request: StaffRequest, stay: Placement) -> list[Placement]:
    """This stay and the family's stays with the same nights and the same kinds of moves: one form corrects them all."""
    stays = [
        each
        for each in _similar_stays(request, stay, ends_on=stay.ends_on)
        if bool(moved_from(each)) == bool(moved_from(stay))
        and bool(moved_to(each)) == bool(moved_to(stay))
    ]
    return stays or [stay]


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_correct_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects the day of the move to this bed, in both stays of each family member who moved too."""
    stay = stay_of(request, pk)
    if move_to_correct(request, stay) is None:
        raise Http404
    record_read("placement.read", by=request.user, about=stay)
    moved = _similar_stays(request, stay, previous__isnull=False, previous__cancelled_at=None)
    form = CorrectMoveForm(request.POST or None, row=stay, stays=moved)
    title = _("Correct the day of the move")
    return form_page(
        request, form, stay, correct_move, title, done=CORRECTED, back=_corrections_url(stay)
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_annul(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Annuls a stay of people who never came or were checked in by mistake, when it is too late to undo."""
    stay = stay_of(request, pk)
    record_read("placement.read", by=request.user, about=stay)
    stays = _similar_stays(request, stay, checked_in_at__isnull=False)
    form = AnnulForm(
        request.POST or None,
        row=stay,
        stays=stays,
        today=request.user.today(),
        may_bring_back=may_bring_back(request, stays),
    )
    return form_page(
        request,
        form,
        stay,
        annul_stays,
        _("This stay did not happen"),
        lead=_nights_that_stop_counting(stay, request.user.today()),
        back=_corrections_url(stay),
        done=_("The stay counts nowhere any more. What stood there before stays readable."),
        danger=True,
    )


def _nights_that_stop_counting(stay: Placement, today: datetime.date) -> str:
    count = nights_taken_back(stay, today=today)
    nights = ngettext(
        "%(count)s night stops counting.", "%(count)s nights stop counting.", count
    ) % {"count": count}
    rest = _("The bed is free. Who is expected gets a place anew.")
    return f"{nights} {rest}"


def _similar_stays(request: StaffRequest, stay: Placement, **filters: Any) -> list[Placement]:
    """The stays of the family at this site since the same night that match the filters."""
    rows = Placement.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE).standing()
    same = {"case": stay.case_id, "site": stay.site_id, "starts_on": stay.starts_on}
    return list(rows.filter(**same, **filters).with_people().order_by("individual__number"))
