"""A page with one form that ends in one action."""

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
    """The page of ours named in `?back=`, else `otherwise`."""
    back = request.GET.get("back", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if is_ours else otherwise


def sent(request: HttpRequest) -> tuple[Any, ...]:
    """Form arguments of this request: nothing for a GET, else texts and files."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


def whom(row: object) -> str:
    """The person that the row is, or is about, as lists name them; empty for a row about nobody, or an erased person."""
    person = getattr(row, "individual", None) or row
    is_erased = getattr(person, "erased_on", None) is not None
    return "" if is_erased else str(getattr(person, "display_name", ""))


def say_done(request: HttpRequest, words: Words, undo: str = "", who: str = "") -> None:
    """Adds a success message that names the person; with a button beside it, if one button can undo the action."""
    sentence = str(words)
    message = f"{who} · {sentence}" if who and who not in sentence else sentence
    messages.success(request, message, extra_tags=undo)


def pressed(
    request: HttpRequest, action: Callable[..., Any], *about: Any, done: Words = "", **facts: Any
) -> bool:
    """A button without a form: acts with `by=` the user, then says `done` or the refusal. Returns whether it acted."""
    try:
        action(*about, by=request.user, **facts)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return False
    if done:
        messages.success(request, str(done))
    return True


def answer(
    request: HttpRequest,
    form: ActsOnce,
    action: Callable[..., Any],
    *about: Any,
    title: Words = "",
    back: str = "",
    done: Words | Callable[[Any], Words] = "",
    undo: Callable[[Any], str] | None = None,
    is_named: bool = True,
    onward: Callable[[Any], str] | None = None,
    looks: Callable[[], object] | None = None,
    refused: Callable[[], dict[str, Any]] | None = None,
    template: str = "pages/form.html",
    **context: Any,
) -> HttpResponse:
    """Shows the form, acts with `by=` the user on `about`, says `done` and redirects to `back`. A refusal is shown in the form.

    `done` may be a function of the action's result, `undo` is the address for the undo button, and `onward` another page to
    redirect to. `looks` records the view before the form is shown; a page that records it before acting passes a function
    that fetches the row. `refused` adds context after a refusal. `cancel_url` defaults to `back`; other arguments go to the
    template. The message names the person of the result, or of the first `about`, unless `is_named` is False.
    """
    shown = {"title": title, "form": form, "cancel_url": back, **context}
    if request.method == "POST":
        is_valid = form.is_valid()
        if is_valid and form.does(action, *about, by=request.user):
            if sentence := done(form.result) if callable(done) else done:
                names = [whom(row) for row in (form.result, *about[:1])] if is_named else []
                undo_url = undo(form.result) if undo else ""
                say_done(request, sentence, undo_url, next(filter(None, names), ""))
            return redirect(onward(form.result) if onward else back)
        form.was_refused()
        if is_valid and refused:
            shown |= refused()
    if looks:
        looks()
    return render(request, template, shown)
