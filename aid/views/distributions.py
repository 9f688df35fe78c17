"""Lists things handed out, sums them by provider, and records and corrects them."""

import uuid
from collections import Counter, defaultdict
from typing import Any

from django.db.models import Count, Exists, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.actions.commitments import may_change
from aid.actions.distributions import correct_distribution, distribute
from aid.choices import Article
from aid.filters import DistributionFilter
from aid.forms.pledges import CorrectDistributionForm, DistributionForm
from aid.models import ItemDistribution
from aid.views.commitments import get_target_or_404
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.work.models import HealthVisit
from pages.answers import form_response, way_back
from pages.lists import list_page
from partners.models import Organisation


@permission_required(Permission.AID_READ)
def distribution_list(request: StaffRequest) -> HttpResponse:
    """Visible distributions, newest first."""
    return list_page(
        request,
        ItemDistribution.objects.visible_to(request.user)
        .annotate(was_corrected=Exists(Correction.objects.of_each()))
        .defer("remark")
        .select_related("provider", "site", "case", "individual"),
        filterset=DistributionFilter,
        template="aid/distribution_list.html",
        list_title=_("Things handed out"),
        correctable=ItemDistribution.objects.correctable_by(request.user).values_list(
            "pk", flat=True
        ),
        empty_text=_("Nothing was handed out yet. Record it on a family's page of support."),
    )


@permission_required(Permission.AID_READ)
def provider_table(request: StaffRequest) -> HttpResponse:
    """Sums visible things and health visits by provider; visits only for readers of health data.

    `?as=public` is for print: it does not name providers that asked for this.
    """
    user = request.user
    things: defaultdict[Any, Counter[str]] = defaultdict(Counter)
    distributions = ItemDistribution.objects.visible_to(user).given().order_by()
    for provider, article, total in distributions.values_list("provider", "article").annotate(
        total=Sum("quantity")
    ):
        things[provider][article] = total
    visits: dict[Any, int] = {}
    may_see_visits = bool(can(user, Permission.WELLBEING_READ))
    if may_see_visits:
        rows = HealthVisit.objects.visible_to(user).standing().order_by()
        visits = dict(rows.values_list("provider").annotate(total=Count("pk")))
    organisations = Organisation.objects.filter(pk__in=[*things, *visits])
    return render(
        request,
        "aid/provider_table.html",
        {
            "articles": Article.labels,
            "may_see_visits": may_see_visits,
            "is_public": request.GET.get("as") == "public",
            "lines": [
                (
                    each,
                    [things[each.pk][article] for article in Article.values],
                    visits.get(each.pk, 0),
                )
                for each in organisations
            ],
        },
    )


@permission_required(Permission.AID_CHANGE)
def item_distribute(request: StaffRequest, target: str, pk: uuid.UUID) -> HttpResponse:
    """Records things handed out to a site, a family or a person."""
    about = get_target_or_404(request, target, pk)
    return form_response(
        request,
        DistributionForm(request.POST or None, initial={"on": request.user.today()}),
        distribute,
        about,
        title=_("Hand out things"),
        lead=str(about),
        back=way_back(request, reverse("distribution-list")),
        done=_("It is recorded."),
    )


@permission_required(Permission.AID_CHANGE)
def distribution_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects a distribution."""
    rows = ItemDistribution.objects.visible_to(request.user, Permission.AID_CHANGE)
    distribution = get_object_or_404(rows.select_related("site", "case", "individual"), pk=pk)
    if not may_change(request.user, distribution.target):
        raise Http404
    return form_response(
        request,
        CorrectDistributionForm(request.POST or None, user=request.user, row=distribution),
        correct_distribution,
        distribution,
        title=_("Correct what was handed out"),
        lead=str(distribution.target),
        back=way_back(request, reverse("distribution-list")),
        done=CORRECTED,
        looks=lambda: record_read(
            "items.read", by=request.user, about=distribution, case=distribution.case
        ),
    )
