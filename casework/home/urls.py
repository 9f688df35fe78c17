"""URLs of relatives in the country of origin."""

from django.urls import path

from casework.home import views

urlpatterns = [
    path("cases/<str:number>/home/relatives/new/", views.relative_record, name="relative-record"),
    path("cases/<str:number>/home/incidents/new/", views.incident_record, name="incident-record"),
    path("home/relatives/<uuid:pk>/", views.relative_correct, name="relative-correct"),
    path("home/relatives/<uuid:pk>/detained/", views.detention_record, name="detention-record"),
    path("home/incidents/<uuid:pk>/", views.incident_correct, name="incident-correct"),
    path("home/detentions/", views.detention_list, name="detention-list"),
    path("home/detentions/<uuid:pk>/", views.detention_review, name="detention-review"),
]
