"""URLs of checklists."""

from django.urls import path

from asylum.checklists import views

urlpatterns = [
    path("applications/<uuid:pk>/papers/<int:code>/", views.mark_paper, name="paper-mark")
]
