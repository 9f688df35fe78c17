"""URLs of contradictions."""

from django.urls import path

from asylum.contradictions import views

urlpatterns = [
    path(
        "renunciations/file/<uuid:individual>/fits/<str:said>/",
        views.contradiction_dismiss,
        name="contradiction-dismiss",
    ),
    path(
        "renunciations/contradictions/<uuid:pk>/mistake/",
        views.contradiction_restore,
        name="contradiction-restore",
    ),
]
