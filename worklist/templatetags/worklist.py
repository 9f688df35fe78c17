"""`{% load worklist %}`: the sentences of notices, queried once for the page."""

from collections.abc import Iterable

from django import template
from django.template import Context

from worklist.notices.lines import FoldedKind, NoticeLine, folded_kinds, notice_lines
from worklist.notices.models import Notice

register = template.Library()


@register.simple_tag(takes_context=True)
def in_words(context: Context, notices: Iterable[Notice]) -> list[NoticeLine]:
    """A `NoticeLine` for each of these notices of the user, in the same order."""
    return notice_lines(notices, context["request"].user)


@register.simple_tag(takes_context=True)
def folded(context: Context, notices: Iterable[Notice]) -> list[FoldedKind]:
    """The unread notices of the user that are not among these, by kind."""
    return folded_kinds(notices, context["request"].user)
