"""URLs of case plans: goals, steps, reviews."""

from django.urls import path

from casework.plan import views

urlpatterns = [
    path("cases/<str:number>/plan/new/", views.plan_draw_up, name="plan-draw-up"),
    path("cases/<str:number>/plan/print/", views.plan_print, name="plan-print"),
    path("plans/<uuid:pk>/review/", views.plan_review, name="plan-review"),
    path("plan-reviews/<uuid:pk>/correct/", views.review_correct, name="review-correct"),
    path("plans/<uuid:pk>/goals/new/", views.goal_add, name="goal-add"),
    path("goals/<uuid:pk>/move/", views.goal_move, name="goal-move"),
    path("goals/<uuid:pk>/steps/new/", views.step_add, name="step-add"),
    path("steps/<uuid:pk>/move/", views.step_move, name="step-move"),
]
