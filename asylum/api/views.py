"""Read-only views of the API."""

from django.db.models import Prefetch

from accounts.api import SightedViewSet
from accounts.permissions import Permission
from asylum.api.serializers import (
    ApplicationSerializer,
    PermitSerializer,
    RenunciationSerializer,
)
from asylum.filters import ApplicationFilter, PermitFilter, RenunciationFilter
from asylum.models import AsylumApplication, LegalDeadline, Permit, Renunciation


class ApplicationViewSet(SightedViewSet):
    permission = Permission.APPLICATION_READ
    verb = "application"
    queryset = (
        AsylumApplication.objects.select_related("individual")
        .prefetch_related(
            Prefetch("deadlines", LegalDeadline.objects.that_ran().select_related("rule"))
        )
        .order_by("-status_on", "-recorded_at")
    )
    serializer_class = ApplicationSerializer
    filterset_class = ApplicationFilter


class PermitViewSet(SightedViewSet):
    permission = Permission.PERMIT_READ
    verb = "permit"
    queryset = Permit.objects.select_related("individual").order_by("-issued_on", "-recorded_at")
    serializer_class = PermitSerializer
    filterset_class = PermitFilter


class RenunciationViewSet(SightedViewSet):
    permission = Permission.RENUNCIATION_READ
    verb = "renunciation"
    queryset = Renunciation.objects.select_related("individual").order_by(
        "-signed_on", "-recorded_at"
    )
    serializer_class = RenunciationSerializer
    filterset_class = RenunciationFilter
