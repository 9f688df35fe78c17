"""The page of a list: filters in the URL, chips that remove them, a count, pages of 25."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django_filters import FilterSet

from pages.charts import Chart
from pages.dates import short_date
from pages.field_names import names_of
from pages.filters import say_unknown
from pages.pager import CompiledPager, Pager, page_asked
from pages.slots import Slot

# Query parameters that do not change which rows a list has.
NO_ROW_PARAMETERS = ("page", "filters", "chart")


@dataclass(frozen=True)
class Chip:
    """One active filter: its label, its value as text, and the URL of the list without it."""

    label: str
    text: str
    url: str


@dataclass(frozen=True)
class StandingTab:
    """A tab above a list for every user; `query` is the query string of its filters."""

    label: str | Promise
    query: str


# The rows of a list before filtering, evaluated lazily.
Rows = Callable[[], QuerySet[Any]]
ListAddition = Callable[[HttpRequest, Rows, type[FilterSet]], dict[str, Any]]
list_additions: Slot[ListAddition] = Slot("what every list gets beside its rows")


def list_page(
    request: HttpRequest,
    rows: QuerySet[Any] | Callable[[Any], QuerySet[Any]],
    *,
    filterset: type[FilterSet],
    template: str,
    page_size: int = 25,
    completed: Callable[[list[Any]], list[Any]] = list,
    standing: Sequence[StandingTab] = (),
    without_filters: Callable[[Any], QuerySet[Any]] | None = None,
    chart: Callable[[], Chart | None] | None = None,
    empty_because: Callable[[], str] | None = None,
    **context: Any,
) -> HttpResponse:
    """Renders the requested page of the filtered rows.

    `rows` may be a function of the user, as in `pages.questions`: the unfiltered query is then compiled once. The template
    extends `pages/list.html` and gets `page_obj`, `filter`, `chips`, `total` (of all pages), `querystring` (the filters,
    without the page), `is_filtered`, `shows_filters`, and any extra context.

    The filter form is rendered only if a filter is active or with `?filters=open`: its lists of places and colleagues take
    longer than the rows.

    `completed` gets the rows of the page and adds values that no query can fetch. `without_filters` returns the rows while
    no filter is active, for lists that then hide some. `standing` are tabs for every user, before saved views. `chart`
    draws all rows, whatever the filters; above a thousand rows only with `?chart=open`. `empty_because` returns why an
    unfiltered list is empty. `list_additions` adds context from higher floors.
    """
    querystring = without(request.GET, *NO_ROW_PARAMETERS)
    listing = Listing(
        request, rows, filterset, without_filters=without_filters, is_filtered=bool(querystring)
    )
    pager = listing.pager(page_size, page_asked(request.GET))
    page = pager.asked_page()
    page.object_list = completed(list(page.object_list))
    return render(
        request,
        template,
        {
            "page_obj": page,
            "filter": listing,
            **_filter_context(listing, querystring, standing, page.object_list, empty_because),
            "total": pager.total,
            "querystring": querystring,
            "shows_filters": bool(querystring) or "filters" in request.GET,
            **(_chart_context(chart, listing, pager) if chart else {}),
            **_additions(listing),
            **context,
        },
    )


def _filter_context(
    listing: "Listing",
    querystring: str,
    standing: Sequence[StandingTab],
    rows: Sequence[Any],
    empty_because: Callable[[], str] | None,
) -> dict[str, Any]:
    """Context about active filters and tabs, and the reason if an unfiltered list is empty."""
    chips = chips_of(listing.filtered, listing.request.GET) if querystring else []
    tabs = [_tab(each, querystring) for each in standing]
    is_standing = any(tab["is_current"] for tab in tabs)
    is_filtered = bool(chips)
    if is_filtered and is_standing and not rows:
        # Filters of a tab were not chosen by the user: if the whole list is empty, they are not the reason.
        is_filtered = listing.every_row().exists()
    is_empty = not rows and not is_filtered
    return {
        "chips": chips,
        "is_filtered": is_filtered,
        "standing": tabs,
        "is_standing": is_standing,
        "empty_because": empty_because() if empty_because and is_empty else "",
    }


def _additions(listing: "Listing") -> dict[str, Any]:
    added: dict[str, Any] = {}
    for addition in list_additions:
        added |= addition(listing.request, listing.every_row, listing.filterset)
    return added


def _chart_context(
    chart: Callable[[], Chart | None], listing: "Listing", pager: Pager
) -> dict[str, Chart | bool | None]:
    every_row = Pager(listing.every_row(), pager.per_page) if listing.is_filtered else pager
    is_drawn = "chart" in listing.request.GET or not every_row.is_long
    return {"chart": chart() if is_drawn else None, "offers_chart": not is_drawn}


class Listing:
    """The rows of a list, before and after filtering."""

    def __init__(
        self,
        request: HttpRequest,
        rows: QuerySet[Any] | Callable[[Any], QuerySet[Any]],
        filterset: type[FilterSet],
        *,
        without_filters: Callable[[Any], QuerySet[Any]] | None = None,
        is_filtered: bool,
    ) -> None:
        self.request = request
        self.rows = rows
        self.without_filters = without_filters or rows
        self.filterset = filterset
        self.is_filtered = is_filtered

    def every_row(self) -> QuerySet[Any]:
        return self.rows(self.request.user) if callable(self.rows) else self.rows

    @property
    def filters(self) -> Any:
        """The filters by name. Their form is made only when `form` is read."""
        return self.filterset.base_filters

    @property
    def form(self) -> forms.Form:
        """The form of the filters, with its errors."""
        form: forms.Form = self.filtered.form
        return form

    @cached_property
    def filtered(self) -> FilterSet:
        params = self.request.GET if self.is_filtered else None
        filtered = self.filterset(params, queryset=self._rows_to_filter(), request=self.request)
        if params is not None:
            say_unknown(filtered.form, params)
        return filtered

    def _rows_to_filter(self) -> QuerySet[Any]:
        """The rows to filter: none for a list with a compiled query, whose filters are only rendered."""
        model = self.filterset._meta.model
        if self.uses_compiled_query and model is not None:
            nothing: QuerySet[Any] = model._default_manager.none()
            return nothing
        return self.every_row()

    @property
    def uses_compiled_query(self) -> bool:
        """Whether the list runs a compiled query. A filtered list does not: its SQL depends on the filters."""
        return callable(self.without_filters) and not self.is_filtered

    def pager(self, page_size: int, asked: int) -> Pager:
        """The pager of the filtered rows."""
        if callable(self.without_filters) and self.uses_compiled_query:
            return CompiledPager(self.without_filters, self.request.user, page_size, asked)
        return Pager(self.filtered.qs, page_size, asked)


def _tab(standing: StandingTab, querystring: str) -> dict[str, Any]:
    is_current = QueryDict(standing.query) == QueryDict(querystring)
    return {"label": standing.label, "url": f"?{standing.query}", "is_current": is_current}


def without(query: QueryDict, *names: str) -> str:
    """The query string without these parameters."""
    kept = query.copy()
    for name in names:
        kept.pop(name, None)
    return kept.urlencode()


def chips_of(filtered: FilterSet, query: QueryDict) -> list[Chip]:
    """One chip for each active filter."""
    chips = []
    form = filtered.form
    if not form.is_valid():
        form.cleaned_data = getattr(form, "cleaned_data", {})
    for name, field in form.fields.items():
        # A range has one name in the form and two in the URL.
        names = [key for key in query if key in names_of(field, name)]
        text = _shown_value(field, form.cleaned_data.get(name))
        if not (names and text):
            continue
        label = str(field.label or filtered.filters[name].label or name)
        rest = without(query, *NO_ROW_PARAMETERS, *names)
        chips.append(Chip(label, text, f"?{rest}"))
    return chips


def _shown_value(field: forms.Field, value: Any) -> str:
    if isinstance(value, UUID):
        return str(_("yes"))
    if isinstance(value, bool):
        # An unticked checkbox filters nothing; a choice of yes, no or either does.
        is_choice = isinstance(field, forms.NullBooleanField)
        return str(_("yes") if value else _("no")) if value or is_choice else ""
    if value is None or value == "":
        return ""
    if isinstance(value, slice):
        return " – ".join(_shown_value(field, end) or "…" for end in (value.start, value.stop))
    if isinstance(value, QuerySet | list | tuple | set):
        return ", ".join(_shown_value(field, each) for each in value)
    if hasattr(value, "strftime"):
        return short_date(value)
    if isinstance(value, Model):
        return str(value)
    for key, label in getattr(field, "choices", []):
        if not isinstance(label, list | tuple) and str(key) == str(value):
            return str(label)
    return str(value)
