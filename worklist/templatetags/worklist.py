"""`{% load worklist %}`: notices with their sentences, looked up once per page."""

from collections.abc import Iterable

from django import template

from worklist.lines import NoticeLine, notice_lines
from worklist.models import Notice

register = template.Library()


@register.simple_tag
def in_words(notices: Iterable[Notice]) -> list[NoticeLine]:
    """Each notice with its kind and sentence in words, in the same order."""
    return notice_lines(notices)
