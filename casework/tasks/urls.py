"""URLs of tasks and appointments."""

from django.urls import path

from casework.tasks import views

urlpatterns = [
    path("tasks/", views.task_list, name="task-list"),
    path("tasks/settle/", views.task_settle_several, name="task-settle-several"),
    path("tasks/<uuid:pk>/", views.task_detail, name="task-detail"),
    path("tasks/<uuid:pk>/settle/", views.task_settle, name="task-settle"),
    path("tasks/<uuid:pk>/reopen/", views.task_reopen, name="task-reopen"),
    path("tasks/<uuid:pk>/move/", views.task_move, name="task-move"),
    path("tasks/<uuid:pk>/correct/", views.task_correct, name="task-correct"),
    path("tasks/<uuid:pk>/assign/", views.task_assign, name="task-assign"),
    path("cases/<str:number>/tasks/new/", views.task_set, name="task-set"),
]
