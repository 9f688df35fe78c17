"""`{% load pages %}`: template tags and filters for dates, tags, icons and form fields."""

import datetime
from decimal import Decimal
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.db.models.fields import BLANK_CHOICE_DASH
from django.forms import BaseForm, utils
from django.template import Context
from django.template.base import Parser, Token
from django.template.loader import render_to_string
from django.template.loader_tags import IncludeNode, do_include
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pages import tables
from pages.dates import distance, month_of_year, short_date
from pages.failing import FAILED_PART, failed_parts, part_or
from pages.money import amount_in_words
from pages.percentages import per_hundred
from pages.rendering import BoundField
from pages.resubmission import submission_for_page, with_typed_text
from pages.shortcuts import SECTIONS, ShortcutSection
from pages.tags import as_tag

MOST_FIELDS_IN_ONE_COLUMN = 6

register = template.Library()
register.tag("table", tables.table)
register.tag("column", tables.column)
register.simple_tag(failed_parts)


class TightNode(template.Node):
    def __init__(self, nodelist: template.NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        element = self.nodelist.render(context)
        opening, _sign, rest = element.partition(">")
        content, _sign, closing = rest.rpartition("</")
        return mark_safe(f"{opening.lstrip()}>{content.strip()}</{closing.rstrip()}")  # noqa: S308 - nodes escape


@register.tag
def tight(parser: Parser, token: Token) -> TightNode:
    """`{% tight %}<div>...</div>{% endtight %}`: the element without whitespace around its content.

    Styles hide empty elements, and a line break would count as content. A link underlines a blank at its end, so one
    followed by text is tight too.
    """
    nodelist = parser.parse(("endtight",))
    parser.delete_first_token()
    return TightNode(nodelist)


def _today(context: Context) -> datetime.date:
    """Today in the user's office; without log-in the day of the server's time zone."""
    user: Any = getattr(context.get("request"), "user", None)
    return user.today() if getattr(user, "is_authenticated", False) else timezone.localdate()


@register.simple_tag(takes_context=True)
def what_was_typed(context: Context) -> str:
    """A sentence about a form that was sent after the session had ended and not saved; empty if there is none."""
    request = context.get("request")
    typed = submission_for_page(request.path, context.flatten) if request else None
    if typed is None:
        return ""
    if not typed.is_shown:
        return with_typed_text(_("Nothing was saved: your session had ended."), typed.text_to_copy)
    return _(
        "Nothing was saved: your session had ended. What you had typed stands in the form again: look at it and send it."
    )


@register.simple_tag(takes_context=True)
def contextual_date(context: Context, day: datetime.date | None, empty: str = "—") -> str:
    """`2 dic 2026 · en 12 días` as a <time>; printed without the distance. `empty` without a date."""
    if day is None or day == "":
        return empty
    if isinstance(day, datetime.datetime):
        day = timezone.localtime(day).date() if timezone.is_aware(day) else day.date()
    return _day_from(day, _today(context), get_language())


# Lists repeat the same few days.
@lru_cache(maxsize=2000)
def _day_from(day: datetime.date, today: datetime.date, _language: str | None) -> SafeString:
    return format_html(
        '<time datetime="{}" class="when"><b>{}</b><span class="ago"> · {}</span></time>',
        day.isoformat(),
        short_date(day),
        distance(day, today),
    )


@register.filter
def day(value: datetime.date | None) -> str:
    """`20 nov 2026`, or nothing."""
    if not value:
        return ""
    if isinstance(value, datetime.datetime):
        value = (timezone.localtime(value) if timezone.is_aware(value) else value).date()
    return _day(value, get_language())


@lru_cache(maxsize=2000)
def _day(value: datetime.date, _language: str | None) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), short_date(value))


@register.simple_tag(takes_context=True)
def far_off(context: Context, day: datetime.date, words: str = "") -> str:
    """`hace 3 días`, `en 12 días` from the user's today, or `words` instead. Printed as the date, which stays true."""
    return format_html(
        '<span class="ago">{}</span><span class="on-paper"> {}</span>',
        words or distance(day, _today(context)),
        short_date(day),
    )


@register.simple_tag(takes_context=True)
def today_in_words(context: Context) -> str:
    """`20 nov 2026`, the user's today."""
    return short_date(_today(context))


@register.filter
def month(value: datetime.date | None) -> str:
    """`nov 2026`, or empty without a date."""
    return month_of_year(value) if value else ""


@register.filter
def moment(value: datetime.datetime | None) -> str:
    """`20 nov 2026, 14:32`, or nothing."""
    if not value:
        return ""
    local = timezone.localtime(value) if timezone.is_aware(value) else value
    return format_html(
        '<time datetime="{}">{}, {}</time>',
        local.isoformat(timespec="minutes"),
        short_date(local),
        local.strftime("%H:%M"),
    )


@register.simple_tag
def tag(value: Any, tone: str = "") -> str:
    """A word on a coloured background; takes a Tag, a choice, a (text, tone) pair or a text."""
    shown = as_tag(value, tone)
    return format_html('<span class="tag {}">{}</span>', shown.tone, shown.text) if shown else ""


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One of our icons, inline. It is decorative unless it gets a label."""
    drawing = _drawing(name)
    if label:
        return format_html(
            '<svg class="icon" viewBox="0 0 24 24" role="img" aria-label="{}">{}</svg>',
            label,
            drawing,
        )
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        drawing,
    )


@lru_cache
def _drawing(name: str) -> SafeString:
    path = Path(settings.BASE_DIR) / "templates" / "pages" / "icons" / f"{name}.svg"
    return mark_safe(path.read_text(encoding="utf-8").strip())  # noqa: S308 - our own file


class PartNode(IncludeNode):
    def render(self, context: Context) -> SafeString:
        render_part = partial(super().render, context)
        return part_or(render_part, partial(render_to_string, FAILED_PART), kind=str(self.template))


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """As `{% include %}`; if the part raises, a sentence replaces it (`pages.failing`)."""
    node = do_include(parser, token)
    return PartNode(
        node.template, extra_context=node.extra_context, isolated_context=node.isolated_context
    )


@register.simple_tag
def field(bound: BoundField) -> SafeString:
    """Label, help, errors and control of one field."""
    return bound.as_field_group()


@register.simple_tag
def question(bound: BoundField) -> SafeString:
    """A field with a line of its own: few choices become radio buttons."""
    return bound.as_question()


@register.simple_tag
def keyboard_shortcuts() -> tuple[ShortcutSection, ...]:
    """The content of the card of keyboard shortcuts."""
    return SECTIONS


@register.filter
def plain_name(name: str) -> str:
    """A name as plain text, for an attribute of an element."""
    return str(name)


@register.filter
def layout(form: BaseForm | None) -> str:
    """`two` columns for a form with many short fields on a wide page; else empty."""
    if not form:
        return ""
    drawn = [bound for bound in form.visible_fields() if isinstance(bound, BoundField)]
    short = [bound for bound in drawn if bound.size != "wide"]
    return "two" if len(short) > MOST_FIELDS_IN_ONE_COLUMN else ""


@register.filter
def named_error(bound: BoundField, error: str) -> str:
    """The error after the name of the field; messages for missing answers contain the name already."""
    is_missing = error == str(bound.field.error_messages.get("required"))
    return error if is_missing else f"{bound.label}: {error}"


@register.filter
def options(groups: list[tuple[str | None, list[dict[str, Any]], int]]) -> SafeString:
    """The options of a select as Django writes them, with a dash if there are none.

    Django wraps each ungrouped option in a group: its template loop takes longer than the rest of a page with lists of
    places."""
    ungrouped = [choice for name, choices, _index in groups if not name for choice in choices]
    if len(ungrouped) == len(groups):
        return _options(ungrouped)
    groups_of_options = [(name, _options(choices)) for name, choices, _index in groups]
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<optgroup label="{}">{}</optgroup>', name, inner) if name else inner,)
            for name, inner in groups_of_options
        ),
    )


def _options(choices: list[dict[str, Any]]) -> SafeString:
    return format_html_join(
        "\n",
        '<option value="{}"{}>{}</option>',
        (
            (str(each["value"]), attributes(each["attrs"]), _or_dash(each["label"]))
            for each in choices
        ),
    )


@register.filter
def attributes(values: dict[str, Any]) -> SafeString:
    """The attributes of a control or option, as Django's template writes them with a loop."""
    return utils.flatatt(values) if values else SafeString("")


def _or_dash(label: Any) -> Any:
    return "—" if label == BLANK_CHOICE_DASH[0][1] else label


@register.filter
def percent(part: float | None, whole: float | None = None) -> str:
    """`38 %`: `part` of `whole`, or of 1 without it; a dash if the whole is zero or the part is None."""
    if part is None or whole == 0:
        return "—"
    return f"{per_hundred(part, 1 if whole is None else whole)} %"


@register.filter
def money(amount: Decimal | None, currency: str = "") -> str:
    """48.000.000 COP, formatted alike everywhere."""
    return amount_in_words(amount, currency) if amount is not None else "—"
