"""Serializers of funder tables; the file itself is fetched from its page."""

from rest_framework import serializers

from reporting.models import FunderTable


class FunderTableSerializer(serializers.ModelSerializer[FunderTable]):
    office = serializers.StringRelatedField[FunderTable]()
    prepared_by = serializers.StringRelatedField[FunderTable]()
    released_by = serializers.StringRelatedField[FunderTable]()

    class Meta:
        model = FunderTable
        fields = (
            "id",
            "office",
            "audience",
            "starts_on",
            "ends_on",
            "status",
            "prepared_by",
            "prepared_at",
            "made_at",
            "released_by",
            "released_at",
            "manifest",
        )
