"""Serializers of agreements and commitments. They leave out `source`, which may quote people."""

from rest_framework import serializers

from aid.models import Agreement, Commitment


class AgreementSerializer(serializers.ModelSerializer[Agreement]):
    payer = serializers.CharField(source="payer.name", read_only=True)

    class Meta:
        model = Agreement
        fields = (
            "id",
            "payer",
            "reference",
            "kinds",
            "starts_on",
            "ends_on",
            "amount",
            "currency",
            "condition",
            "notice_given_on",
        )


class CommitmentSerializer(serializers.ModelSerializer[Commitment]):
    """`site`, `case` or `individual` names the one it is for, by name or number."""

    site = serializers.CharField(source="site.name", default=None, read_only=True)
    case = serializers.CharField(source="case.number", default=None, read_only=True)
    individual = serializers.CharField(source="individual.number", default=None, read_only=True)
    effective_until = serializers.DateField(read_only=True, allow_null=True)

    class Meta:
        model = Commitment
        fields = (
            "id",
            "kind",
            "agreement",
            "site",
            "case",
            "individual",
            "starts_on",
            "until",
            "effective_until",
            "is_firm",
        )
