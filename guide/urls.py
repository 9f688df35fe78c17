from django.urls import path

from guide import views

urlpatterns = [
    path("help/", views.guide, name="guide"),
    path("help/print/", views.guide_print, name="guide-print"),
    path("help/print/<slug:slug>/", views.guide_print_role, name="guide-print-role"),
    path("help/<slug:slug>/", views.guide_page, name="guide-page"),
]
