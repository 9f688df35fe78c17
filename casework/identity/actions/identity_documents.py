"""Papers that say who somebody is."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_end, refuse_future
from casework.corrections.actions import correction_action
from casework.papers.rules.numbers import bare_number, card_spellings
from casework.papers.rules.papers import Paper
from casework.register.actions import lock_row, queue_comparison, record_about_person, refuse_ended
from casework.register.choices import DocumentEnd, YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.rules import tail_of
from pages.refusals import ActionRefused
from vault.search import exact_token


@transaction.atomic
def add_identity_document(
    individual: Individual,
    *,
    number: str,
    type: str,
    by: User,
    country: str = "",
    valid_from: datetime.date | None = None,
    valid_until: datetime.date | None = None,
    states_work_right: str = YesNo.UNKNOWN,
    replaces: IdentityDocument | None = None,
) -> IdentityDocument:
    """Adds a paper, or one that replaces `replaces`. Refuses the same paper twice."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    _refuse_turned_days(valid_from, valid_until)
    _refuse_twice(individual.identity_documents, number, type=type, country=country)
    if replaces:
        end_identity_document(replaces, ended_on=by.today(), end_reason=DocumentEnd.REPLACED, by=by)
    document = new_identity_document(
        individual,
        number,
        type=type,
        country=country,
        valid_from=valid_from,
        valid_until=valid_until,
        states_work_right=states_work_right,
        replaces=replaces,
    )
    document.save(force_insert=True)
    queue_comparison(individual)
    record_about_person("document.added", document, by=by, type=type)
    return document


def new_identity_document(individual: Individual, number: str, **facts: Any) -> IdentityDocument:
    """Returns an unsaved paper with its search tokens."""
    number_token, tail_token = _tokens_of(number)
    return IdentityDocument(
        key_id=individual.key_id,
        individual=individual,
        number=number.strip(),
        number_token=number_token,
        tail_token=tail_token,
        **facts,
    )


def _refuse_turned_days(first: datetime.date | None, last: datetime.date | None) -> None:
    if first and last and last < first:
        raise ActionRefused(_("The last day is before the first."), field="valid_until")


def _refuse_twice(papers: Any, number: str, *, type: str, country: str) -> None:
    """Raises ActionRefused if the person already holds the same paper today."""
    tokens = [exact_token(each, purpose="document") for each in card_spellings(number)]
    current_papers = papers.filter(type=type, number_token__in=tokens, ended_on=None)
    paper = Paper.of(number, type=type, country=country)
    if any(paper.may_be(Paper.on_file(each)) for each in current_papers):
        raise ActionRefused(_("This document is on file already."), field="number")


def _check_paper(paper: IdentityDocument, *, by: User) -> None:
    """Refuses impossible facts of a corrected paper, and updates its search tokens."""
    refuse_ended(paper)
    if paper.valid_from:
        refuse_future(paper.valid_from, by=by, field="valid_from")
    _refuse_turned_days(paper.valid_from, paper.valid_until)
    others = paper.individual.identity_documents.exclude(pk=paper.pk)
    _refuse_twice(others, paper.number, type=paper.type, country=paper.country)
    paper.number_token, paper.tail_token = _tokens_of(paper.number)
    queue_comparison(paper.individual)


correct_identity_document = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="document.corrected", then=_check_paper
)


def _check_end(paper: IdentityDocument, *, by: User) -> None:
    """Refuses an impossible end. Without an end, the paper is held again, unless a newer one replaced it."""
    on_file = IdentityDocument.objects.get(pk=paper.pk)
    if on_file.ended_on is None:
        raise ActionRefused(_("The person still holds this document."))
    if bool(paper.ended_on) != bool(paper.end_reason):
        raise ActionRefused(
            _("Give both the day and what became of it, or neither."),
            field="end_reason" if paper.ended_on else "ended_on",
        )
    is_replaced = hasattr(on_file, "replaced_by")
    if is_replaced and paper.end_reason != DocumentEnd.REPLACED:
        raise ActionRefused(
            _("A newer document took its place: that stays, and the day can be put right."),
            field="end_reason",
        )
    if paper.end_reason == DocumentEnd.REPLACED and not is_replaced:
        raise ActionRefused(_("No newer document took its place."), field="end_reason")
    if paper.ended_on:
        refuse_future(paper.ended_on, by=by, field="ended_on")
        return
    others = paper.individual.identity_documents.exclude(pk=paper.pk)
    _refuse_twice(others, paper.number, type=paper.type, country=paper.country)
    queue_comparison(paper.individual)


correct_document_end = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="document.end_corrected", then=_check_end
)


def _tokens_of(number: str) -> tuple[int, int]:
    """Search tokens of a paper: of the whole number, and of its end."""
    return (
        exact_token(bare_number(number), purpose="document"),
        exact_token(tail_of(number), purpose="document tail"),
    )


def replace_identity_document(
    document: IdentityDocument, *, by: User, **facts: Any
) -> IdentityDocument:
    """Records the paper that replaces this one, which ends today."""
    return add_identity_document(document.individual, replaces=document, by=by, **facts)


@transaction.atomic
def end_identity_document(
    document: IdentityDocument, *, ended_on: datetime.date, end_reason: str, by: User
) -> IdentityDocument:
    """Records that the person no longer holds the paper, and what became of it."""
    document = lock_row(document, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_ended(document)
    refuse_end(document, ended_on, by=by)
    document.ended_on = ended_on
    document.end_reason = DocumentEnd(end_reason)
    document.save(update_fields=["ended_on", "end_reason"])
    record_about_person("document.ended", document, by=by, reason=end_reason)
    return document
