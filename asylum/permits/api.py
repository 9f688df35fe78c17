"""Read-only views of permits in the API."""

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from asylum.papers.models.permit import Permit
from asylum.permits.filters import PermitFilter
from asylum.permits.serializers import PermitSerializer


class PermitViewSet(VisibleRowsViewSet):
    permission = Permission.PERMIT_READ
    verb = "permit"
    queryset = Permit.objects.select_related("individual").order_by("-issued_on", "-recorded_at")
    serializer_class = PermitSerializer
    filterset_class = PermitFilter
