"""JSON of sites and of a night as Django REST framework makes it where nothing is secret at rest and nobody writes down who
looked: its own list views and serializers, in the reader's sight, with the numbers and the names that Amparo's pages show.
"""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response

from shelters.models import Bed, BedClosure, Placement, Site


class SiteTonight(serializers.ModelSerializer[Site]):
    municipality = serializers.CharField(source="municipality.name")
    beds = serializers.IntegerField()
    free = serializers.IntegerField()
    sleepers = serializers.IntegerField()

    class Meta:
        model = Site
        fields = (
            *("id", "name", "kind", "municipality", "paid_until", "contract_ends_on", "closed_on"),
            *("beds", "free", "sleepers"),
        )


class Stay(serializers.ModelSerializer[Placement]):
    name = serializers.CharField(source="individual.display_name")
    individual = serializers.CharField(source="individual.number")
    case = serializers.CharField(source="case.number")
    gone_on = serializers.DateField()

    class Meta:
        model = Placement
        fields = (
            *("id", "name", "individual", "case", "starts_on", "ends_on", "planned_end_on"),
            *("checked_in_at", "checked_out_at", "gone_on"),
        )


class Closure(serializers.ModelSerializer[BedClosure]):
    class Meta:
        model = BedClosure
        fields = ("id", "ends_on", "reason")


class BedTonight(serializers.ModelSerializer[Bed]):
    room = serializers.CharField(source="room.name")
    closures = Closure(many=True, source="closed_tonight")
    stays = Stay(many=True, source="stays_tonight")

    class Meta:
        model = Bed
        fields = ("id", "name", "kind", "room", "closures", "stays")


class Plain(ListAPIView):  # type: ignore[type-arg]
    authentication_classes = [SessionAuthentication]
    filter_backends: list[Any] = []
    throttle_classes: list[Any] = []


class Page(PageNumberPagination):
    page_size = 25


class Sites(Plain):
    """The first page of sites, each with its beds, the free ones and who sleeps there tonight, counted."""

    serializer_class = SiteTonight
    pagination_class = Page

    def get_queryset(self) -> Any:
        reader: Any = self.request.user
        return Site.objects.visible_to(reader).select_related("municipality")

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        shown: Any = self.paginate_queryset(self.get_queryset())
        today = request.user.today()
        stays = Placement.objects.filter(site__in=shown).sleeping_on(today).order_by()
        taken = Exists(stays.filter(bed=OuterRef("pk")))
        beds = Bed.objects.filter(room__site__in=shown).in_service_on(today).order_by()
        of_beds = (
            beds.annotate(is_free=~taken)
            .values_list("room__site")
            .annotate(number=Count("pk"), free=Count("pk", filter=Q(is_free=True)))
        )
        counted = {site: numbers for site, *numbers in of_beds}
        sleepers = dict(stays.values_list("site").annotate(Count("pk")))
        for site in shown:
            site.beds, site.free = counted.get(site.pk, (0, 0))
            site.sleepers = sleepers.get(site.pk, 0)
        return self.get_paginated_response(self.get_serializer(shown, many=True).data)


class Night(Plain):
    """Every bed of a site, what keeps it out of service, who sleeps in it tonight and who of them has left."""

    serializer_class = BedTonight

    def get_queryset(self) -> Any:
        reader: Any = self.request.user
        stays = Placement.objects.visible_to(reader).sleeping_on(reader.today())
        stays = stays.with_day_gone().select_related("individual", "case")
        closed = BedClosure.objects.shown_on(reader.today())
        beds = Bed.objects.filter(room__site=self.kwargs["pk"]).standing_on(reader.today())
        beds = beds.filter(room__site__in=Site.objects.visible_to(reader)).select_related("room")
        return beds.prefetch_related(
            Prefetch("placements", stays, to_attr="stays_tonight"),
            Prefetch("closures", closed, to_attr="closed_tonight"),
        ).in_order()
