"""Addresses of casework, gathered from its packages: numbers, never names."""

from django.urls import include, path

urlpatterns = [
    path("", include("casework.arrivals.urls")),
    path("", include("casework.handovers.urls")),
    path("", include("casework.cases.urls")),
    path("", include("casework.search.urls")),
    path("", include("casework.duplicates.urls")),
    path("", include("casework.merges.urls")),
    path("", include("casework.contact.urls")),
    path("", include("casework.identity.urls")),
    path("", include("casework.service.urls")),
    path("", include("casework.children.urls")),
    path("", include("casework.compartments.urls")),
    path("", include("casework.needs.urls")),
    path("", include("casework.notes.urls")),
    path("", include("casework.plan.urls")),
    path("", include("casework.rights.urls")),
    path("", include("casework.tasks.urls")),
    path("", include("casework.families.urls")),
    path("", include("casework.bonds.urls")),
    path("", include("casework.home.urls")),
    path("", include("casework.consents.urls")),
    path("", include("casework.asking.urls")),
    path("", include("casework.documents.urls")),
    path("", include("casework.exits.urls")),
    path("", include("casework.interviews.urls")),
    path("", include("casework.referrals.urls")),
    path("", include("casework.work.urls")),
    path("", include("casework.wellbeing.urls")),
    path("", include("casework.file.urls")),
]
