"""Addresses of reference lists."""

from django.urls import path

from casework.views import catalogue

urlpatterns = [
    path("reference/", catalogue.catalogue, name="catalogue"),
    path("reference/rules/<int:pk>/", catalogue.rule_correct, name="rule-correct"),
    path("reference/crossings/<str:code>/", catalogue.crossing_correct, name="crossing-correct"),
    path("reference/forces/<str:code>/", catalogue.force_correct, name="force-correct"),
    path("reference/ranks/<str:code>/", catalogue.rank_correct, name="rank-correct"),
]
