"""URLs of permits."""

from django.urls import path

from asylum.permits import views

urlpatterns = [
    path("permits/", views.permit_list, name="permit-list"),
    path("permits/without-work-right/", views.work_right_missing, name="work-right-missing"),
    path("permits/missing/", views.permit_missing, name="permit-missing"),
    path("permits/new/<uuid:individual>/", views.record_permit, name="permit-record"),
    path("permits/<uuid:pk>/", views.permit_detail, name="permit-detail"),
    path("permits/<uuid:pk>/renew/", views.renew_permit, name="permit-renew"),
    path("permits/<uuid:pk>/cancel/", views.cancel_permit, name="permit-cancel"),
    path("permits/<uuid:pk>/confirm/", views.confirm_permit, name="permit-confirm"),
    path(
        "permits/<uuid:pk>/confirm/retract/",
        views.retract_confirmation,
        name="permit-confirm-retract",
    ),
    path(
        "permits/<uuid:pk>/cancel/correct/",
        views.correct_cancellation,
        name="permit-cancel-correct",
    ),
    path("permits/<uuid:pk>/cancel/undo/", views.cancellation_undo, name="permit-cancel-undo"),
    path("permits/<uuid:pk>/correct/", views.correct_permit, name="permit-correct"),
    path("permits/<uuid:pk>/mistake/", views.retract_permit, name="permit-retract"),
]
