"""Read-only views of renunciations in the API."""

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from asylum.papers.models.renunciation import Renunciation
from asylum.renunciation.filters import RenunciationFilter
from asylum.renunciation.serializers import RenunciationSerializer


class RenunciationViewSet(VisibleRowsViewSet):
    permission = Permission.RENUNCIATION_READ
    verb = "renunciation"
    queryset = Renunciation.objects.select_related("individual").order_by(
        "-signed_on", "-recorded_at"
    )
    serializer_class = RenunciationSerializer
    filterset_class = RenunciationFilter
