"""JSON of sites and of a night as Django REST framework makes it where nothing is secret at rest and nobody writes down who
looked: its own list views and serializers, in the reader's sight, with the numbers and the names that Amparo's pages show.
"""

from typing import Any

from django.db.models import Count, Prefetch
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response

from shelters.models import Bed, Placement, Site


class SiteTonight(serializers.ModelSerializer[Site]):
    municipality = serializers.CharField(source="municipality.name")
    beds = serializers.IntegerField()
    sleepers = serializers.IntegerField()

    class Meta:
        model = Site
        fields = (
            *("id", "name", "kind", "municipality", "paid_until", "contract_ends_on", "closed_on"),
            *("beds", "sleepers"),
        )


class Stay(serializers.ModelSerializer[Placement]):
    name = serializers.CharField(source="individual.display_name")
    individual = serializers.CharField(source="individual.number")
    case = serializers.CharField(source="case.number")

    class Meta:
        model = Placement
        fields = (
            *("id", "name", "individual", "case", "starts_on", "ends_on", "planned_end_on"),
            *("checked_in_at", "checked_out_at"),
        )


class BedTonight(serializers.ModelSerializer[Bed]):
    room = serializers.CharField(source="room.name")
    stays = Stay(many=True, source="stays_tonight")

    class Meta:
        model = Bed
        fields = ("id", "name", "kind", "room", "stays")


class Plain(ListAPIView):  # type: ignore[type-arg]
    authentication_classes = [SessionAuthentication]
    filter_backends: list[Any] = []
    throttle_classes: list[Any] = []


class Page(PageNumberPagination):
    page_size = 25


class Sites(Plain):
    """The first page of sites, each with its beds and who sleeps there tonight, counted."""

    serializer_class = SiteTonight
    pagination_class = Page

    def get_queryset(self) -> Any:
        return Site.objects.visible_to(self.request.user).select_related("municipality")

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        shown: Any = self.paginate_queryset(self.get_queryset())
        today = request.user.today()
        beds = Bed.objects.filter(room__site__in=shown).standing_on(today).order_by()
        counted = dict(beds.values_list("room__site").annotate(Count("pk")))
        stays = Placement.objects.filter(site__in=shown).open_on(today).order_by()
        sleepers = dict(stays.values_list("site").annotate(Count("pk")))
        for site in shown:
            site.beds, site.sleepers = counted.get(site.pk, 0), sleepers.get(site.pk, 0)
        return self.get_paginated_response(self.get_serializer(shown, many=True).data)


class Night(Plain):
    """Every bed of a site, and who sleeps in it tonight."""

    serializer_class = BedTonight

    def get_queryset(self) -> Any:
        reader: Any = self.request.user
        stays = Placement.objects.visible_to(reader).open_on(reader.today())
        stays = stays.select_related("individual", "case")
        beds = Bed.objects.filter(room__site=self.kwargs["pk"]).standing_on(reader.today())
        beds = beds.filter(room__site__in=Site.objects.visible_to(reader)).select_related("room")
        prefetched = Prefetch("placements", stays, to_attr="stays_tonight")
        return beds.prefetch_related(prefetched).in_order()
