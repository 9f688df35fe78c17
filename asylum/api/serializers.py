"""States, dates and internal numbers. Leaves out statements, remarks, witnesses and numbers of papers."""

from rest_framework import serializers

from asylum.models import AsylumApplication, LegalDeadline, Permit, Renunciation


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


class PermitSerializer(serializers.ModelSerializer[Permit]):
    individual = serializers.CharField(source="individual.number")
    valid_until = serializers.DateField(read_only=True, allow_null=True)

    class Meta:
        model = Permit
        fields = (
            "id",
            "individual",
            "type",
            "issued_on",
            "valid_from",
            "valid_until",
            "expires_on",
            "computed_expires_on",
            "work_right",
            "previous",
            "cancelled_on",
        )


class RenunciationSerializer(serializers.ModelSerializer[Renunciation]):
    individual = serializers.CharField(source="individual.number")

    class Meta:
        model = Renunciation
        fields = (
            "id",
            "individual",
            "wording",
            "signature",
            "signed_on",
            "status",
            "status_on",
            "verified_on",
        )
