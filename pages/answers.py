"""The response of a page with one form that calls one action, and messages after actions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme

from pages.forms import ActsOnce
from pages.refusals import ActionRefused

Words = str | Promise


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The path in `?back=` if it is on this site, else `otherwise`."""
    back = request.GET.get("back", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if is_ours else otherwise


def sent(request: HttpRequest) -> tuple[Any, ...]:
    """Positional arguments for a form: (POST data, files) of a POST, else none."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


def whom(row: object) -> str:
    """The name of the person that the row is or is about; empty for any other row, and for an erased person."""
    person = getattr(row, "individual", None) or row
    is_erased = getattr(person, "erased_on", None) is not None
    return "" if is_erased else str(getattr(person, "display_name", ""))


def say_done(request: HttpRequest, words: Words, undo: str = "", who: str = "") -> None:
    """Adds a success message. `who` is the person to name in it; `undo` the URL that the undo button beside it posts to."""
    sentence = str(words)
    message = f"{who} · {sentence}" if who and who not in sentence else sentence
    messages.success(request, message, extra_tags=undo)


def pressed(
    request: HttpRequest, action: Callable[..., Any], *about: Any, done: Words = "", **facts: Any
) -> bool:
    """For a button without a form: calls `action(*about, by=user, **facts)`, adds a message, and returns whether it acted."""
    try:
        action(*about, by=request.user, **facts)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return False
    if done:
        messages.success(request, str(done))
    return True


def form_response(
    request: HttpRequest,
    form: ActsOnce,
    action: Callable[..., Any],
    *about: Any,
    title: Words = "",
    back: str = "",
    done: Words | Callable[[Any], Words] = "",
    undo: Callable[[Any], str] | None = None,
    is_named: bool = True,
    success_url: Callable[[Any], str] | None = None,
    looks: Callable[[], object] | None = None,
    refused: Callable[[], dict[str, Any]] | None = None,
    template: str = "pages/form.html",
    **context: Any,
) -> HttpResponse:
    """Shows the form, or for a valid POST calls `action(*about, by=user)`, adds the message `done` and redirects to `back`.

    A refusal is shown in the form. `undo` (the URL of the undo button) and `success_url` (used instead of `back`) are
    functions of the action's result; `done` may be one. `looks` is called before the form is shown, to record in the audit
    log that the user sees the row. `refused` returns more context after a refusal. Other arguments are context. The message
    names the person of the result, or of the first `about`, unless `is_named` is False.
    """
    shown = {"title": title, "form": form, "cancel_url": back, **context}
    if request.method == "POST":
        is_valid = form.is_valid()
        if is_valid and form.does(action, *about, by=request.user):
            if sentence := done(form.result) if callable(done) else done:
                names = [whom(row) for row in (form.result, *about[:1])] if is_named else []
                undo_url = undo(form.result) if undo else ""
                say_done(request, sentence, undo_url, next(filter(None, names), ""))
            return redirect(success_url(form.result) if success_url else back)
        form.after_refusal()
        if is_valid and refused:
            shown |= refused()
    if looks:
        looks()
    return render(request, template, shown)
