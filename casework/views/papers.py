"""What the pages about the papers of a file share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise

from casework.models import Case
from pages.forms import ActionForm


def papers_of(case: Case | None, panel: str) -> str:
    """Where a panel of the file's papers stands."""
    if case is None:
        return reverse("case-list")
    return reverse("case-part", args=[case.number, "papers"]) + f"#{panel}"


def ask(
    request: HttpRequest,
    form: ActionForm,
    action: Callable[..., Any],
    subject: Any,
    *,
    case: Case | None,
    title: str | Promise,
    done: str | Promise,
    back: str = "",
    **words: Any,
) -> HttpResponse:
    """Asks, acts, says so, and goes to `back`, or to the page of what the action wrote.

    `words` reach the template: `sentences`, `submit`, `danger`.
    """
    if form.is_valid() and form.does(action, subject, by=request.user):
        messages.success(request, done)
        return redirect(back or form.result)
    return render(
        request,
        "casework/case_act.html",
        {
            "case": case,
            "form": form,
            "title": title,
            "cancel_url": back or papers_of(case, ""),
            **words,
        },
    )
