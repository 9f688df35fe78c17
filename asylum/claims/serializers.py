"""States, dates and internal numbers of applications. Leaves out statements and remarks."""

from rest_framework import serializers

from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline


class DeadlineSerializer(serializers.ModelSerializer[LegalDeadline]):
    """A term that runs or ran; `doubt` tells in words when it is not firmly known."""

    doubt = serializers.CharField(read_only=True)

    class Meta:
        model = LegalDeadline
        fields = (
            "id",
            "kind",
            "starts_on",
            "due_on",
            "at_time",
            "computed_on",
            "ended_on",
            "was_met",
            "doubt",
        )


class ApplicationSerializer(serializers.ModelSerializer[AsylumApplication]):
    individual = serializers.CharField(source="individual.number")
    deadlines = DeadlineSerializer(many=True, read_only=True)

    class Meta:
        model = AsylumApplication
        fields = (
            "id",
            "individual",
            "country",
            "status",
            "status_on",
            "grounds",
            "entered_on",
            "lodged_on",
            "interview_on",
            "resolved_on",
            "decided_on",
            "deadlines",
        )
