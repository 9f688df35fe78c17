"""Addresses of relatives at home, incidents and detentions."""

from django.urls import path

from casework.views import home

urlpatterns = [
    path("cases/<str:number>/home/relatives/new/", home.relative_record, name="relative-record"),
    path("cases/<str:number>/home/incidents/new/", home.incident_record, name="incident-record"),
    path("home/relatives/<uuid:pk>/", home.relative_correct, name="relative-correct"),
    path("home/relatives/<uuid:pk>/detained/", home.detention_record, name="detention-record"),
    path("home/incidents/<uuid:pk>/", home.incident_correct, name="incident-correct"),
    path("home/detentions/", home.detention_list, name="detention-list"),
    path("home/detentions/<uuid:pk>/", home.detention_review, name="detention-review"),
]
