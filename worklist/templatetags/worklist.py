"""`{% load worklist %}`: notices with their sentences, looked up once per page."""

from collections.abc import Iterable

from django import template
from django.template import Context

from worklist.notices.lines import NoticeLine, notice_lines
from worklist.notices.models import Notice

register = template.Library()


@register.simple_tag(takes_context=True)
def in_words(context: Context, notices: Iterable[Notice]) -> list[NoticeLine]:
    """Each notice of the user with its kind and sentence in words, in the same order."""
    return notice_lines(notices, context["request"].user)
