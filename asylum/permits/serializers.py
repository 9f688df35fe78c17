"""States, dates and internal numbers of permits. Leaves out numbers of papers."""

from rest_framework import serializers

from asylum.papers.models.permit import Permit


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
