"""Read-only views of the API."""

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from reporting.api.serializers import FunderTableSerializer
from reporting.filters import FunderTableFilter
from reporting.models import FunderTable


class FunderTableViewSet(VisibleRowsViewSet):
    permission = Permission.REPORT_RELEASED_READ
    verb = "table"
    queryset = FunderTable.objects.select_related("office", "prepared_by", "released_by").order_by(
        "-prepared_at"
    )
    serializer_class = FunderTableSerializer
    filterset_class = FunderTableFilter
