"""URLs of meals."""

from django.urls import path

from shelters.meals import views

urlpatterns = [
    path("sites/<uuid:pk>/meals/", views.meals_day, name="meals-day"),
    path("sites/<uuid:pk>/meals/sheet/", views.meals_sheet, name="meals-sheet"),
]
