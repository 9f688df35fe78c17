"""What every page that acts on one person does, and the makers of such pages."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.forms import RowForm
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.answers import answer
from pages.forms import ActionForm, ActsOnce, EditVersion

View = Callable[..., HttpResponseBase]


def person_in_sight(request: StaffRequest, number: str, permission: Permission) -> Individual:
    """The person whom the reader reaches with this permission; the look is written down. Else 404."""
    people = Individual.objects.visible_to(request.user, permission)
    individual: Individual = get_object_or_404(people, number=number)
    write_look(request, individual)
    return individual


def write_look(
    request: StaffRequest, individual: Individual, verb: str = "individual.read", **details: Any
) -> None:
    """Writes down that the reader looks at this person, before anything is shown."""
    record_read(
        verb,
        by=request.user,
        about=individual,
        case=case_of(individual, request.user.today()),
        details={"individual": individual.number, **details},
    )


def case_behind(request: StaffRequest, individual: Individual) -> Case:
    """The case in which the person is today or was last. Else 404."""
    case: Case | None = case_of(individual, request.user.today())
    if case is None:
        raise Http404
    return case


def number_page(
    request: StaffRequest, individual: Individual, template: str, **shown: Any
) -> HttpResponse:
    """A number behind its warnings. Who looked at it, and when, is written down first."""
    write_look(request, individual, "phone.read")
    return render(request, template, {"individual": individual, **shown})


def row_in_sight(
    request: StaffRequest, model: Any, number: str, row_id: uuid.UUID, permission: Permission
) -> Any:
    """One row about a person, with the same care."""
    rows = model.objects.visible_to(request.user, permission).select_related("individual")
    row = get_object_or_404(rows, pk=row_id, individual__number=number)
    write_look(request, row.individual)
    return row


def answer_in_case(
    request: StaffRequest,
    form: ActsOnce,
    action: Callable[..., Any],
    *about: Any,
    case: Case | None,
    template: str = "casework/register/case_act.html",
    **said: Any,
) -> HttpResponse:
    """A form on a page of the case's file; see `pages.answers.answer`."""
    return answer(request, form, action, *about, template=template, case=case, **said)


def answer_about(
    request: StaffRequest,
    individual: Individual,
    subject: Any,
    form: ActionForm,
    action: Callable[..., Any],
    *,
    back: str = "",
    **said: Any,
) -> HttpResponse:
    """The same on a page of a person; `back` is a section of the person's page."""

    def refused() -> dict[str, Any]:
        if not (isinstance(form, EditVersion) and isinstance(form, RowForm)):
            return {}
        is_stale = form.cleaned_data["version"] not in (None, subject.version)
        on_file_now = form.on_file_now() if is_stale else []
        form.look_again(subject.version)
        return {"on_file_now": on_file_now}

    return answer(
        request,
        form,
        action,
        subject,
        back=reverse("individual-detail", args=[individual.number]) + f"#{back}",
        refused=refused,
        template="casework/register/individual_act.html",
        individual=individual,
        row=subject,
        **said,
    )


def person_page(
    permission: Permission, form: type[ActionForm], action: Callable[..., Any], **words: Any
) -> View:
    """A page that records something new about a person. The form is made with `user=` and `individual=`."""

    @needs(permission)
    def page(request: StaffRequest, number: str) -> HttpResponse:
        individual = person_in_sight(request, number, permission)
        filled = form(request.POST or None, user=request.user, individual=individual)  # type: ignore[call-arg]
        return answer_about(request, individual, individual, filled, action, **words)

    return page


def row_page(
    permission: Permission,
    model: Any,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    opens_to: Permission | None = None,
    **words: Any,
) -> View:
    """A page that acts on one row about a person. The form is made with `user=` and `row=`.

    `opens_to` is the permission that the page asks where rows of one kind ask different ones.
    """

    @needs(opens_to or permission)
    def page(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
        row = row_in_sight(request, model, number, row_id, permission)
        filled = form(request.POST or None, user=request.user, row=row)  # type: ignore[call-arg]
        return answer_about(request, row.individual, row, filled, action, **words)

    return page
