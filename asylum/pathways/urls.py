"""Addresses of pathways."""

from django.urls import path

from asylum.pathways import views

urlpatterns = [path("pathways/<str:country>/", views.pathway_detail, name="pathway-detail")]
