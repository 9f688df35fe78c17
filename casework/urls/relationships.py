"""Addresses of bonds between persons."""

from django.urls import path

from casework.views import relationships

urlpatterns = [
    path(
        "people/<str:number>/relations/new/",
        relationships.relationship_record,
        name="relationship-record",
    ),
    path("relations/<uuid:pk>/end/", relationships.relationship_end, name="relationship-end"),
]
