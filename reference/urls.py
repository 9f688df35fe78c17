"""URLs of reference lists."""

from django.urls import path

from reference import views

urlpatterns = [
    path("reference/", views.catalogue, name="catalogue"),
    path("reference/rules/<int:pk>/", views.rule_correct, name="rule-correct"),
    path("reference/rules/<int:pk>/new-version/", views.rule_version_add, name="rule-version-add"),
    path("reference/work/<int:pk>/", views.work_rule_correct, name="work-rule-correct"),
    path(
        "reference/work/<int:pk>/new-version/",
        views.work_rule_version_add,
        name="work-rule-version-add",
    ),
    path("reference/calendar/", views.working_calendar, name="working-calendar"),
    path("reference/calendar/holidays/new/", views.holiday_add, name="holiday-add"),
    path("reference/calendar/holidays/<int:pk>/", views.holiday_correct, name="holiday-correct"),
    path("reference/calendar/suspensions/new/", views.suspension_add, name="suspension-add"),
    path(
        "reference/calendar/suspensions/<int:pk>/withdraw/",
        views.suspension_withdraw,
        name="suspension-withdraw",
    ),
    path("reference/texts/", views.text_list, name="text-list"),
    path("reference/texts/<int:pk>/", views.text_read, name="text-read"),
    path("reference/texts/<int:pk>/new-version/", views.text_version_add, name="text-version-add"),
    path("reference/new/crossing/", views.crossing_add, name="crossing-add"),
    path("reference/new/directorate/", views.directorate_add, name="directorate-add"),
    path("reference/new/force/", views.force_add, name="force-add"),
    path("reference/new/rank/", views.rank_add, name="rank-add"),
    path("reference/new/municipality/", views.municipality_add, name="municipality-add"),
    path("reference/new/instrument/", views.instrument_add, name="instrument-add"),
    path(
        "reference/directorates/<str:code>/", views.directorate_correct, name="directorate-correct"
    ),
    path("reference/crossings/<str:code>/", views.crossing_correct, name="crossing-correct"),
    path("reference/forces/<str:code>/", views.force_correct, name="force-correct"),
    path(
        "reference/municipalities/<str:code>/",
        views.municipality_correct,
        name="municipality-correct",
    ),
    path("reference/ranks/<str:code>/", views.rank_correct, name="rank-correct"),
]
