"""Log-in, and the first start of an empty installation."""

import logging
from pathlib import Path

from allauth.account import views as allauth
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.access import public
from accounts.actions import first_start as actions
from accounts.forms.users import FirstStartForm
from accounts.models import User

logger = logging.getLogger(__name__)


def login(request: HttpRequest) -> HttpResponseBase:
    """allauth's log-in. An installation without accounts redirects to the first start."""
    if request.method == "GET" and actions.is_empty():
        return redirect("first-start")
    answer: HttpResponseBase = allauth.login(request)
    return answer


@public
def first_start(request: HttpRequest) -> HttpResponse:
    """Makes the first accounts. Asks for a code from the server's disk, so that no stranger takes over a new server."""
    if not actions.is_empty():
        raise Http404
    actions.issue_code()
    logger.warning("first_start_code_waits_on_disk")
    form = FirstStartForm(request.POST or None, initial={"language": "es"})
    if request.method == "POST" and _is_valid(form) and form.does(_start):
        messages.success(request, _("Amparo is ready. Log in."))
        return redirect("account_login")
    return render(
        request,
        "accounts/first_start.html",
        {"form": form, "code_file": _shown_path(actions.code_path())},
    )


def _shown_path(code: Path) -> str:
    """The path of the code file, relative to the project, or else to the parent of its folder."""
    inside = code.is_relative_to(settings.BASE_DIR)
    return str(code.relative_to(settings.BASE_DIR if inside else code.parent.parent))


def _is_valid(form: FirstStartForm) -> bool:
    """Validates form, code and password together, so that the user sees all errors at once."""
    form.is_valid()
    answers = form.cleaned_data
    if "code" in answers and not actions.is_right_code(answers["code"]):
        form.add_error("code", _("This is not the code."))
    if "password" in answers:
        person = User(email=answers.get("email", ""), full_name=answers.get("full_name", ""))
        try:
            validate_password(answers["password"], person)
        except ValidationError as error:
            form.add_error("password", error)
    return form.is_valid()


def _start(*, code: str, **answers: str) -> User:
    return actions.first_start(**answers)
