"""Addresses of case plans."""

from django.urls import path

from casework.views import plan

urlpatterns = [
    path("cases/<str:number>/plan/new/", plan.plan_draw_up, name="plan-draw-up"),
    path("cases/<str:number>/plan/print/", plan.plan_print, name="plan-print"),
    path("plans/<uuid:pk>/review/", plan.plan_review, name="plan-review"),
    path("plans/<uuid:pk>/goals/new/", plan.goal_add, name="goal-add"),
    path("goals/<uuid:pk>/move/", plan.goal_move, name="goal-move"),
    path("goals/<uuid:pk>/steps/new/", plan.step_add, name="step-add"),
    path("steps/<uuid:pk>/move/", plan.step_move, name="step-move"),
]
