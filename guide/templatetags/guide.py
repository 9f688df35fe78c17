"""`{% load guide %}`: from what a law or a rule decides to the paragraph that explains it."""

from django import template
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from guide.reading import page_of

register = template.Library()


@register.simple_tag
def explained(slug: str, anchor: str) -> str:
    """A "?" that leads to the paragraph of the guide; raises `LookupError` where there is none."""
    page = page_of(slug, get_language() or "en")
    headings = {each.anchor: each.heading for each in page.headings}
    words = _("The guide: %(heading)s") % {"heading": headings[anchor]}
    return format_html(
        '<a class="why" href="{}#{}" title="{}"><span aria-hidden="true">?</span>'
        '<span class="hidden">{}</span></a>',
        page.url,
        anchor,
        words,
        words,
    )
