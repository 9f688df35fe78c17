"""URLs of the search for places without a file, and of held beds."""

from django.urls import path

from shelters.holds import views

urlpatterns = [
    path("places/", views.place_search, name="place-search"),
    path("places/<uuid:call>/release/", views.call_release, name="call-release"),
]
