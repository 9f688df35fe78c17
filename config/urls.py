"""Every address of Amparo. Each app names its own; tests/test_url_permissions.py walks them all."""

from django.urls import URLPattern, URLResolver, include, path

from accounts.access import needs
from accounts.permissions import Permission
from config import health
from pages.views import gallery

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # The floor of `pages` lies below that of permissions, so the lock hangs here.
    path("pages/gallery", needs(Permission.ACCOUNT_CHANGE)(gallery), name="gallery"),
    path("api/v1/", include("config.api")),
    path("", include("accounts.urls")),
    path("", include("guide.urls")),
    path("", include("asylum.urls")),
    path("", include("reference.urls")),
    path("", include("partners.urls")),
    path("", include("imports.urls")),
    path("", include("casework.urls")),
    path("", include("shelters.urls")),
    path("", include("reporting.urls")),
    path("", include("aid.urls")),
    path("", include("worklist.urls")),
]
