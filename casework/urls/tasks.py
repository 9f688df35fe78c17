"""Addresses of tasks and appointments."""

from django.urls import path

from casework.views import tasks

urlpatterns = [
    path("tasks/", tasks.task_list, name="task-list"),
    path("tasks/settle/", tasks.task_settle_several, name="task-settle-several"),
    path("tasks/<uuid:pk>/", tasks.task_detail, name="task-detail"),
    path("tasks/<uuid:pk>/settle/", tasks.task_settle, name="task-settle"),
    path("tasks/<uuid:pk>/reopen/", tasks.task_reopen, name="task-reopen"),
    path("tasks/<uuid:pk>/move/", tasks.task_move, name="task-move"),
    path("tasks/<uuid:pk>/assign/", tasks.task_assign, name="task-assign"),
    path("cases/<str:number>/tasks/new/", tasks.task_set, name="task-set"),
]
