"""URLs of applications."""

from django.urls import path

from asylum.claims import views

urlpatterns = [
    path("applications/", views.application_list, name="application-list"),
    path("applications/new/<uuid:individual>/", views.lodge_application, name="application-lodge"),
    path("applications/<uuid:pk>/", views.application_detail, name="application-detail"),
    path("applications/<uuid:pk>/move/", views.move_application, name="application-move"),
    path("applications/<uuid:pk>/correct/", views.correct_application, name="application-correct"),
    path("applications/interviews/<uuid:pk>/", views.claim_interview, name="claim-interview"),
    path(
        "applications/steps/<uuid:pk>/correct/",
        views.correct_application_step,
        name="application-step-correct",
    ),
    path(
        "application-steps/<uuid:pk>/undo/",
        views.move_application_undo,
        name="application-move-undo",
    ),
]
