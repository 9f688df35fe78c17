"""URLs of contracts, payments, bills, notices and bed-nights."""

from django.urls import path

from shelters.contracts import views

urlpatterns = [
    path("sites/bed-nights/", views.bed_night_list, name="bed-night-list"),
    path("sites/bed-nights/<str:form>/", views.bed_night_sheet, name="bed-night-sheet"),
    path("sites/<uuid:pk>/contract/", views.site_contract, name="site-contract"),
    path("sites/<uuid:pk>/contracts/new/", views.site_contract_record, name="site-contract-record"),
    path("sites/<uuid:pk>/payments/new/", views.site_payment_record, name="site-payment-record"),
    path("sites/<uuid:pk>/bills/new/", views.site_bill_record, name="site-bill-record"),
    path("sites/<uuid:pk>/notices/new/", views.site_notice_record, name="site-notice-record"),
    path(
        "site-contracts/<uuid:pk>/correct/",
        views.site_contract_correct,
        name="site-contract-correct",
    ),
    path(
        "site-payments/<uuid:pk>/correct/", views.site_payment_correct, name="site-payment-correct"
    ),
    path("site-bills/<uuid:pk>/correct/", views.site_bill_correct, name="site-bill-correct"),
    path("site-bills/<uuid:pk>/settle/", views.site_bill_settle, name="site-bill-settle"),
    path("site-notices/<uuid:pk>/correct/", views.site_notice_correct, name="site-notice-correct"),
    path(
        "site-notices/<uuid:pk>/withdraw/", views.site_notice_withdraw, name="site-notice-withdraw"
    ),
]
