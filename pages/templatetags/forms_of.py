"""Built into every template: `{% csrf_token %}` as in Django, plus the user for whom the page was made."""

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html

from pages.whose import FIELD, mark_of

register = template.Library()


class MarkedTokenNode(CsrfTokenNode):
    def render(self, context: Context) -> str:
        token = super().render(context)
        user = getattr(getattr(context, "request", None), "user", None)
        if not token or user is None or not user.is_authenticated:
            return token
        mark = mark_of(user.pk)
        return token + format_html('<input type="hidden" name="{}" value="{}">', FIELD, mark)


@register.tag
def csrf_token(parser: Parser, token: Token) -> CsrfTokenNode:
    """Visitors who are not logged in get the token alone."""
    return MarkedTokenNode()
