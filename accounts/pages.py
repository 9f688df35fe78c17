"""Declarative pages with one form that ends in one action."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.access import StaffRequest, View, get_visible_or_404, needs
from accounts.permissions import Permission
from pages.answers import answer
from pages.forms import ActionForm, on_file

Find = Callable[[StaffRequest, Any], Model]


def form_page(
    permission: Permission,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    title: Promise,
    done: Promise | Callable[[Any], str],
    back: str | Callable[[Any], str],
    about: type[Model] | Find | None = None,
    lead: Callable[[Any], str] | None = None,
    submit: Promise | str = "",
    today: str = "",
    is_filled: bool = False,
    but_empty: tuple[str, ...] = (),
    knows_row: bool = False,
    template: str = "pages/form.html",
) -> View:
    """Makes a view for holders of the permission; `pages.answers.answer` shows the form and acts.

    With `about`, the action is about a row: a visible one of that model, or what a function finds. `lead` is the text
    above the form. `is_filled` starts the form with the values on file, except the fields in `but_empty`; a filled form that
    is sent unchanged says so. A form that `knows_row` gets the row as `row`. `back` is a URL name, or a function of the row.
    The field named in `today` starts with today. `template` extends the template of a one-form page.
    """

    @needs(permission)
    def page(request: StaffRequest, **keys: Any) -> HttpResponse:
        rows = [_row(request, about, key, permission) for key in keys.values() if about]
        initial = on_file(form, rows[0]) if is_filled else {}
        for name in but_empty:
            del initial[name]
        if today:
            initial[today] = request.user.today()
        arguments: Any = {"row": rows[0]} if knows_row else {"initial": initial}
        filled_form = form(request.POST or None, **arguments)
        is_same = is_filled and request.method == "POST" and not filled_form.has_changed()
        return answer(
            request,
            filled_form,
            action,
            *rows,
            title=str(title),
            lead=lead(*rows) if lead else "",
            submit=submit,
            back=reverse(back) if isinstance(back, str) else back(*rows),
            done=gettext("Nothing was changed.") if is_same else done,
            template=template,
        )

    return page


def _row(
    request: StaffRequest, about: type[Model] | Find, key: Any, permission: Permission
) -> Model:
    if isinstance(about, type):
        return get_visible_or_404(request, about, key, permission)
    return about(request, key)
