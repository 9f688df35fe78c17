"""`{% load guide %}`: from what a law or a rule decides to the paragraph that explains it."""

import re

from django import template
from django.urls import resolve
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from guide.reading import page_of

register = template.Library()
# A link to a page of Amparo, as the Markdown of the guide becomes one.
TO_A_PAGE = re.compile(r'<a href="(/[^"]*)">(.*?)</a>', re.DOTALL)


@register.filter
def for_reader(html: str, user: User) -> str:
    """The page without links that this reader's role may not open: their words stay, as words."""

    def link_or_words(found: re.Match[str]) -> str:
        view = resolve(found[1].partition("?")[0].partition("#")[0]).func
        permission = getattr(view, "permission", None)
        return found[0] if permission is None or user.holds(permission) else found[2]

    return mark_safe(TO_A_PAGE.sub(link_or_words, html))  # noqa: S308 - our own files, no HTML in them


@register.simple_tag
def explained(slug: str, anchor: str) -> str:
    """A "?" that links to the paragraph of the guide; raises `LookupError` if there is none."""
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
