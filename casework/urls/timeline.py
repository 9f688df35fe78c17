"""Addresses of a case's timeline."""

from django.urls import path

from casework.views import timeline

urlpatterns = [
    path("cases/<str:number>/timeline/", timeline.case_timeline, name="case-timeline"),
    path(
        "cases/<str:number>/timeline/print/",
        timeline.case_timeline_print,
        name="case-timeline-print",
    ),
]
