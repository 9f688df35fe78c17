"""Read-only views of the API."""

from typing import Any

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from shelters.api.serializers import PlacementSerializer, SiteSerializer
from shelters.filters import PlacementFilter, SiteFilter
from shelters.models import Placement, Site


class SiteViewSet(VisibleRowsViewSet):
    permission = Permission.SITE_READ
    verb = "site"
    queryset = Site.objects.all()
    serializer_class = SiteSerializer
    filterset_class = SiteFilter

    def get_queryset(self) -> Any:
        sites = super().get_queryset()
        if getattr(self, "swagger_fake_view", False):
            return sites
        return sites.with_occupancy(self.reader.today())


class PlacementViewSet(VisibleRowsViewSet):
    permission = Permission.PLACEMENT_READ
    verb = "placement"
    queryset = Placement.objects.with_people().order_by("-starts_on", "-placed_at")
    serializer_class = PlacementSerializer
    filterset_class = PlacementFilter
