"""Factories of pages for legal officers: one form about a person or a row of the person's file."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.permissions import Permission
from asylum.people.actions import take_back
from casework.register.forms import AboutForm, WithdrawForm
from casework.register.models.individual import Individual
from casework.register.views import View, act_page, finder


def file_of(person: uuid.UUID) -> str:
    """The URL of this person's renunciation file."""
    return reverse("renunciation-file", args=[person])


def legal_page(
    model: Any,
    form: type[AboutForm],
    action: Callable[..., Any],
    framed: Callable[[StaffRequest, Any], dict[str, Any]] | None = None,
    **words: Any,
) -> View:
    """A page that acts on a person or a row about one, and returns to the renunciation file.

    `framed` replaces `frame` if more of the context depends on the row."""
    related = () if model is Individual else ("individual",)
    said = {"template": "asylum/form_about_person.html", **words}
    return act_page(
        Permission.EVIDENCE_CHANGE, finder(model, *related), form, action, framed or frame, **said
    )


def mistake_page(model: Any, verb: str, **words: Any) -> View:
    """A page that marks such a row as a mistake."""
    said = {"title": _("It was recorded by mistake"), "done": _("It counts no longer."), **words}
    return legal_page(model, WithdrawForm, partial(take_back, verb=verb), **said)


def frame(request: StaffRequest, row: Any) -> dict[str, Any]:
    """The person, the link back, and a callable that records the read."""
    person = row if isinstance(row, Individual) else row.individual
    return {
        "person": person,
        "back": file_of(person.pk),
        "looks": lambda: record_read("evidence.read", by=request.user, about=person),
    }
