"""URLs of images of papers."""

from django.urls import path

from asylum.scans import views

urlpatterns = [
    path("permits/<uuid:pk>/image/", views.add_to_permit, name="permit-scan"),
    path("renunciations/<uuid:pk>/image/", views.add_to_renunciation, name="renunciation-scan"),
    path("renunciations/steps/<uuid:pk>/image/", views.add_to_step, name="renunciation-step-scan"),
    path("papers/images/<uuid:document_id>/withdraw/", views.withdraw, name="scan-withdraw"),
]
