"""Factories of views for legal officers: one form about a person or about a row of the person's file."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.permissions import Permission
from asylum.people.actions import mark_as_mistake
from casework.register.forms import AboutForm, WithdrawForm
from casework.register.models.individual import Individual
from casework.register.views import View, form_view_of_row, row_getter


def file_of(person: uuid.UUID) -> str:
    """Returns the URL of this person's renunciation file."""
    return reverse("renunciation-file", args=[person])


def legal_page(
    model: Any,
    form: type[AboutForm],
    action: Callable[..., Any],
    framed: Callable[[StaffRequest, Any], dict[str, Any]] | None = None,
    **words: Any,
) -> View:
    """Returns a view that acts on a person or on a row about a person, and goes back to the renunciation file.

    `framed` replaces `frame` if more of the context depends on the row.
    """
    related = () if model is Individual else ("individual",)
    context = {"template": "asylum/form_about_person.html", **words}
    return form_view_of_row(
        Permission.EVIDENCE_CHANGE,
        row_getter(model, *related),
        form,
        action,
        framed or frame,
        **context,
    )


def mistake_page(model: Any, verb: str, **words: Any) -> View:
    """Returns a view that marks a row as a mistake."""
    texts = {"title": _("It was recorded by mistake"), "done": _("It counts no longer."), **words}
    return legal_page(model, WithdrawForm, partial(mark_as_mistake, verb=verb), **texts)


def frame(request: StaffRequest, row: Any) -> dict[str, Any]:
    """Returns the context of the page: the person, the link back, and a callable that records the read."""
    person = row if isinstance(row, Individual) else row.individual
    return {
        "person": person,
        "back": file_of(person.pk),
        "looks": lambda: record_read("evidence.read", by=request.user, about=person),
    }
