"""URLs of pathways."""

from django.urls import path

from asylum.pathways import views

urlpatterns = [
    path("pathways/", views.pathway_list, name="pathway-list"),
    path("pathways/stages/<int:pk>/", views.correct_stage, name="pathway-stage-correct"),
    path("pathways/papers/<int:pk>/", views.correct_paper, name="pathway-paper-correct"),
    path("pathways/permits/<int:pk>/", views.correct_permit_kind, name="permit-kind-correct"),
    path("pathways/<str:country>/", views.pathway_detail, name="pathway-detail"),
]
