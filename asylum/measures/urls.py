"""URLs of observations, separations and restrictions."""

from django.urls import path

from asylum.measures import views

urlpatterns = [
    path(
        "renunciations/measures/new/<uuid:individual>/", views.measure_start, name="measure-start"
    ),
    path("renunciations/measures/<uuid:pk>/review/", views.measure_review, name="measure-review"),
    path(
        "renunciations/measures/<uuid:pk>/review/mistake/",
        views.measure_review_retract,
        name="measure-review-retract",
    ),
    path(
        "renunciations/measures/<uuid:pk>/mistake/",
        views.measure_withdraw,
        name="measure-withdraw",
    ),
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
