"""States, dates and internal numbers of renunciations. Leaves out statements and witnesses."""

from rest_framework import serializers

from asylum.papers.models.renunciation import Renunciation


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
