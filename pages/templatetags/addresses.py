"""Replaces Django's `{% url %}` in every template by a faster one with the same syntax (`pages.addresses.path_to`)."""

from typing import Any

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.utils.html import conditional_escape

from pages.addresses import fast_reverse

register = template.Library()


class AddressNode(URLNode):
    def render(self, context: Context) -> str:
        view = self.view_name.resolve(context)
        if self.kwargs or self.asvar or ":" in view or not context.autoescape:
            return super().render(context)
        return conditional_escape(fast_reverse(view, *(key.resolve(context) for key in self.args)))


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Raises NoReverseMatch as Django's does."""
    node: Any = django_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
