"""URLs of the door of a site."""

from django.urls import path

from shelters.door import views

urlpatterns = [
    path("sites/<uuid:pk>/door/", views.door_list, name="door-list"),
    path("sites/<uuid:pk>/door/rules/", views.door_rule, name="door-rule"),
    path("sites/<uuid:pk>/roll-call/", views.roll_call, name="roll-call"),
    path("sites/<uuid:pk>/roll-call/slip/", views.roll_slip, name="roll-slip"),
    path("sites/<uuid:pk>/roll-call/exceptions/", views.roll_exceptions, name="roll-exceptions"),
    path("sites/<uuid:pk>/roll-call/done/", views.roll_done, name="roll-done"),
    path("absences/", views.absence_list, name="absence-list"),
]
