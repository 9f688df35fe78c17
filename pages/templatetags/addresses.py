"""Built into every template: `{% url %}` as Django writes it, which works out the address of a page once.

Django goes through the patterns of all pages for each link of each row, and checks what it found against them.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.urls import get_urlconf, reverse
from django.utils.html import conditional_escape

REMEMBERED_AT_MOST = 10_000

register = template.Library()


class AddressNode(URLNode):
    def render(self, context: Context) -> str:
        view = self.view_name.resolve(context)
        if self.kwargs or self.asvar or ":" in view or not context.autoescape:
            return super().render(context)
        keys = tuple(key.resolve(context) for key in self.args)
        return _address(view, keys, get_urlconf())


@lru_cache(maxsize=REMEMBERED_AT_MOST)
def _address(view: str, keys: tuple[Any, ...], urlconf: Any) -> str:
    return conditional_escape(reverse(view, args=keys))


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Raises NoReverseMatch as Django's does."""
    found: Any = django_url(parser, token)
    return AddressNode(found.view_name, found.args, found.kwargs, found.asvar)
