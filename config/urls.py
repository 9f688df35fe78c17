"""All URLs of Amparo. Each app has its own; tests/test_url_permissions.py checks them all."""

from django.urls import URLPattern, URLResolver, include, path

from accounts.access import permission_required
from accounts.permissions import Permission
from config import health
from imports.actions.reading import read_table
from pages.views import gallery
from shelters.views.rooms import rooms_sheet

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # `pages` may not import permissions, so this page gets its permission here.
    path("pages/gallery", permission_required(Permission.ACCOUNT_CHANGE)(gallery), name="gallery"),
    path("api/v1/", include("config.api")),
    path("", include("accounts.urls")),
    path("", include("guide.urls")),
    path("", include("asylum.urls")),
    path("", include("reference.urls")),
    path("", include("partners.urls")),
    path("", include("imports.urls")),
    path("", include("casework.urls")),
    # `shelters` may not import `imports`, so this page gets the reader of sheets here.
    path("sites/<uuid:pk>/rooms/sheet/", rooms_sheet, {"read": read_table}, name="rooms-sheet"),
    path("", include("shelters.urls")),
    path("", include("reporting.urls")),
    path("", include("aid.urls")),
    path("", include("worklist.urls")),
]
