"""URLs of slips of arrivals."""

from django.urls import path

from casework.slips import views

urlpatterns = [
    path("arrivals/<uuid:arrival_id>/slip/", views.arrival_slip, name="arrival-slip"),
    path("arrivals/<uuid:arrival_id>/slip.svg", views.slip_image, name="slip-image"),
    path("arrivals/<uuid:arrival_id>/slip/issue/", views.slip_issue, name="slip-issue"),
    path("arrivals/<uuid:arrival_id>/slip/revoke/", views.slip_revoke, name="slip-revoke"),
    path("slip/<str:token>/", views.slip_check, name="slip-check"),
]
