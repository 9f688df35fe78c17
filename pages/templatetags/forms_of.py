"""Replaces Django's `{% csrf_token %}` in every template: adds a hidden field with the user for whom the form was made."""

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html

from pages.form_owner import FIELD, signed_owner

register = template.Library()


class TokenWithOwnerNode(CsrfTokenNode):
    def render(self, context: Context) -> str:
        token = super().render(context)
        user = getattr(getattr(context, "request", None), "user", None)
        if not token or user is None or not user.is_authenticated:
            return token
        mark = signed_owner(user.pk)
        return token + format_html('<input type="hidden" name="{}" value="{}">', FIELD, mark)


@register.tag
def csrf_token(parser: Parser, token: Token) -> CsrfTokenNode:
    """Visitors who are not logged in get the token alone."""
    return TokenWithOwnerNode()
