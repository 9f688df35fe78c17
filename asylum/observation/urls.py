"""Addresses. Observations."""

from django.urls import path

from asylum.observation import views

urlpatterns = [
    path(
        "renunciations/observations/new/<uuid:individual>/",
        views.observation_start,
        name="observation-start",
    ),
    path(
        "renunciations/observations/<uuid:pk>/review/",
        views.observation_review,
        name="observation-review",
    ),
    path(
        "renunciations/observations/<uuid:pk>/review/mistake/",
        views.observation_review_retract,
        name="observation-review-retract",
    ),
    path(
        "renunciations/observations/<uuid:pk>/mistake/",
        views.observation_withdraw,
        name="observation-withdraw",
    ),
]
