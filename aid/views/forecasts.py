"""Pages about aid that people lose in the days to come."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.charts import kinds_chart, losses_chart
from aid.choices import FamiliesShown
from aid.falls import add_acts, falls, total_in_words
from aid.forecast_page import FAMILIES_PER_PAGE, LAST_PAGE, outlook
from aid.forecasts import (
    FamilyForecast,
    counted,
    family_forecasts,
    is_any_aid_counted,
    losses_by_payer,
)
from aid.forms.forecasts import HORIZONS, ForecastForm, HorizonForm
from aid.rules.small_counts import shown
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.filters import say_unknown
from pages.lists import Chip, without

# Words, and who of a family they are about; empty if that is everybody.
Tags = list[tuple[str, str]]


@permission_required(Permission.FORECAST_READ)
def forecast_page(request: StaffRequest) -> HttpResponse:
    """Families that lose aid or have none, those left with nothing first. A filter may ask what if aid ended on another day."""
    form = ForecastForm(request.GET, user=request.user)
    say_unknown(form, request.GET)
    if not form.is_valid():
        return _invalid_page(request, "aid/forecast.html", form)
    days, show = form.cleaned_data["days"], form.cleaned_data["show"]
    period: Any = form.period() | {"what_if": form.what_if()}
    filters: Any = {"show": show, "loss": form.loss(), "page": _page(request)}
    ahead = outlook(request.user, **period, **filters)
    total = ahead.shown
    # The database returned only the families of the requested page.
    page = Paginator(range(total), FAMILIES_PER_PAGE).get_page(request.GET.get("page"))
    record_read("forecast.read", by=request.user, details={"days": days, "families": total})
    families = family_forecasts(ahead.page, **period)
    people, heads = _people_and_heads(families, request.user.today())
    return render(
        request,
        "aid/forecast.html",
        {
            "days": days,
            "tabs": _tabs(request, days),
            "page_obj": page,
            "families": [
                (
                    family,
                    heads[family.case_id],
                    _lines(family, people),
                    _without_now(family, people),
                    _without_then(family, people),
                )
                for family in families
            ],
            "total": total,
            "counts": [_count(request, each, number) for each, number in ahead.counts.items()],
            "chips": _chips(request, form),
            "other_filters": _other_filters(form),
            "people": ahead.people,
            "lacking": ahead.lacking,
            "unpaid": ahead.unpaid,
            "form": form,
            "is_what_if": form.what_if() is not None,
            **(_as_agreed(request, period, families) if form.what_if() else {}),
            "chart": kinds_chart(ahead.chart_periods, on=period["on"], within_days=days),
            "has_files": bool(ahead.everybody)
            or Case.objects.visible_to(request.user, Permission.FORECAST_READ).open().exists(),
            "case_page": "case-detail" if can(request.user, Permission.CASE_READ) else "case-card",
            "querystring": without(request.GET, "page"),
        },
    )


@permission_required(Permission.FORECAST_READ)
def fall_list(request: StaffRequest) -> HttpResponse:
    """Each promise or site whose aid ends, whom it leaves without, and what it costs to bridge. It answers the same questions."""
    form = ForecastForm(request.GET, user=request.user)
    say_unknown(form, request.GET)
    if not form.is_valid():
        return _invalid_page(request, "aid/fall_list.html", form)
    days, what_if = form.cleaned_data["days"], form.what_if()
    period: Any = form.period()
    found = falls(request.user, **period, what_if=what_if)
    agreed = falls(request.user, **period) if what_if else found
    page = Paginator(found, FAMILIES_PER_PAGE).get_page(request.GET.get("page"))
    add_acts(list(page.object_list), request.user)
    record_read("forecast.read", by=request.user, details={"days": days, "falls": len(found)})
    return render(
        request,
        "aid/fall_list.html",
        {
            "days": days,
            "until": period["on"] + datetime.timedelta(days=days),
            "tabs": _tabs(request, days),
            "page_obj": page,
            "total": len(found),
            "bridging": total_in_words(found),
            "unknown": sum(fall.lines is None for fall in found),
            "form": form,
            "other_filters": _other_filters(form),
            "is_what_if": what_if is not None,
            "as_agreed": [total_in_words(agreed) or (_("not known") if agreed else _("nothing"))],
            "querystring": without(request.GET, "page"),
        },
    )


@permission_required(Permission.FORECAST_COUNTS)
def forecast_counts(request: StaffRequest) -> HttpResponse:
    """How many people lose which aid, by payer; no names."""
    form = HorizonForm(request.GET)
    say_unknown(form, request.GET)
    if not form.is_valid():
        return _invalid_page(request, "aid/forecast_counts.html", form)
    days = form.cleaned_data["days"]
    losses = losses_by_payer(request.user, within_days=days, on=request.user.today())
    return render(
        request,
        "aid/forecast_counts.html",
        {
            "days": days,
            "tabs": _tabs(request, days),
            "rows": [(loss, shown(loss.people)) for loss in losses],
            "chart": losses_chart(losses, on=request.user.today(), within_days=days),
            "has_aid": bool(losses) or is_any_aid_counted(request.user, on=request.user.today()),
            "may_agree": can(request.user, Permission.AGREEMENT_CHANGE),
        },
    )


def _invalid_page(request: StaffRequest, template: str, form: HorizonForm) -> HttpResponse:
    """The page while a filter is invalid. It keeps the valid filters."""
    tabs = _tabs(request, form.cleaned_data.get("days"))
    return render(
        request, template, {"form": form, "tabs": tabs, "other_filters": _other_filters(form)}
    )


def _other_filters(form: HorizonForm) -> list[tuple[str, str]]:
    """Names and values of the other valid filters, to be sent again with the what-if form."""
    names = [bound.name for bound in form.hidden_fields() if bound.name not in form.errors]
    return [(name, form.data[name]) for name in names if form.data.get(name)]


def _chips(request: StaffRequest, form: ForecastForm) -> list[Chip]:
    chips = []
    if show := form.cleaned_data["show"]:
        label = str(form.fields["show"].label)
        chips.append(
            Chip(label, str(FamiliesShown(show).label), f"?{without(request.GET, 'page', 'show')}")
        )
    if loss := form.loss():
        kind, day = loss
        value = f"{kind.label}, {short_date(day)}"
        query = without(request.GET, "page", "kind", "lost_on")
        chips.append(Chip(str(form.fields["kind"].label), value, f"?{query}"))
    return chips


def _page(request: StaffRequest) -> int:
    """The page number as Django's paginator reads it: the first page for a text, the last for a number out of range."""
    try:
        number = int(request.GET.get("page", "1"))
    except ValueError:
        return 1
    return min(number, LAST_PAGE) if number >= 1 else LAST_PAGE


def _tabs(request: StaffRequest, days: int | None) -> list[dict[str, Any]]:
    tabs = []
    for horizon in HORIZONS:
        query = request.GET.copy()
        query.pop("page", None)
        query["days"] = str(horizon)
        label = ngettext("%(number)d day", "%(number)d days", horizon) % {"number": horizon}
        tabs.append(
            {
                "url": f"?{query.urlencode()}",
                "label": label,
                "is_current": horizon == days,
                "count": None,
            }
        )
    return tabs


def _count(request: StaffRequest, show: FamiliesShown, number: int) -> dict[str, Any]:
    """One count above the forecast; it links to its families."""
    query = request.GET.copy()
    for name in ("page", "kind", "lost_on"):
        query.pop(name, None)
    query["show"] = str(show)
    return {
        "number": number,
        "label": counted(show, number),
        "url": f"?{query.urlencode()}",
        "tone": "trouble" if number and show is not FamiliesShown.LOSING else "",
    }


def _as_agreed(
    request: StaffRequest, period: Any, families: Sequence[FamilyForecast]
) -> dict[str, Any]:
    """The counts without the question, in words, and the keys of the families for which the question changes something."""
    agreed = period | {"what_if": None}
    counts = outlook(request.user, **agreed).counts
    before = family_forecasts([family.case_id for family in families], **agreed)
    return {
        "as_agreed": [f"{number} {counted(each, number)}" for each, number in counts.items()],
        "changed": {
            family.case_id for family, old in zip(families, before, strict=True) if family != old
        },
    }


def _people_and_heads(
    families: Sequence[FamilyForecast], today: datetime.date
) -> tuple[dict[uuid.UUID, Individual], dict[uuid.UUID, str]]:
    """The members of these families by key, and the name of each family by case."""
    rows = Case.objects.filter(pk__in=[family.case_id for family in families])
    cases: list[Any] = list(rows.with_people(today))
    members = [member for case in cases for member in case.people_today]
    people = {member.individual_id: member.individual for member in members}
    return people, {case.pk: case.display_name for case in cases}


def _lines(family: FamilyForecast, people: dict[uuid.UUID, Individual]) -> list[tuple[Any, str]]:
    return [
        (
            loss,
            _("the whole family")
            if loss.is_whole_family and family.people > 1
            else ", ".join(people[person].display_name for person in loss.individual_ids),
        )
        for loss in family.losses
    ]


def _without_now(family: FamilyForecast, people: dict[uuid.UUID, Individual]) -> Tags:
    words = _("no essential aid today") if family.kinds_now else _("no confirmed aid today")
    return _tags(family, words, family.lacking_now, family.unpaid_now, people)


def _without_then(family: FamilyForecast, people: dict[uuid.UUID, Individual]) -> Tags:
    words = _("nothing essential") if family.kinds_left else _("nothing")
    return _tags(family, words, family.lacking_left, family.unpaid_left, people)


def _tags(
    family: FamilyForecast,
    words: str,
    lacking: list[uuid.UUID],
    unpaid: list[uuid.UUID],
    people: dict[uuid.UUID, Individual],
) -> Tags:
    """What to say of those who sleep at a site that nobody pays, and `words` of the others, each with who they are."""
    others = [person for person in lacking if person not in unpaid]
    groups = ((_("sleeps at a site that nobody pays"), unpaid), (words, others))
    return [(said, _lacking(family, group, people)) for said, group in groups if group]


def _lacking(
    family: FamilyForecast, lacking: list[uuid.UUID], people: dict[uuid.UUID, Individual]
) -> str:
    """`1 of 4: Petra`, if some of a family are without essential aid; empty if all or none are."""
    if len(lacking) in (0, family.people):
        return ""
    who = ", ".join(people[person].display_name for person in lacking)
    return _("%(count)s of %(people)s: %(who)s") % {
        "count": len(lacking),
        "people": family.people,
        "who": who,
    }
