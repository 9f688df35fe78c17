"""Addresses of work and care."""

from django.urls import path

from casework.views import work

urlpatterns = [
    path("people/<str:number>/work/right/", work.work_right_record, name="work-right-record"),
    path("people/<str:number>/work/told/", work.information_give, name="information-give"),
    path(
        "people/<str:number>/work/job/", work.job_application_record, name="job-application-record"
    ),
    path("people/<str:number>/work/informal/", work.informal_work_note, name="informal-work-note"),
    path("people/<str:number>/visits/new/", work.visit_record, name="visit-record"),
    path("work/jobs/<uuid:pk>/", work.job_application_settle, name="job-application-settle"),
    path("work/informal/<uuid:pk>/", work.informal_work_end, name="informal-work-end"),
]
