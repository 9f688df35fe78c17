"""Addresses of requests about the own data, and of the extract."""

from django.urls import path

from casework.views import subject_requests

urlpatterns = [
    path(
        "people/<str:number>/data-request/",
        subject_requests.subject_request_record,
        name="subject-request-record",
    ),
    path("people/<str:number>/erase/", subject_requests.individual_erase, name="individual-erase"),
    path("people/<str:number>/extract/", subject_requests.extract_make, name="extract-make"),
    path(
        "data-requests/<uuid:pk>/answer/",
        subject_requests.subject_request_answer,
        name="subject-request-answer",
    ),
    path(
        "data-requests/<uuid:pk>/extend/",
        subject_requests.subject_request_extend,
        name="subject-request-extend",
    ),
]
