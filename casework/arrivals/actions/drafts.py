"""Saves the content of an open quick-log, so that nothing typed is lost with the session."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.models import ArrivalDraft
from casework.identity.actions.individuals import PersonRow
from casework.register.models.arrival import Arrival
from pages.questions import ANY_MOMENT, PLACEHOLDER, cached_rows
from pages.refusals import ActionRefused
from vault.keys import destroy_key, issue_key

# Form data as it was typed: the values by name of the field.
Typed = Mapping[str, Sequence[str]]

# Forty rows of long names need far less.
MOST_LETTERS = 200_000


@transaction.atomic
def save_draft(
    *, typed: Typed, submission: uuid.UUID, people: int, by: User, is_group: bool = False
) -> ArrivalDraft | None:
    """Saves or replaces the draft of this form and returns it; returns None if the arrival is on file already.

    The page saves every few seconds, so the audit log has only the first save.
    """
    require(by, Permission.CASE_LOG)
    if sum(len(text) for texts in typed.values() for text in texts) > MOST_LETTERS:
        raise ActionRefused(_("This is too much for a draft."))
    # One at a time for each user; `no_key` does not block rows that only refer to the user.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if Arrival.objects.filter(submission=submission, logged_by=by).exists():
        return None
    draft = ArrivalDraft.objects.filter(user=by, submission=submission).first()
    is_new = draft is None
    if draft is None:
        draft = ArrivalDraft(user=by, submission=submission, key_id=issue_key())
    draft.typed = {name: list(texts) for name, texts in typed.items()}
    draft.people, draft.is_group = people, is_group
    draft.save()
    if is_new:
        record("draft.saved", by=by, about=draft, details={"people": people})
    return draft


@transaction.atomic
def discard_draft(draft: ArrivalDraft, *, by: User) -> None:
    """Deletes a draft of the user and destroys its key. Raises ActionRefused for a draft of another user."""
    require(by, Permission.CASE_LOG)
    if draft.user_id != by.pk:
        raise ActionRefused(_("This draft is somebody else's."))
    record("draft.discarded", by=by, about=draft)
    _delete(draft)


def delete_draft_of(submission: uuid.UUID, *, by: User) -> None:
    """Deletes the form's draft, now that its arrival is on file; within the caller's transaction."""
    for draft in cached_rows(_draft_of, by, values={PLACEHOLDER: submission}):
        _delete(draft)


def _draft_of(by: User) -> Any:
    return ArrivalDraft.objects.filter(user=by, submission=PLACEHOLDER)


def delete_drafts_of_rows(rows: Sequence[PersonRow], *, by: User) -> None:
    """Deletes the user's drafts, of any form, that contain only people who were just put on file.

    A user may have typed the family again in a new form; the first draft would be offered for a week.
    """
    saved_names = {_normalised(row.given_names, row.family_names, row.alias) for row in rows}
    oldest = timezone.now() - ArrivalDraft.LIFETIME
    for draft in cached_rows(_drafts_of, by, values={ANY_MOMENT: oldest}):
        names = list(_names_in(draft.typed))
        if names and saved_names.issuperset(names):
            _delete(draft)


def _drafts_of(by: User) -> Any:
    return ArrivalDraft.objects.of(by, ANY_MOMENT + ArrivalDraft.LIFETIME)


def _names_in(typed: Typed) -> Iterator[tuple[str, ...]]:
    """Yields the names of each row, without rows that have only a family name, which was copied from the row above."""
    for field in typed:
        prefix, suffix, rest = field.partition("-given_names")
        if not suffix or rest:
            continue
        given, alias = (
            _first_value(typed, f"{prefix}-{each}") for each in ("given_names", "alias")
        )
        if given or alias or prefix == "head":
            yield _normalised(given, _first_value(typed, f"{prefix}-family_names"), alias)


def _first_value(typed: Typed, name: str) -> str:
    return next(iter(typed.get(name, [])), "")


def _normalised(*names: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()).casefold() for name in names)


def _delete(draft: ArrivalDraft) -> None:
    destroy_key(draft.key_id)
    draft.delete()
