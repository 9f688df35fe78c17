"""Amparo's addresses with one more: a page that holds nothing but its frame, and writes down that somebody looked."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from config.urls import urlpatterns as addresses

PATH = "/frame/"


@permission_required(Permission.ACCOUNT_CHANGE)
def frame(request: StaffRequest) -> HttpResponse:
    record_read("case.listed", by=request.user, details={"page": "1"})
    return render(request, "pages/base.html")


urlpatterns = [path(PATH.lstrip("/"), frame), *addresses]
