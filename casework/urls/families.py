"""Addresses of the family builder."""

from django.urls import path

from casework.views import family_builder

urlpatterns = [
    path("cases/<str:number>/build/", family_builder.family_builder_page, name="family-builder"),
    path("cases/<str:number>/build/split/", family_builder.family_split, name="family-split"),
    path(
        "cases/<str:number>/build/join/<str:other>/", family_builder.family_join, name="family-join"
    ),
    path(
        "cases/<str:number>/build/back/<str:person>/",
        family_builder.family_bring_back,
        name="family-bring-back",
    ),
    path(
        "cases/<str:number>/build/undo/<int:change_id>/",
        family_builder.family_undo,
        name="family-undo",
    ),
]
