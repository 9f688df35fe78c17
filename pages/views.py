"""Pages that belong to no domain: the gallery of components."""

import datetime

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, DateField, DateTimeInput, OncePerSubmission
from pages.lists import Chip
from pages.tags import Tag


class SampleForm(OncePerSubmission, ActionForm):
    """One field of every kind."""

    name = forms.CharField(label=_("Name"), help_text=_("As on the document."))
    born_on = DateField(label=_("Birth date"), past_only=True, required=False)
    seen_at = forms.DateTimeField(label=_("Seen"), widget=DateTimeInput, required=False)
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
            "icons": sorted(
                path.stem
                for path in (settings.BASE_DIR / "templates" / "pages" / "icons").glob("*.svg")
            ),
        },
    )
