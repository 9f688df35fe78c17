"""URLs of plans of moves."""

from django.urls import path

from shelters.plan import views

urlpatterns = [
    path("sites/<uuid:pk>/plan/", views.move_plan_make, name="move-plan-make"),
    path("move-plans/<uuid:pk>/", views.move_plan_detail, name="move-plan-detail"),
    path("move-plans/<uuid:pk>/print/", views.move_plan_print, name="move-plan-print"),
    path("move-plans/<uuid:pk>/solve/", views.move_plan_solve, name="move-plan-solve"),
    path("move-plans/<uuid:pk>/look/", views.move_plan_look, name="move-plan-look"),
    path("move-plans/<uuid:pk>/drop/", views.move_plan_drop, name="move-plan-drop"),
    path("move-plans/<uuid:pk>/apply/", views.move_plan_apply, name="move-plan-apply"),
    path(
        "move-plans/<uuid:pk>/families/<uuid:case>/",
        views.move_plan_family,
        name="move-plan-family",
    ),
]
