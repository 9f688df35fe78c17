"""Addresses. Finding people by name, number, paper and phone."""

from django.urls import path

from casework.search import views

urlpatterns = [
    path("search/", views.search, name="search"),
]
