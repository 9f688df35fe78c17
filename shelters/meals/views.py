"""Pages of meals: one day at a site, and the sheet for its caterer."""

import datetime
import uuid
from collections.abc import Sequence
from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from pages.answers import form_response
from shelters.forms.sites import NightForm
from shelters.meals.actions import record_meals
from shelters.meals.choices import HowMealsCounted, Meal
from shelters.meals.forms import MealsForm
from shelters.meals.models import MealService
from shelters.meals.querysets import people_eating
from shelters.meals.rules import MealLine, night_of, percent_served
from shelters.models import Placement, Site

A_WEEK = datetime.timedelta(days=6)
DAYS_ON_A_SHEET = 7


def _lines(site: Site, days: Sequence[datetime.date]) -> list[MealLine]:
    """The meals of these days; the people of each night are counted once."""
    stays = Placement.objects.filter(site=site)
    nights = sorted({night_of(meal, day) for day in days for meal in Meal})
    by_night = {night: people_eating(stays, night) for night in nights}
    return [MealLine(day, meal, by_night[night_of(meal, day)]) for day in days for meal in Meal]


@permission_required(Permission.PLACEMENT_CHANGE)
def meals_day(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The meals of one day: needed, planned, served; and the share that was served in the seven days up to it."""
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    day = NightForm(request.GET).day_or(request.user.today())
    lines = _lines(site, [day])
    of_site = MealService.objects.visible_to(request.user).filter(site=site)
    recorded = {each.meal: each for each in of_site.between(day, day)}
    served, planned = of_site.between(day - A_WEEK, day).sums()
    return form_response(
        request,
        MealsForm(request.POST or None, lines=lines, recorded=recorded),
        partial(record_meals, site, day=day),
        back=f"{reverse('site-night', args=[site.pk])}?on={day.isoformat()}",
        success_url=lambda _rows: f"{reverse('meals-day', args=[site.pk])}?on={day.isoformat()}",
        done=_("The meals are recorded."),
        is_named=False,
        template="shelters/meals/meals_day.html",
        site=site,
        on=day,
        lines=[(line, recorded.get(line.meal)) for line in lines],
        served=served,
        planned=planned,
        percent=percent_served(served, planned),
        definition=HowMealsCounted.SERVED,
        is_to_come=day > request.user.today(),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def meals_sheet(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The sheet for the caterer: numbers for a week, and no name."""
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    first = NightForm(request.GET).day_or(request.user.today())
    days = [first + datetime.timedelta(days=n) for n in range(DAYS_ON_A_SHEET)]
    context = {"site": site, "on": first, "lines": _lines(site, days)}
    return render(request, "shelters/meals/meals_sheet.html", context)
