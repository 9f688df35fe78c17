"""Addresses of requests about the own data, of the extract, and of what has been kept long enough."""

from django.urls import path

from casework.views import retention, subject_requests

urlpatterns = [
    path("retention/", retention.retention_list, name="retention-list"),
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
