"""Serializers of cases, people, arrivals and events. They show no more than the pages with the same permission."""

import datetime
from typing import Any

from rest_framework import serializers

from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slots.timeline import Event


class MemberSerializer(serializers.ModelSerializer[FamilyMember]):
    individual = serializers.CharField(source="individual.number")
    display_name = serializers.CharField(source="individual.display_name")

    class Meta:
        model = FamilyMember
        fields = ("individual", "display_name", "relation_to_principal", "joined_on")


class CaseSerializer(serializers.ModelSerializer[Case]):
    team = serializers.CharField(source="team.name")
    display_name = serializers.CharField()
    people = MemberSerializer(source="people_today", many=True)

    class Meta:
        model = Case
        fields = (
            "number",
            "display_name",
            "status",
            "opened_on",
            "closed_on",
            "end_reason",
            "team",
            "is_restricted",
            "people",
        )


class IndividualSerializer(serializers.ModelSerializer[Individual]):
    """The name of a person who asked for anonymity is shown only on their own page."""

    age = serializers.SerializerMethodField()

    class Meta:
        model = Individual
        fields = (
            "number",
            "display_name",
            "category",
            "sex",
            "age",
            "birth_year",
            "birth_precision",
            "nationality",
            "second_nationality",
        )

    def get_age(self, individual: Individual) -> int | None:
        return individual.age_on(self.context["request"].user.today())

    display_name: Any = serializers.CharField()


class ArrivalSerializer(serializers.ModelSerializer[Arrival]):
    case = serializers.CharField(source="case.number")

    class Meta:
        model = Arrival
        fields = (
            "id",
            "case",
            "on",
            "at_time",
            "crossing",
            "entry_mode",
            "directorate",
            "received_by",
            "logged_at",
        )


class EventSerializer(serializers.Serializer[Any]):
    """One line of a timeline."""

    on = serializers.DateField(source="day")
    at = serializers.SerializerMethodField()
    kind = serializers.CharField()
    text = serializers.CharField()
    individual = serializers.CharField(source="individual.number", default=None)
    by = serializers.CharField(source="by.full_name", default=None)

    def get_at(self, event: Event) -> datetime.datetime | None:
        """Returns the moment; None if only the day is known."""
        return event.at if isinstance(event.at, datetime.datetime) else None
