"""Functions that views about a case or a person share, and factories of views."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.register.forms import AboutForm, RowForm
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.answers import form_response, sent
from pages.conflicts import conflict_of
from pages.forms import ActionForm, ActsOnce, EditVersion
from pages.questions import ANY_TEXT, cached_rows

View = Callable[..., HttpResponseBase]
Having = Callable[[Any], Any] | None
CASE_ACT = "casework/register/case_act.html"


def get_case_or_404(request: StaffRequest, number: str, permission: Permission) -> Case:
    """Returns the case if the user may see it with this permission. Raises Http404; records no view."""
    case: Case = get_object_or_404(Case.objects.visible_to(request.user, permission), number=number)
    return case


def person_or_404(
    request: StaffRequest, number: str, permission: Permission, having: Having = None
) -> Individual:
    """Returns the person if the user may see them, else raises Http404. Records no view. `having` extends the queryset."""
    query = (_person, request.user, permission, having)
    people: list[Individual] = cached_rows(*query, values={ANY_TEXT: number})
    if not people:
        raise Http404
    return people[0]


def _person(user: User, permission: Permission, having: Having) -> Any:
    people = Individual.objects.visible_to(user, permission).filter(number=ANY_TEXT)
    return having(people) if having else people


def row_getter(model: Any, *related: str) -> Callable[[StaffRequest, uuid.UUID, Permission], Any]:
    """Returns a function for `form_view_of_row` that returns a visible row with these relations, or raises Http404."""

    def find(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> Any:
        rows = model.objects.visible_to(request.user, permission)
        return get_object_or_404(rows.select_related(*related), pk=pk)

    return find


get_arrival_or_404 = row_getter(Arrival, "case")


def file_page_url(case: Case | None, part: str, panel: str = "") -> str:
    """Returns the URL of a page (a key of PAGES) or panel of the file; without a case, of the list of cases."""
    if case is None:
        return reverse("case-list")
    page = reverse("case-part", args=[case.number, part])
    return f"{page}#{panel}" if panel else page


def person_file_url(request: StaffRequest, person: Individual, part: str, panel: str) -> str:
    """Returns the URL of a panel in the file of the person's current or last case."""
    return file_page_url(case_of(person, request.user.today()), part, panel)


def view_person_or_404(
    request: StaffRequest, number: str, permission: Permission, having: Having = None
) -> Individual:
    """Returns the person as `person_or_404` does, and records the view."""
    individual = person_or_404(request, number, permission, having)
    record_view_of_person(request, individual)
    return individual


def record_view_of_person(
    request: StaffRequest, individual: Individual, verb: str = "individual.read", **details: Any
) -> None:
    """Records in the audit log that the user views this person."""
    record_read(
        verb,
        by=request.user,
        about=individual,
        case=case_of(individual, request.user.today()),
        details={"individual": individual.number, **details},
    )


def case_of_person(request: StaffRequest, individual: Individual) -> Case:
    """Returns the person's current or last case. Raises Http404 without one."""
    case: Case | None = case_of(individual, request.user.today())
    if case is None:
        raise Http404
    return case


def row_with_recorded_view(
    request: StaffRequest, model: Any, number: str, row_id: uuid.UUID, permission: Permission
) -> Any:
    """Records the view of the person and returns the row, else raises Http404."""
    rows = model.objects.visible_to(request.user, permission).select_related("individual")
    row = get_object_or_404(rows, pk=row_id, individual__number=number)
    record_view_of_person(request, row.individual)
    return row


def case_form_page(
    request: StaffRequest,
    form: ActsOnce,
    action: Callable[..., Any],
    *about: Any,
    case: Case | None,
    template: str = CASE_ACT,
    **words: Any,
) -> HttpResponse:
    """Calls `pages.answers.answer` with `case` in the context of the template."""
    return form_response(request, form, action, *about, template=template, case=case, **words)


def form_view_of_row(
    permission: Permission,
    find: Callable[..., Any],
    form: type[AboutForm],
    action: Callable[..., Any],
    context: Callable[[StaffRequest, Any], dict[str, Any]],
    **words: Any,
) -> View:
    """Returns a view with one form about one row.

    `find(request, *keys, permission)` returns the row or raises Http404. `context(request, row)` returns the arguments
    of `pages.answers.answer` that depend on the row, above all `case` and `back`; `words` are the others.
    """

    @permission_required(permission)
    def page(request: StaffRequest, **keys: Any) -> HttpResponse:
        row = find(request, *keys.values(), permission)
        filled = form(*sent(request), user=request.user, row=row)
        options = {"template": CASE_ACT, **words, **context(request, row)}
        return form_response(request, filled, action, row, **options)

    return page


@dataclass(frozen=True)
class SectionViews:
    """Makes views for rows of one section of a person's page, to which they redirect.

    `view_permission` opens the page of a row, if `permission` is not needed for all rows.
    """

    section: str
    permission: Permission
    view_permission: Permission | None = None

    def new(self, form: type[AboutForm], action: Callable[..., Any], **words: Any) -> View:
        """Returns a view that records a new row about a person."""

        @permission_required(self.permission)
        def page(request: StaffRequest, number: str) -> HttpResponse:
            individual = view_person_or_404(request, number, self.permission)
            filled = form(request.POST or None, user=request.user, row=individual)
            return self.answer(request, individual, individual, filled, action, **words)

        return page

    def of(self, model: Any, form: type[RowForm], action: Callable[..., Any], **words: Any) -> View:
        """Returns a view for an action on one row about a person."""

        @permission_required(self.view_permission or self.permission)
        def page(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
            row = row_with_recorded_view(request, model, number, row_id, self.permission)
            filled = form(request.POST or None, user=request.user, row=row)
            return self.answer(request, row.individual, row, filled, action, **words)

        return page

    def answer(
        self,
        request: StaffRequest,
        individual: Individual,
        subject: Any,
        form: ActionForm,
        action: Callable[..., Any],
        **words: Any,
    ) -> HttpResponse:
        """Calls `pages.answers.answer`. After an edit conflict the page shows newer values beside the typed ones."""

        def refused() -> dict[str, Any]:
            is_edit = isinstance(form, EditVersion) and isinstance(form, RowForm)
            return conflict_of(form, subject) if is_edit else {}

        return form_response(
            request,
            form,
            action,
            subject,
            back=reverse("individual-detail", args=[individual.number]) + f"#{self.section}",
            refused=refused,
            template="casework/register/individual_act.html",
            individual=individual,
            row=subject,
            **words,
        )
