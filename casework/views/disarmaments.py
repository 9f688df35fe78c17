"""What a former member handed over on arrival."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.disarmaments import record_disarmament
from casework.forms.disarmament import DisarmamentForm
from casework.models import Individual
from casework.querysets.individual import case_of


@needs(Permission.SERVICE_CHANGE)
def disarmament_record(request: HttpRequest, number: str) -> HttpResponse:
    """Writes the outcome, or corrects the one on file."""
    people = Individual.objects.visible_to(request.user, Permission.SERVICE_CHANGE)
    individual = get_object_or_404(
        people.former_members().select_related("arrival__received_by"), number=number
    )
    case = case_of(individual, request.user.today())
    record_read(
        "individual.read",
        by=request.user,
        about=individual,
        case=case,
        details={"individual": individual.number},
    )
    known = individual.disarmaments.filter(arrival=individual.arrival_id).first()
    form = DisarmamentForm(request.POST or None, individual=individual, known=known)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(record_disarmament, individual, by=request.user)
    ):
        messages.success(request, _("What was handed over is on file."))
        return redirect("case-part", case.number, "people")
    return render(
        request,
        "casework/individual_act.html",
        {
            "individual": individual,
            "form": form,
            "title": _("What was handed over"),
            "lead": _(
                "Only the outcome: the authorities document and keep the arms. No list of weapons belongs here."
            ),
        },
    )
