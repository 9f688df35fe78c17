"""URLs of interviews with outsiders."""

from django.urls import path

from casework.interviews import views

urlpatterns = [
    path("cases/<str:number>/interviews/new/", views.interview_log, name="interview-log"),
    path("interviews/<uuid:interview_id>/", views.interview_detail, name="interview-detail"),
    path("interviews/contact/<int:part_id>/", views.contact_share, name="contact-share"),
    path("interviews/<uuid:pk>/correct/", views.interview_correct, name="interview-correct"),
    path("interviews/parts/<int:part_id>/mistake/", views.part_retract, name="part-retract"),
]
