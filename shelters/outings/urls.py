"""URLs of outings."""

from django.urls import path

from shelters.outings import views

urlpatterns = [
    path("sites/<uuid:pk>/outings/", views.outing_log, name="outing-log"),
    path("outings/", views.outing_list, name="outing-list"),
    path("placements/<uuid:pk>/goes-out/", views.outing_begin, name="outing-begin"),
    path("outings/<uuid:pk>/back/", views.outing_end, name="outing-end"),
    path("outings/<uuid:pk>/correct/", views.outing_correct, name="outing-correct"),
]
