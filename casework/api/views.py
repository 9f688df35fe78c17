"""Read-only views of the API."""

from typing import Any

from django.db.models import QuerySet

from accounts.api import SightedViewSet
from accounts.permissions import Permission
from casework.api.serializers import ArrivalSerializer, CaseSerializer, IndividualSerializer
from casework.filters import ArrivalFilter, CaseFilter, IndividualFilter
from casework.models import Arrival, Case, Individual


class CaseViewSet(SightedViewSet):
    permission = Permission.CASE_READ
    verb = "case"
    queryset = Case.objects.select_related("team").order_by("-opened_on", "-number")
    serializer_class = CaseSerializer
    filterset_class = CaseFilter
    lookup_field = "number"

    def get_queryset(self) -> QuerySet[Any]:
        cases = super().get_queryset()
        if getattr(self, "swagger_fake_view", False):
            return cases
        return cases.with_people(self.request.user.today())


class IndividualViewSet(SightedViewSet):
    permission = Permission.INDIVIDUAL_READ
    verb = "individual"
    queryset = Individual.objects.order_by("number")
    serializer_class = IndividualSerializer
    filterset_class = IndividualFilter
    lookup_field = "number"


class ArrivalViewSet(SightedViewSet):
    permission = Permission.CASE_READ
    verb = "arrival"
    queryset = Arrival.objects.select_related("case").order_by("-on", "-logged_at")
    serializer_class = ArrivalSerializer
    filterset_class = ArrivalFilter
