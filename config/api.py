"""The API under /api/v1/: one router and schema, with the filters, permissions and visibility of the pages."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from accounts.permissions import Permission
from aid.api import views as aid
from asylum.claims import api as claims_api
from asylum.permits import api as permits_api
from asylum.renunciation import api as renunciation_api
from casework.file import api as casework
from casework.slots.api import api_resources
from reporting.api import views as reporting
from shelters.api import views as shelters

router = SimpleRouter()
router.register("applications", claims_api.ApplicationViewSet, basename="api-application")
router.register("permits", permits_api.PermitViewSet, basename="api-permit")
router.register("renunciations", renunciation_api.RenunciationViewSet, basename="api-renunciation")
router.register("agreements", aid.AgreementViewSet, basename="api-agreement")
router.register("commitments", aid.CommitmentViewSet, basename="api-commitment")
router.register("cases", casework.CaseViewSet, basename="api-case")
router.register("individuals", casework.IndividualViewSet, basename="api-individual")
router.register("arrivals", casework.ArrivalViewSet, basename="api-arrival")
for resource in api_resources:
    router.register(resource.path, resource.viewset(), basename=f"api-{resource.path}")
router.register("sites", shelters.SiteViewSet, basename="api-site")
router.register("placements", shelters.PlacementViewSet, basename="api-placement")
router.register("reports", reporting.FunderTableViewSet, basename="api-report")


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema, for every user."""

    permission = Permission.ACCOUNT_CHANGE


urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("cases/<str:number>/timeline/", casework.TimelineView.as_view(), name="api-timeline"),
    path("", include(router.urls)),
]
