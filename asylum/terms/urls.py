"""URLs of terms."""

from django.urls import path

from asylum.terms import views

urlpatterns = [
    path("deadlines/<uuid:pk>/settle/", views.settle_deadline, name="deadline-settle"),
    path(
        "deadlines/<uuid:pk>/settle/undo/", views.settle_deadline_undo, name="deadline-settle-undo"
    ),
    path("deadlines/<uuid:pk>/correct/", views.correct_deadline, name="deadline-correct"),
    path("deadlines/hand-over/", views.hand_over_deadlines, name="deadline-hand-over"),
    path(
        "deadlines/handed-over/<uuid:together>/undo/",
        views.hand_over_undo,
        name="deadline-hand-over-undo",
    ),
    path("deadlines/<uuid:pk>/extend/", views.extend_deadline, name="deadline-extend"),
    path("deadlines/<uuid:pk>/assign/", views.assign_deadline, name="deadline-assign"),
    path("deadlines/moved/<uuid:pk>/", views.term_move_list, name="term-move-list"),
    path(
        "deadlines/extensions/<uuid:pk>/mistake/",
        views.retract_extension,
        name="extension-retract",
    ),
]
