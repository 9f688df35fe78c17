"""The office's own figures, on screen."""

import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from pages.filters import say_unknown
from pages.lists import without
from pages.questions import cached_rows, planned_anew
from reporting.charts import ages_chart, arrivals_chart
from reporting.choices import Definition
from reporting.figures.arrivals import (
    arrived_between,
    counted_by_place,
    people_of_offices,
    places_of_rows,
)
from reporting.figures.people import counted_by_birth, counts_of_rows, with_earlier_sexes
from reporting.figures.sheltered import sheltered_on
from reporting.forms.tables import FiguresForm
from reporting.rules.pyramid import pyramid
from shelters.by_night import beds_chart
from shelters.models import Placement, Site
from shelters.occupied import with_occupancy
from shelters.sums import sums_in_words

DAYS_SHOWN = 30
SITES_ON_A_PAGE = 50


def people_to_count(user: User) -> tuple[IndividualQuerySet, bool]:
    """The people whom the figures of this user count, and whether they are the whole office, not only visible people."""
    offices = user.office_ids(Permission.REPORT_EXACT_READ)
    if offices:
        return people_of_offices(offices), True
    return Individual.objects.visible_to(user), False


def _period_form(request: StaffRequest, today: datetime.date) -> FiguresForm:
    since = today - datetime.timedelta(days=DAYS_SHOWN - 1)
    names = ("since", "until", "directorate")
    chosen = {name: request.GET.get(name) for name in names if request.GET.get(name)}
    form = FiguresForm(
        {"since": since.isoformat(), "until": today.isoformat(), **chosen},
        sees_arrivals=bool(can(request.user, Permission.INDIVIDUAL_READ)),
    )
    say_unknown(form, request.GET)
    return form


@permission_required(Permission.REPORT_OWN_READ)
def figures(request: StaffRequest) -> HttpResponse:
    """Arrivals in a period; for its last night people sheltered by sex and age, and occupancy by site."""
    user, today = request.user, request.user.today()
    form = _period_form(request, today)
    context: dict[str, Any] = {
        "form": form,
        "definition": {each.name.lower(): each for each in Definition},
        "may_see_motives": can(user, Permission.FLIGHT_READ),
        # Users who prepare tables read protected counts of people, and no other count.
        "sees_as_others": can(user, Permission.REPORT_PREPARE),
    }
    if form.errors:
        return render(request, "reporting/figures.html", context)
    night = context["night"] = min(form.cleaned_data["until"], today)
    if can(user, Permission.INDIVIDUAL_READ):
        context |= _people_figures(user, form, night)
    if can(user, Permission.OCCUPANCY_READ):
        context |= _occupancy(request, form.cleaned_data["since"], night)
    return render(request, "reporting/figures.html", context)


def _occupancy(request: StaffRequest, since: datetime.date, night: datetime.date) -> dict[str, Any]:
    """Each site on that night, paged; all sites together; and the nights from `since` to that night."""
    visible_sites: list[Site] = cached_rows(_sites, request.user)
    sites = with_occupancy([site for site in visible_sites if site.is_open_on(night)], night)
    occupancies = [site.occupancy for site in sites]
    with_beds = [site for site in sites if site.occupancy.beds]
    return {
        "page_obj": Paginator(sites, SITES_ON_A_PAGE).get_page(request.GET.get("page")),
        "querystring": without(request.GET, "page"),
        "whole": sum(occupancies[1:], occupancies[0]) if occupancies else None,
        # Free beds at one site do not help somebody without a bed at another.
        "above_capacity": sum(each.above_capacity for each in occupancies),
        # The overall rate hides the fullest site.
        "fullest": max(with_beds, key=lambda site: site.occupancy.percent or 0, default=None),
        "sums": sums_in_words(occupancies),
        "beds_chart": beds_chart(visible_sites, night, first=min(since, night), has_occupancy=True),
    }


def _sites(user: User) -> Any:
    sites = Site.objects.visible_to(user, Permission.OCCUPANCY_READ)
    return sites.select_related("municipality", "office")


def _people_figures(user: User, form: FiguresForm, night: datetime.date) -> dict[str, Any]:
    is_whole_office = bool(user.office_ids(Permission.REPORT_EXACT_READ))
    record_read("figures.read", by=user, details={"whole_office": is_whole_office})
    since, until = form.cleaned_data["since"], form.cleaned_data["until"]
    directorate = form.cleaned_data["directorate"]
    arrived = (user, since, until, directorate.pk if directorate else None)
    places = places_of_rows(cached_rows(_arrived, *arrived))
    rows = places.directorates
    with planned_anew():
        births = cached_rows(_sheltered, user, night)
    counted = with_earlier_sexes(counts_of_rows(births, on=night), _asleep(user, night), on=night)
    return {
        "scope": _("The whole office") if is_whole_office else _("The cases you work with"),
        "directorates": rows,
        "crossings": places.crossings,
        "departments": places.departments,
        "former_members": sum(row.former_members for row in rows),
        "relatives": sum(row.relatives for row in rows),
        "arrived": sum(row.total for row in rows),
        "arrivals_chart": arrivals_chart(places.days, since, max(since, night)),
        "ages_chart": ages_chart(pyramid(counted)),
        "sheltered": sum(counted.values()),
    }


def _asleep(user: User, night: datetime.date) -> Any:
    people, is_whole_office = people_to_count(user)
    if is_whole_office:
        return sheltered_on(user.office_ids(Permission.REPORT_EXACT_READ), night)
    return people.filter(pk__in=Placement.objects.all_asleep_on(night).values("individual"))


def _sheltered(user: User, night: datetime.date) -> Any:
    return counted_by_birth(_asleep(user, night), on=night)


def _arrived(
    user: User, since: datetime.date, until: datetime.date, directorate: str | None
) -> Any:
    people, _is_whole_office = people_to_count(user)
    arrived = arrived_between(people, since, until + datetime.timedelta(days=1))
    if directorate:
        arrived = arrived.filter(arrival__directorate=directorate)
    return counted_by_place(arrived)
