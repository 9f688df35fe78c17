"""URLs of exits and returns."""

from django.urls import path

from casework.exits import views

urlpatterns = [
    path("exits/", views.exit_list, name="exit-list"),
    path("people/<str:number>/exit/", views.exit_record, name="exit-record"),
    path("exits/<uuid:exit_id>/", views.exit_detail, name="exit-detail"),
    path("exits/<uuid:exit_id>/back/", views.exit_back, name="exit-back"),
    path("people/<str:number>/loss/", views.loss_report, name="loss-report"),
    path("losses/<uuid:loss_id>/", views.loss_detail, name="loss-detail"),
    path("losses/<uuid:loss_id>/confirm/", views.loss_confirm, name="loss-confirm"),
    path("losses/<uuid:loss_id>/withdraw/", views.loss_withdraw, name="loss-withdraw"),
]
