"""Read-only views of applications in the API."""

from django.db.models import Prefetch

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from asylum.claims.filters import ApplicationFilter
from asylum.claims.serializers import ApplicationSerializer
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline


class ApplicationViewSet(VisibleRowsViewSet):
    permission = Permission.APPLICATION_READ
    verb = "application"
    queryset = (
        AsylumApplication.objects.select_related("individual")
        .prefetch_related(
            Prefetch("deadlines", LegalDeadline.objects.started_terms().select_related("rule"))
        )
        .order_by("-status_on", "-recorded_at")
    )
    serializer_class = ApplicationSerializer
    filterset_class = ApplicationFilter
