"""Addresses of what was handed over."""

from django.urls import path

from casework.views import disarmaments

urlpatterns = [
    path(
        "people/<str:number>/disarmament/",
        disarmaments.disarmament_record,
        name="disarmament-record",
    ),
]
