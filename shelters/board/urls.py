"""URLs of the board."""

from django.urls import path

from shelters.board import views

urlpatterns = [
    path("board/", views.board, name="board"),
    path("board/place/", views.board_place, name="board-place"),
    path("board/exchange/", views.board_exchange, name="board-exchange"),
]
