"""`{% load people %}`: facts about people that depend on the day."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.audit_words import verb_in_words
from casework.contact.rules import in_groups
from casework.exits.words import exit_in_words
from casework.file.head import head_of_page
from casework.register.models.case import Case
from casework.register.models.exit import Exit, as_exit
from casework.register.models.individual import Individual
from casework.register.rules import age_in_words
from casework.service.categories import category_in_words
from reference.choices import Country

register = template.Library()

register.filter("phone", in_groups)

register.filter("in_words", verb_in_words)


_COUNTRIES = dict(Country.choices)


register.filter("as_exit", as_exit)

register.filter("gone_in_words", exit_in_words)


@register.filter
def country(code: str) -> str:
    """Returns the country's name; an unknown code (ISO 3166-1) stays."""
    return str(_COUNTRIES.get(code, code))


@register.filter
def departure(individual: Individual) -> Exit | None:
    """The person's current exit, if any: every page about the person shows it first."""
    leaving: Exit | None = individual.exits.away().first()
    return leaving


@register.filter
def any_open(cases: Iterable[Case]) -> bool:
    """Whether one of the cases is open, so that the page offers actions for ticked cases."""
    return any(case.is_open for case in cases)


@register.simple_tag(takes_context=True)
def head_of_file(context: Context) -> str:
    """Renders the head of the file that this page is about; "" on other pages."""
    shown = {str(key): value for key, value in context.flatten().items()}
    user = getattr(shown.get("request"), "user", None)
    return head_of_page(shown, user) if user and user.is_authenticated else ""


@register.simple_tag(takes_context=True)
def category(context: Context, individual: Individual) -> str:
    """Returns the person's category in words, by the user's day."""
    return str(category_in_words(individual, context["request"].user.today()))


@register.simple_tag(takes_context=True)
def age(context: Context, individual: Individual) -> str:
    """Returns the age as HTML: "≈" and an explaining title without an exact birth date; "not known" if unknown."""
    text = age_of(context, individual)
    if not text:
        return format_html('<span class="none">{}</span>', _("not known"))
    if individual.is_birthday_known:
        return text
    return format_html('<span title="{}">{}</span>', _("about; no exact birth date"), text)


@register.simple_tag(takes_context=True)
def age_of(context: Context, individual: Individual, with_unit: bool = False) -> str:
    """Returns the age on the user's day: `34`, `≈ 34`, `8 months`; empty if unknown."""
    return age_in_words(individual.birth, context["request"].user.today(), with_unit=with_unit)
