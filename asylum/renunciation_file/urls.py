"""Addresses. The file of renunciation."""

from django.urls import path

from asylum.renunciation_file import views

urlpatterns = [
    path(
        "renunciations/file/<uuid:individual>/", views.renunciation_file, name="renunciation-file"
    ),
]
