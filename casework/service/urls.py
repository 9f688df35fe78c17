"""Addresses. Service in a force, sanctions by the state of origin, what was handed over."""

from django.urls import path

from casework.service import views

urlpatterns = [
    path(
        "people/<str:number>/disarmament/",
        views.disarmament_record,
        name="disarmament-record",
    ),
    path("people/<str:number>/service/", views.service_record, name="service-record"),
    path(
        "people/<str:number>/service/<uuid:row_id>/",
        views.service_correct,
        name="service-correct",
    ),
    path(
        "people/<str:number>/service/<uuid:row_id>/withdraw/",
        views.service_withdraw,
        name="service-withdraw",
    ),
    path("people/<str:number>/sanctions/new/", views.sanction_record, name="sanction-record"),
    path(
        "people/<str:number>/sanctions/<uuid:row_id>/",
        views.sanction_correct,
        name="sanction-correct",
    ),
    path(
        "people/<str:number>/sanctions/<uuid:row_id>/withdraw/",
        views.sanction_withdraw,
        name="sanction-withdraw",
    ),
]
