"""Exits: the list with who is still here, one exit, recording and taking back."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.documents.views import papers_of
from casework.exits import actions as exits
from casework.exits.filters import ExitFilter
from casework.exits.forms import AnnulExitForm, ExitForm
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.querysets.presence import presence_in_sight, unaccounted_in_sight
from casework.register.views import answer_in_case
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


def _exit(request: StaffRequest, exit_id: uuid.UUID) -> Exit:
    rows = Exit.objects.visible_to(request.user).select_related(
        "individual", "case", "recorded_by", "annulled_by"
    )
    leaving: Exit = get_object_or_404(rows, pk=exit_id)
    record_read("exit.read", by=request.user, about=leaving, case=leaving.case)
    return leaving


@needs(Permission.EXIT_RECORD)
def exit_detail(request: StaffRequest, exit_id: uuid.UUID) -> HttpResponse:
    leaving = _exit(request, exit_id)
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


@needs(Permission.EXIT_RECORD)
def exit_record(request: StaffRequest, number: str) -> HttpResponse:
    people = Individual.objects.visible_to(request.user, Permission.EXIT_RECORD)
    person = get_object_or_404(people, number=number)
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return answer_in_case(
        request,
        ExitForm(request.POST or None, user=request.user),
        exits.record_exit,
        person,
        case=case,
        title=_("Record an exit"),
        done=_("The exit is on file."),
        back=papers_of(case, ""),
        onward=Exit.get_absolute_url,
        sentences=[
            person.display_name,
            _("Who leaves others behind belongs to the case no longer from that day on."),
        ],
    )


@needs(Permission.EXIT_RECORD)
def exit_annul(request: StaffRequest, exit_id: uuid.UUID) -> HttpResponse:
    leaving = _exit(request, exit_id)
    return answer_in_case(
        request,
        AnnulExitForm(request.POST or None),
        exits.annul_exit,
        leaving,
        case=leaving.case,
        title=_("Take the exit back"),
        done=_("The exit is taken back."),
        back=leaving.get_absolute_url(),
        sentences=[
            leaving.individual.display_name,
            _("If the person is here again, add them to the family on the page of the case."),
        ],
    )
