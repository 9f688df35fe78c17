"""URLs of children without an adult of their family."""

from django.urls import path

from casework.children import views

urlpatterns = [
    path("people/<str:number>/caregiver/", views.caregiver_record, name="caregiver-record"),
    path("caregivers/<uuid:pk>/end/", views.caregiver_end, name="caregiver-end"),
    path("caregivers/<uuid:pk>/withdraw/", views.caregiver_withdraw, name="caregiver-withdraw"),
    path("people/<str:number>/authority/", views.authority_tell, name="authority-tell"),
    path(
        "authority-told/<uuid:pk>/withdraw/",
        views.authority_told_withdraw,
        name="authority-told-withdraw",
    ),
    path(
        "people/<str:number>/best-interests/",
        views.best_interests_plan,
        name="best-interests-plan",
    ),
]
