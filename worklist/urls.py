"""Addresses of the worklist."""

from django.urls import path

from worklist.views import due, inbox, lists, today

urlpatterns = [
    path("", today.today, name="today"),
    path("due/", due.due_list, name="due-list"),
    path("lists/", lists.list_index, name="list-index"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("inbox/read/", inbox.read_everything, name="notice-read-all"),
    path("inbox/<uuid:pk>/open/", inbox.open_notice, name="notice-open"),
]
