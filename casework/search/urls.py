"""URLs of the search."""

from django.urls import path

from casework.search import views

urlpatterns = [
    path("search/", views.search, name="search"),
]
