"""URLs of asylum, combined from its packages: numbers, never names."""

from django.urls import include, path

urlpatterns = [
    path("", include("asylum.letters.urls")),
    path("", include("asylum.checklists.urls")),
    path("", include("asylum.individual_reviews.urls")),
    path("", include("asylum.interviews.urls")),
    path("", include("asylum.pathways.urls")),
    path("", include("asylum.terms.urls")),
    path("", include("asylum.claims.urls")),
    path("", include("asylum.flight.urls")),
    path("", include("asylum.permits.urls")),
    path("", include("asylum.scans.urls")),
    path("", include("asylum.renunciation.urls")),
    path("", include("asylum.identification.urls")),
    path("", include("asylum.measures.urls")),
    path("", include("asylum.evidence.urls")),
    path("", include("asylum.reported.urls")),
    path("", include("asylum.contradictions.urls")),
    path("", include("asylum.exclusion.urls")),
]
