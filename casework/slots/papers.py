"""Warns a user if a change made papers invalid that a family carries, such as an arrival slip."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html

from accounts.access import can
from accounts.due import KeyOf, Near, Source, due_sources
from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.holdings import people_ever
from casework.slots.obstacles import FollowUp
from pages.context import address


def invalid_papers(case: Case, user: User, individual: Individual | None = None) -> list[FollowUp]:
    """Returns sentences with links to invalid papers that the user should replace, of one person or of the whole case."""
    return [
        paper
        for source in due_sources
        if source.is_paper and can(user, source.permission, about=case)
        for paper in _invalid_papers_of(source, case, user, individual)
    ]


def _invalid_papers_of(
    source: Source, case: Case, user: User, individual: Individual | None
) -> list[FollowUp]:
    limits = Near([case.pk], people_ever(case), [case.pk])
    rows = [
        about_id
        for _kind, _on, _about, about_id, of_case, *_facts, person in source.rows(
            user.today(), limits
        )
        if of_case == case.pk and (individual is None or person in (None, individual.pk))
    ]
    texts = source.words(rows)
    pages = [each for each in source.actions or () if each.wants == KeyOf.ROW]
    page = pages[0].page if pages and can(user, pages[0].permission, about=case) else ""
    return [
        FollowUp(texts[each][1], address(page, each) if page else "")
        for each in rows
        if each in texts
    ]


def warn_of_invalid_papers(
    request: HttpRequest, case: Case, user: User, individual: Individual | None
) -> None:
    for paper in invalid_papers(case, user, individual):
        link = format_html('<a href="{}">{}</a>', paper.url, paper.sentence)
        messages.warning(request, link if paper.url else paper.sentence)
