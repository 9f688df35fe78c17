"""URLs of phones, and of safe contact."""

from django.urls import path

from casework.contact import views

urlpatterns = [
    path("people/<str:number>/phones/new/", views.phone_add, name="phone-add"),
    path("people/<str:number>/phones/<uuid:row_id>/", views.phone_show, name="phone-show"),
    path(
        "people/<str:number>/phones/<uuid:row_id>/rules/", views.phone_change, name="phone-change"
    ),
    path(
        "people/<str:number>/phones/<uuid:row_id>/correct/",
        views.phone_correct,
        name="phone-correct",
    ),
    path("people/<str:number>/phones/<uuid:row_id>/end/", views.phone_end, name="phone-end"),
]
