"""Read-only views of the API."""

from accounts.api import VisibleRowsViewSet
from accounts.permissions import Permission
from aid.api.serializers import AgreementSerializer, CommitmentSerializer
from aid.filters import AgreementFilter, CommitmentFilter
from aid.models import Agreement, Commitment


class AgreementViewSet(VisibleRowsViewSet):
    permission = Permission.AGREEMENT_READ
    verb = "agreement"
    queryset = Agreement.objects.select_related("payer", "office").order_by("-starts_on", "pk")
    serializer_class = AgreementSerializer
    filterset_class = AgreementFilter


class CommitmentViewSet(VisibleRowsViewSet):
    permission = Permission.AID_READ
    verb = "commitment"
    queryset = (
        Commitment.objects.with_end()
        .select_related("site", "case", "individual")
        .order_by("-starts_on", "pk")
    )
    serializer_class = CommitmentSerializer
    filterset_class = CommitmentFilter
