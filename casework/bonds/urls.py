"""URLs of bonds between people."""

from django.urls import path

from casework.bonds import views

urlpatterns = [
    path(
        "people/<str:number>/relations/new/",
        views.relationship_record,
        name="relationship-record",
    ),
    path("relations/<uuid:pk>/end/", views.relationship_end, name="relationship-end"),
    path(
        "relations/<uuid:pk>/correct/",
        views.relationship_correct,
        name="relationship-correct",
    ),
]
