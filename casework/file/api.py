"""Read-only API of cases, people, arrivals and the timeline."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import VisibleRowsViewSet
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.arrivals.filters import ArrivalFilter
from casework.file.filters import CaseFilter
from casework.file.serializers import (
    ArrivalSerializer,
    CaseSerializer,
    EventSerializer,
    IndividualSerializer,
)
from casework.identity.filters import IndividualFilter
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual, non_name_fields
from casework.slots.stream import stream
from casework.slots.timeline import Question, sources_for

EVENTS = 40

KIND, PAGE_NUMBER = OpenApiParameter("kind", str), OpenApiParameter("page", int)


class TimelineView(APIView):
    """The events of one case, newest first, forty on each page: day, kind, text and author.

    Old and new values, and texts that people told in confidence, are left out. Parameters: `kind`, `page`.
    """

    permission = Permission.CASE_READ

    @extend_schema(responses=EventSerializer(many=True), parameters=[KIND, PAGE_NUMBER])
    def get(self, request: Any, number: str) -> Response:
        if not request.user.holds(self.permission):
            raise Http404
        case = get_object_or_404(Case.objects.visible_to(request.user), number=number)
        wanted_kind = request.query_params.get("kind", "")
        sources = [
            each for each in sources_for(case, request.user) if wanted_kind in ("", each.kind)
        ]
        details = {"kinds": [each.kind for each in sources], "through": "api"}
        record_read("timeline.read", by=request.user, about=case, details=details)
        page = request.query_params.get("page", "1")
        page_number = max(int(page) if page.isdecimal() else 1, 1)
        question = Question(case, request.user, limit=EVENTS)
        events = stream(sources, question, skip=(page_number - 1) * EVENTS)
        return Response({"page": page_number, "results": EventSerializer(events, many=True).data})


class CaseViewSet(VisibleRowsViewSet):
    permission = Permission.CASE_READ
    verb = "case"
    queryset = Case.objects.select_related("team").order_by("-opened_on", "-number")
    serializer_class = CaseSerializer
    filterset_class = CaseFilter
    lookup_field = "number"

    def get_queryset(self) -> Any:
        cases = super().get_queryset()
        if getattr(self, "swagger_fake_view", False):
            return cases
        return cases.with_people(self.reader.today(), unread=non_name_fields("individual"))


class IndividualViewSet(VisibleRowsViewSet):
    permission = Permission.INDIVIDUAL_READ
    verb = "individual"
    queryset = Individual.objects.order_by("number").defer(
        *non_name_fields(
            "",
            "category",
            "sex",
            "birth_year",
            "birth_precision",
            "born_on",
            "nationality",
            "second_nationality",
        )
    )
    serializer_class = IndividualSerializer
    filterset_class = IndividualFilter
    lookup_field = "number"


class ArrivalViewSet(VisibleRowsViewSet):
    permission = Permission.CASE_READ
    verb = "arrival"
    queryset = Arrival.objects.select_related("case").order_by("-on", "-logged_at")
    serializer_class = ArrivalSerializer
    filterset_class = ArrivalFilter
