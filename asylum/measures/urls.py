"""Addresses. Separations and restrictions."""

from django.urls import path

from asylum.measures import views

urlpatterns = [
    path(
        "renunciations/measures/new/<uuid:individual>/", views.measure_start, name="measure-start"
    ),
    path(
        "renunciations/measures/<uuid:pk>/review/",
        views.measure_review,
        name="measure-review",
    ),
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
]
