"""URLs of incidents at sites."""

from django.urls import path

from shelters.incidents import views

urlpatterns = [
    path("site-incidents/", views.site_incident_list, name="site-incident-list"),
    path(
        "placements/<uuid:pk>/incidents/new/",
        views.site_incident_record,
        name="site-incident-record",
    ),
    path("site-incidents/<uuid:pk>/", views.site_incident, name="site-incident"),
    path(
        "site-incidents/<uuid:pk>/correct/",
        views.site_incident_correct,
        name="site-incident-correct",
    ),
    path(
        "site-incidents/<uuid:pk>/decide/", views.site_incident_decide, name="site-incident-decide"
    ),
]
