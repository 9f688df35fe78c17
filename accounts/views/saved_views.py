"""Saved views of lists: the tabs above a list, and views that save and delete one."""

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_POST
from django_filters import FilterSet

from accounts.access import StaffRequest, permission_required
from accounts.actions.saved_views import forget_view, save_view
from accounts.models import SavedView, User
from accounts.permissions import Permission
from pages.forms import ActionForm
from pages.lists import Rows
from pages.questions import PLACEHOLDER, cached_rows


class SaveViewForm(ActionForm):
    page = forms.CharField(max_length=40)
    query = forms.CharField(max_length=500, required=False)
    name = forms.CharField(max_length=40, required=False, label=gettext_lazy("name of the view"))


def saved_views(request: HttpRequest, rows: Rows, filterset: type[FilterSet]) -> dict[str, Any]:
    """An entry of `pages.lists.list_additions`: the result of `kept_views`, with all counts in one query."""
    return kept_views(
        request, filterset.base_filters, lambda views: _counts(request, rows(), filterset, views)
    )


def kept_views(
    request: HttpRequest, filters: Iterable[str], counts: Callable[[list[SavedView]], list[int]]
) -> dict[str, Any]:
    """The user's own views of a list as tabs with counts, for templates/pages/list.html.

    `filters` are the names of the list's filters; `counts` returns the number of rows of each view. Empty for a list without
    filters, or if the URL has arguments.
    """
    match, names = request.resolver_match, tuple(filters)
    may_have_views = match and not match.kwargs and names
    if not (may_have_views and match and match.url_name and isinstance(request.user, User)):
        return {}
    page = match.url_name
    current_query = filters_in_query(request.GET, names)
    views = cached_rows(_views, page, values={PLACEHOLDER: request.user.pk})
    address = reverse(page)
    tabs = [
        {
            "label": view.name,
            "url": f"{address}?{view.query}",
            "is_current": view.query == current_query,
            "count": count,
        }
        for view, count in zip(views, counts(views) if views else [], strict=True)
    ]
    everything = {
        "label": pgettext("a list", "All"),
        "url": address,
        "is_current": not current_query,
        "count": None,
    }
    current = next((view for view in views if view.query == current_query), None)
    return {
        "view_tabs": [everything, *tabs] if tabs else [],
        "view_page": page,
        "view_query": current_query,
        "current_view": current,
    }


def _views(page: str) -> QuerySet[SavedView]:
    return SavedView.objects.of(PLACEHOLDER, page)


def filters_in_query(query: QueryDict, names: tuple[str, ...]) -> str:
    """The query string with the filters only, in a fixed order, so that equal filters give equal text."""
    kept = QueryDict(mutable=True)
    for name in sorted(query):
        values = [value for value in query.getlist(name) if value]
        if values and any(name == each or name.startswith(f"{each}_") for each in names):
            kept.setlist(name, values)
    return kept.urlencode()


def _counts(
    request: HttpRequest,
    queryset: QuerySet[Any],
    filterset: type[FilterSet],
    views: list[SavedView],
) -> list[int]:
    bare = queryset.model._default_manager.filter(pk__in=queryset.order_by().values("pk"))
    # Filters may use annotations of the list's own query.
    filtered_rows = queryset if queryset.query.annotations else bare
    counts = {
        f"view_{index}": Count(
            "pk",
            filter=Q(
                pk__in=filterset(QueryDict(view.query), queryset=filtered_rows, request=request)
                .qs.order_by()
                .values("pk")
            ),
        )
        for index, view in enumerate(views)
    }
    return list(bare.order_by().aggregate(**counts).values())


@permission_required(Permission.ACCOUNT_CHANGE)
@require_POST
def view_save(request: StaffRequest) -> HttpResponse:
    form = SaveViewForm(request.POST)
    page = request.POST.get("page", "")
    try:
        address = reverse(page)
    except NoReverseMatch:
        return redirect("account")
    if form.is_valid() and form.does(save_view, by=request.user):
        messages.success(request, _("The view is kept: it stands above the list."))
    else:
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
    return redirect(f"{address}?{request.POST.get('query', '')}")


@permission_required(Permission.ACCOUNT_CHANGE)
@require_POST
def view_forget(request: StaffRequest, pk: UUID) -> HttpResponse:
    view = get_object_or_404(SavedView.objects.filter(user=request.user), pk=pk)
    forget_view(view, by=request.user)
    messages.success(request, _("The view is forgotten; the list stays."))
    return redirect(reverse(view.page))
