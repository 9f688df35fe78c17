"""What the API says of sites and stays: never more than the page with the same permission."""

from rest_framework import serializers

from accounts.permissions import Permission
from shelters.models import Placement, Site


class SiteSerializer(serializers.ModelSerializer[Site]):
    """A site with its capacity tonight. How many sleep there is told only to users who may see occupancy."""

    beds = serializers.IntegerField(source="beds_in_service")
    free_beds = serializers.IntegerField()
    free_surge_places = serializers.IntegerField()
    sleepers = serializers.SerializerMethodField()
    percent = serializers.SerializerMethodField()

    class Meta:
        model = Site
        fields = (
            "id",
            "name",
            "kind",
            "accommodation_type",
            "municipality",
            "opened_on",
            "closed_on",
            "contract_ends_on",
            "paid_until",
            "beds",
            "free_beds",
            "free_surge_places",
            "sleepers",
            "percent",
        )

    def get_sleepers(self, site: Site) -> int | None:
        return site.occupancy.sleepers if self._sees_occupancy() else None

    def get_percent(self, site: Site) -> int | None:
        return site.occupancy.percent if self._sees_occupancy() else None

    def _sees_occupancy(self) -> bool:
        return bool(self.context["request"].user.holds(Permission.OCCUPANCY_READ))


class PlacementSerializer(serializers.ModelSerializer[Placement]):
    individual = serializers.CharField(source="individual.number")
    case = serializers.CharField(source="case.number")
    room = serializers.SerializerMethodField()
    bed = serializers.SerializerMethodField()
    status = serializers.SerializerMethodField()

    class Meta:
        model = Placement
        fields = (
            "id",
            "individual",
            "case",
            "site",
            "room",
            "bed",
            "starts_on",
            "ends_on",
            "planned_end_on",
            "status",
        )

    def get_room(self, stay: Placement) -> str | None:
        return stay.bed.room.name if stay.bed else None

    def get_bed(self, stay: Placement) -> str | None:
        return stay.bed.name if stay.bed else None

    def get_status(self, stay: Placement) -> str:
        return stay.status_on(self.context["request"].user.today()).value
