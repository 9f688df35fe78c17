"""URLs of the screening for exclusion."""

from django.urls import path

from asylum.exclusion import views

urlpatterns = [
    path("screening/", views.screening_list, name="screening-list"),
    path("screening/new/", views.screening_open, name="screening-open"),
    path("screening/handed-in/<uuid:pk>/", views.concern_read, name="concern-read"),
    path(
        "screening/handed-in/<uuid:pk>/open/",
        views.screening_open_for,
        name="screening-open-for",
    ),
    path("screening/<uuid:pk>/", views.screening_read, name="screening-read"),
    path("screening/<uuid:pk>/papers/new/", views.paper_keep, name="screening-paper-keep"),
    path("screening/papers/<uuid:pk>/", views.paper_read, name="screening-paper"),
    path("screening/papers/<uuid:pk>/view/", views.paper_view, name="screening-paper-view"),
    path(
        "screening/papers/<uuid:pk>/preview/", views.paper_preview, name="screening-paper-preview"
    ),
    path(
        "screening/papers/<uuid:pk>/download/",
        views.paper_download,
        name="screening-paper-download",
    ),
    path("screening/<uuid:pk>/write/<str:kind>/", views.screening_write, name="screening-write"),
    path("screening/steps/<uuid:pk>/confirm/", views.screening_confirm, name="screening-confirm"),
    path("screening/steps/<uuid:pk>/decline/", views.screening_decline, name="screening-decline"),
    path(
        "screening/steps/<uuid:pk>/take-back/",
        views.screening_take_back,
        name="screening-take-back",
    ),
]
