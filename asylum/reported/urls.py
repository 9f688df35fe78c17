"""URLs of reports about groups, and of recruitment attempts."""

from django.urls import path

from asylum.reported import views

urlpatterns = [
    path("renunciations/groups/", views.group_report_list, name="group-report-list"),
    path("renunciations/groups/new/", views.group_report_record, name="group-report-record"),
    path(
        "renunciations/groups/<uuid:pk>/mistake/",
        views.group_report_withdraw,
        name="group-report-withdraw",
    ),
    path(
        "renunciations/approaches/new/<uuid:individual>/",
        views.approach_record,
        name="approach-record",
    ),
    path(
        "renunciations/approaches/<uuid:pk>/mistake/",
        views.approach_withdraw,
        name="approach-withdraw",
    ),
]
