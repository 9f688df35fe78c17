"""URLs of accounts of flight."""

from django.urls import path

from asylum.flight import views

urlpatterns = [
    path("flight/new/<uuid:individual>/", views.flight_record, name="flight-record"),
    path("flight/<uuid:pk>/", views.flight_detail, name="flight-detail"),
    path("flight/<uuid:pk>/correct/", views.flight_correct, name="flight-correct"),
]
