"""URLs of reporting."""

from django.urls import path

from reporting.views import asylum, families, figures, motives, named_lists, ranks, rights, tables

urlpatterns = [
    path("figures/", figures.figures, name="figures"),
    path("figures/asylum/", asylum.figures_asylum, name="figures-asylum"),
    path("figures/households/", families.households, name="household-figures"),
    path("figures/incidents/", families.incident_table, name="incident-table"),
    path("figures/incidents/public/", families.incident_table_public, name="incident-table-public"),
    path("figures/motives/", motives.motive_table, name="motive-table"),
    path("figures/motives/public/", motives.motive_table_public, name="motive-table-public"),
    path("figures/ranks/", ranks.rank_table, name="rank-table"),
    path("figures/rights/", rights.figures_rights, name="figures-rights"),
    path("figures/reported/", rights.figures_reported, name="figures-reported"),
    path("named-lists/", named_lists.named_list_list, name="named-list-list"),
    path("named-lists/prepare/", named_lists.named_list_prepare, name="named-list-prepare"),
    path("named-lists/<uuid:list_id>/", named_lists.named_list_detail, name="named-list-detail"),
    path("named-lists/<uuid:list_id>/file/", named_lists.named_list_file, name="named-list-file"),
    path("reports/", tables.report_list, name="report-list"),
    path("reports/prepare/", tables.report_prepare, name="report-prepare"),
    path("reports/<uuid:table_id>/", tables.report_detail, name="report-detail"),
    path("reports/<uuid:table_id>/table/", tables.report_table, name="report-table"),
    path("reports/<uuid:table_id>/release/", tables.report_release, name="report-release"),
    path("reports/<uuid:table_id>/file.<str:format_name>", tables.report_file, name="report-file"),
]
