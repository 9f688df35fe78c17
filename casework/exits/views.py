"""Exits: the list with who is still here, one exit, recording and taking back."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.exits import actions as exits
from casework.exits.filters import ExitFilter
from casework.exits.forms import AnnulExitForm, ExitForm
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.querysets.presence import presence_in_sight, unaccounted_in_sight
from casework.register.views import act_page, part_of, person_reached
from casework.slots.obstacles import follow_ups
from pages.lists import list_page

UNACCOUNTED_SHOWN = 20


@needs(Permission.EXIT_RECORD)
def exit_list(request: StaffRequest) -> HttpResponse:
    """Who left, and how many of those in sight are still here."""
    user = request.user
    record_read("exit.listed", by=user)
    return list_page(
        request,
        Exit.objects.visible_to(user).select_related("individual", "case"),
        filterset=ExitFilter,
        template="casework/exits/exit_list.html",
        list_title=_("Exits"),
        presence=presence_in_sight(user, user.today()),
        unaccounted=unaccounted_in_sight(user, user.today())[:UNACCOUNTED_SHOWN],
        empty_text=_("Nobody left yet. An exit is recorded in the file of the person."),
    )


def _exit(request: StaffRequest, exit_id: uuid.UUID, permission: Permission) -> Exit:
    rows = Exit.objects.visible_to(request.user, permission).select_related(
        "individual", "case", "recorded_by", "annulled_by"
    )
    leaving: Exit = get_object_or_404(rows, pk=exit_id)
    record_read("exit.read", by=request.user, about=leaving, case=leaving.case)
    return leaving


@needs(Permission.EXIT_RECORD)
def exit_detail(request: StaffRequest, exit_id: uuid.UUID) -> HttpResponse:
    leaving = _exit(request, exit_id, Permission.EXIT_RECORD)
    return render(
        request,
        "casework/exits/exit_detail.html",
        {
            "leaving": leaving,
            "person": leaving.individual,
            "case": leaving.case,
            "follow_ups": follow_ups(leaving.individual, request.user)
            if leaving.is_standing
            else [],
        },
    )


def _frame_ofperson_reached(request: StaffRequest, person: Individual) -> dict[str, Any]:
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return {
        "case": case,
        "back": part_of(case, "papers"),
        "sentences": [
            person.display_name,
            _("Who leaves others behind belongs to the case no longer from that day on."),
        ],
    }


exit_record = act_page(
    Permission.EXIT_RECORD,
    person_reached,
    ExitForm,
    exits.record_exit,
    _frame_ofperson_reached,
    title=_("Record an exit"),
    done=_("The exit is on file."),
    onward=Exit.get_absolute_url,
)


def _frame(request: StaffRequest, leaving: Exit) -> dict[str, Any]:
    return {
        "case": leaving.case,
        "back": leaving.get_absolute_url(),
        "sentences": [
            leaving.individual.display_name,
            _("If the person is here again, add them to the family on the page of the case."),
        ],
    }


exit_annul = act_page(
    Permission.EXIT_RECORD,
    _exit,
    AnnulExitForm,
    exits.annul_exit,
    _frame,
    title=_("Take the exit back"),
    done=_("The exit is taken back."),
)
