"""Pages that belong to no domain: the gallery of components."""

import datetime

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pages.charts import (
    Chart,
    Point,
    Series,
    bars_over_time,
    bars_with_limits,
    every_day,
    lanes,
    pipeline,
    pyramid,
)
from pages.forms import ActionForm, DateField, DateTimeField, OncePerSubmission
from pages.lists import Chip
from pages.per_day import ONE_DAY
from pages.tags import Tag


class SampleForm(OncePerSubmission, ActionForm):
    """One field of every kind."""

    name = forms.CharField(label=_("Name"), help_text=_("As on the document."))
    born_on = DateField(label=_("Birth date"), past_only=True, required=False)
    seen_at = DateTimeField(label=_("Seen"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("a", _("Hotel")), ("b", _("Shelter"))])
    ways = forms.ChoiceField(
        label=_("Way in"), choices=[("a", _("Bridge")), ("b", _("Path"))], widget=forms.RadioSelect
    )
    needs = forms.MultipleChoiceField(
        label=_("Needs"),
        choices=[("a", _("Ground floor")), ("b", _("Cot"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    remarks = forms.CharField(label=_("Remarks"), widget=forms.Textarea, required=False)
    is_urgent = forms.BooleanField(label=_("Tonight"), required=False)


def _charts(today: datetime.date) -> list[Chart]:
    """One of each kind, with invented numbers."""
    days = every_day({today - datetime.timedelta(days=9): 41}, today - 29 * ONE_DAY, today)
    points = [Point(each.day, each.value or n % 7 * 3) for n, each in enumerate(days)]
    people, meals = [97] * 20 + [81] * 10, [40] * 12 + [0] * 18
    beds = Series(_("Beds"), [36] * 30, "limit")
    return [
        bars_over_time("sample-bars", _("Arrivals"), points, counted=_("People")),
        bars_over_time(
            "sample-withheld",
            _("Withheld numbers"),
            [*points[:5], Point(points[5].day, 7, "< 5"), Point(points[6].day, 0, "< 5")],
            counted=_("People"),
        ),
        bars_with_limits("sample-limits", _("Occupancy"), points, [beds], counted=_("People")),
        lanes(
            "sample-lanes",
            _("Needs"),
            [each.day for each in points],
            [Series(_("Hotel"), people, "bar"), Series(_("Shelter"), meals, "bar")],
            counted=_("People"),
        ),
        pyramid(
            "sample-pyramid",
            _("Ages"),
            [("0-4", 3, 4), ("5-11", "< 5", 9), ("12-17", 6, 2), ("18-59", 31, 44)],
            sides=(_("Way in"), _("Way out")),
        ),
        pipeline(
            "sample-pipeline",
            _("Kinds"),
            [(_("Hotel"), 12, "?"), (_("Shelter"), 0, "?"), (_("Bridge"), "< 5", "")],
            counted=_("People"),
        ),
    ]


def gallery(request: HttpRequest) -> HttpResponse:
    """Every component with invented content; only in the demonstration."""
    if settings.MODE != "demonstration":
        raise Http404
    today = timezone.localdate()
    wrong = SampleForm({"name": "", "kind": "a", "born_on": "31/2/1990"})
    return render(
        request,
        "pages/gallery.html",
        {
            "person": "Yorman Rodríguez",
            "bed": "Hotel Frontera, 204",
            "today": today,
            "soon": today + datetime.timedelta(days=12),
            "past": today - datetime.timedelta(days=3),
            "form": SampleForm(auto_id="good_%s"),
            "wrong": wrong,
            "tags": [
                Tag(_("as it should be"), "calm"),
                Tag(_("done"), "good"),
                Tag(_("soon"), "warn"),
                Tag(_("act now"), "trouble"),
                Tag(_("nothing to do"), "quiet"),
            ],
            "chips": [
                Chip(str(_("Kind")), str(_("Hotel")), "?"),
                Chip(str(_("Way in")), str(_("Bridge")), "?"),
            ],
            "facts": [(_("Name"), "Yorman Rodríguez"), (_("Kind"), _("Hotel")), (_("Seen"), "")],
            "tabs": [
                {"label": _("Hotel"), "url": "?", "is_current": True, "count": 7},
                {"label": _("Shelter"), "url": "?", "is_current": False, "count": 1},
            ],
            "events": [
                {"at": timezone.now(), "by": "Ana", "text": _("Kind"), "old": "A", "new": "B"},
                {"at": timezone.now(), "by": "Luis", "text": _("Seen")},
            ],
            "page_obj": Paginator(range(60), 25).get_page(2),
            "charts": _charts(today),
            "icons": sorted(
                path.stem
                for path in (settings.BASE_DIR / "templates" / "pages" / "icons").glob("*.svg")
            ),
        },
    )
