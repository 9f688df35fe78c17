"""Makes the view of a page that is one form and calls one action."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.access import StaffRequest, View, get_visible_or_404, permission_required
from accounts.permissions import Permission
from pages.answers import form_response
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
    empty_fields: tuple[str, ...] = (),
    passes_row: bool = False,
    template: str = "pages/form.html",
) -> View:
    """Makes a view for holders of the permission; `pages.answers.answer` shows the form and acts.

    With `about`, the URL has the key of a row, which is passed to the action: a visible one of that model, or the result of
    `about(request, key)`. `lead` returns the text above the form. `back` is a URL name, or a function of the row.
    `is_filled` starts the form with the row's values, except the fields in `empty_fields`; if it is sent unchanged, the message
    says so. `passes_row` gives the row to the form as `row`. The field named in `today` starts with today.
    """

    @permission_required(permission)
    def page(request: StaffRequest, **keys: Any) -> HttpResponse:
        rows = [_row(request, about, key, permission) for key in keys.values() if about]
        initial = on_file(form, rows[0]) if is_filled else {}
        for name in empty_fields:
            del initial[name]
        if today:
            initial[today] = request.user.today()
        arguments: Any = {"row": rows[0]} if passes_row else {"initial": initial}
        filled_form = form(request.POST or None, **arguments)
        is_same = is_filled and request.method == "POST" and not filled_form.has_changed()
        return form_response(
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
