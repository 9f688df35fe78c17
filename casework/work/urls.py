"""URLs of work and visits of care."""

from django.urls import path

from casework.work import views

urlpatterns = [
    path("people/<str:number>/work/right/", views.work_right_record, name="work-right-record"),
    path("people/<str:number>/work/told/", views.information_give, name="information-give"),
    path(
        "people/<str:number>/work/job/", views.job_application_record, name="job-application-record"
    ),
    path("people/<str:number>/work/informal/", views.informal_work_note, name="informal-work-note"),
    path("people/<str:number>/visits/new/", views.visit_record, name="visit-record"),
    path("work/jobs/<uuid:pk>/", views.job_application_settle, name="job-application-settle"),
    path("work/informal/<uuid:pk>/", views.informal_work_end, name="informal-work-end"),
    path(
        "work/informal/<uuid:pk>/correct/",
        views.informal_work_correct,
        name="informal-work-correct",
    ),
    path("work/rights/<uuid:pk>/correct/", views.work_right_correct, name="work-right-correct"),
    path("work/told/<uuid:pk>/correct/", views.information_correct, name="information-correct"),
    path(
        "work/jobs/<uuid:pk>/correct/",
        views.job_application_correct,
        name="job-application-correct",
    ),
    path("visits/<uuid:pk>/correct/", views.visit_correct, name="visit-correct"),
]
