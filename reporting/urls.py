"""Addresses of reporting."""

from django.urls import path

from reporting.views import figures, tables

urlpatterns = [
    path("figures/", figures.figures, name="figures"),
    path("reports/", tables.report_list, name="report-list"),
    path("reports/prepare/", tables.report_prepare, name="report-prepare"),
    path("reports/<uuid:table_id>/", tables.report_detail, name="report-detail"),
    path("reports/<uuid:table_id>/release/", tables.report_release, name="report-release"),
    path("reports/<uuid:table_id>/file.<str:format_name>", tables.report_file, name="report-file"),
]
