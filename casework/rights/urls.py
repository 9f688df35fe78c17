"""URLs of requests about own data, extracts, retention and erasure."""

from django.urls import path

from casework.rights import views

urlpatterns = [
    path("retention/", views.retention_list, name="retention-list"),
    path(
        "people/<str:number>/data-request/",
        views.subject_request_record,
        name="subject-request-record",
    ),
    path("people/<str:number>/erase/", views.individual_erase, name="individual-erase"),
    path("people/<str:number>/extract/", views.extract_make, name="extract-make"),
    path(
        "data-requests/<uuid:pk>/answer/",
        views.subject_request_answer,
        name="subject-request-answer",
    ),
    path(
        "data-requests/<uuid:pk>/correct/",
        views.subject_request_correct,
        name="subject-request-correct",
    ),
    path(
        "data-requests/<uuid:pk>/extend/",
        views.subject_request_extend,
        name="subject-request-extend",
    ),
    path(
        "data-requests/<uuid:pk>/incomplete/",
        views.subject_request_incomplete,
        name="subject-request-incomplete",
    ),
    path(
        "data-requests/<uuid:pk>/complete/",
        views.subject_request_complete,
        name="subject-request-complete",
    ),
    path(
        "data-requests/<uuid:pk>/give-up/",
        views.subject_request_give_up,
        name="subject-request-give-up",
    ),
]
