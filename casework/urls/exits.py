"""Addresses of exits."""

from django.urls import path

from casework.views import exits

urlpatterns = [
    path("exits/", exits.exit_list, name="exit-list"),
    path("people/<str:number>/exit/", exits.exit_record, name="exit-record"),
    path("exits/<uuid:exit_id>/", exits.exit_detail, name="exit-detail"),
    path("exits/<uuid:exit_id>/annul/", exits.exit_annul, name="exit-annul"),
]
