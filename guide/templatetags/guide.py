"""`{% load guide %}`: links from pages to paragraphs of the guide, and the guide's own links."""

import re

from django import template
from django.urls import resolve
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from guide.reading import get_page

register = template.Library()
# A link to a page of Amparo in the HTML of the guide.
INTERNAL_LINK = re.compile(r'<a href="(/[^"]*)">(.*?)</a>', re.DOTALL)


@register.filter
def for_reader(html: str, user: User) -> str:
    """The HTML of a page, where links that the user's roles may not open are replaced by their text."""

    def link_or_words(found: re.Match[str]) -> str:
        view = resolve(found[1].partition("?")[0].partition("#")[0]).func
        permission = getattr(view, "permission", None)
        return found[0] if permission is None or user.holds(permission) else found[2]

    return mark_safe(INTERNAL_LINK.sub(link_or_words, html))  # noqa: S308 - our own files, no HTML in them


@register.simple_tag
def explained(slug: str, anchor: str) -> str:
    """A "?" that links to a paragraph of the guide. Raises LookupError if it does not exist."""
    page = get_page(slug, get_language() or "en")
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
