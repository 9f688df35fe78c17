"""URLs of service in a force, sanctions by the state of origin, and disarmament."""

from django.urls import include, path

from casework.service import views

person_urls = [
    path("disarmament/", views.disarmament_record, name="disarmament-record"),
    path("service/", views.service_record, name="service-record"),
    path("service/answer/", views.service_answer, name="service-answer"),
    path("service/<uuid:row_id>/", views.service_correct, name="service-correct"),
    path("service/<uuid:row_id>/withdraw/", views.service_withdraw, name="service-withdraw"),
    path("sanctions/new/", views.sanction_record, name="sanction-record"),
    path("sanctions/<uuid:row_id>/", views.sanction_correct, name="sanction-correct"),
    path("sanctions/<uuid:row_id>/withdraw/", views.sanction_withdraw, name="sanction-withdraw"),
]

urlpatterns = [
    path("people/<str:number>/", include(person_urls)),
    path("reference/instruments/<str:code>/", views.instrument_correct, name="instrument-correct"),
]
