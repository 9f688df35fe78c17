"""Addresses of reference lists."""

from django.urls import path

from casework.views import catalogue

urlpatterns = [
    path("reference/", catalogue.catalogue, name="catalogue"),
    path("reference/rules/<int:pk>/", catalogue.rule_correct, name="rule-correct"),
    path(
        "reference/rules/<int:pk>/new-version/",
        catalogue.rule_version_add,
        name="rule-version-add",
    ),
    path("reference/new/crossing/", catalogue.crossing_add, name="crossing-add"),
    path("reference/new/directorate/", catalogue.directorate_add, name="directorate-add"),
    path("reference/new/force/", catalogue.force_add, name="force-add"),
    path("reference/new/rank/", catalogue.rank_add, name="rank-add"),
    path("reference/new/municipality/", catalogue.municipality_add, name="municipality-add"),
    path("reference/new/instrument/", catalogue.instrument_add, name="instrument-add"),
    path(
        "reference/directorates/<str:code>/",
        catalogue.directorate_correct,
        name="directorate-correct",
    ),
    path("reference/crossings/<str:code>/", catalogue.crossing_correct, name="crossing-correct"),
    path("reference/forces/<str:code>/", catalogue.force_correct, name="force-correct"),
    path("reference/ranks/<str:code>/", catalogue.rank_correct, name="rank-correct"),
]
