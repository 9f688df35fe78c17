"""A page that is one form and ends in one action."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from pages.forms import ActionForm


def answer_form(
    request: HttpRequest,
    form: ActionForm,
    action: Callable[..., Any],
    *about: Any,
    title: str,
    back: str,
    done: str,
    lead: str = "",
    back_label: str = "",
) -> HttpResponse:
    """Asks; acts with `by=` the user on `about`; says `done` and goes `back`. A refusal is shown in the form."""
    sent = request.method == "POST" and form.is_valid()
    if sent and form.does(action, *about, by=request.user):
        messages.success(request, done)
        return redirect(back)
    return render(
        request,
        "pages/form.html",
        {
            "title": title,
            "form": form,
            "cancel_url": back,
            "back_label": back_label,
            "lead": lead,
        },
    )
