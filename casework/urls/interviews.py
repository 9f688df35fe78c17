"""Addresses of interviews with outsiders."""

from django.urls import path

from casework.views import interviews

urlpatterns = [
    path("cases/<str:number>/interviews/new/", interviews.interview_log, name="interview-log"),
    path("interviews/<uuid:interview_id>/", interviews.interview_detail, name="interview-detail"),
    path("interviews/contact/<int:part_id>/", interviews.contact_share, name="contact-share"),
]
