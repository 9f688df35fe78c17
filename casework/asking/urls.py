"""URLs of missing notices and consents, and of asking a family for all its consents at once."""

from django.urls import path

from casework.asking import views

urlpatterns = [
    path("lawful-start/", views.start_list, name="start-list"),
    path("cases/<str:number>/ask-consents/", views.family_ask, name="family-ask"),
    path("cases/<str:number>/ask-consents/print/", views.family_ask_print, name="family-ask-print"),
]
