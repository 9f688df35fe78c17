"""Renders the rooms of a night as HTML, like `{% table %}`, but renders equal parts only once.

A night has a hundred rows, and nearly all show only a bed, a name and an end. Templates render the rows of
people who are to be checked in or out, have left, or may be called.
"""

from collections.abc import Callable, Hashable, Sequence
from html import escape
from typing import Any

from django.template import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.addresses import fast_reverse
from pages.templatetags.pages import day, tag
from shelters.models import Placement
from shelters.night import BedLine, BedOfNight, RoomOfNight
from shelters.nights import until_in_words


class Roster:
    """The renderer of one page. It keeps rendered parts by key, to use them again."""

    def __init__(self, context: Context, *, may_act: bool) -> None:
        self.context = context
        self.may_act = may_act
        self.rendered: dict[Hashable, str] = {}
        headings = (_("Bed"), _("Who"), _("What to do"))
        heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings)
        self.head = f'<thead class="hidden"><tr>{heads}</tr></thead>'
        self.free, self.taken = (
            f'<span class="soft">{escape(each)}</span>'
            for each in (_("Free bed"), _("Taken by somebody whose case you do not see"))
        )
        self.out_of_service, self.back_on = tag(_("Out of service"), "quiet"), escape(_("back on"))

    def fold(self, rooms: Sequence[RoomOfNight]) -> SafeString:
        """Empty rooms that follow each other, as one line that opens: `107–110 · 16 free`."""
        names = dict.fromkeys((rooms[0].room.name, rooms[-1].room.name))
        free = self._free(sum(room.free for room in rooms))
        return mark_safe(  # noqa: S308 - what people wrote is escaped, templates escape
            f'<details class="panel room"><summary>{escape("–".join(names))} · {free}</summary>\n'
            f"{''.join(map(self.render, rooms))}</details>\n"
        )

    def render(self, room: RoomOfNight) -> SafeString:
        row, name = room.room, escape(room.room.name)
        kind = self._once(("kind", row.kind), lambda: escape(row.get_kind_display()))
        rows = "".join([self._row(line) for line in room.lines])
        return mark_safe(  # noqa: S308 - what people wrote is escaped, templates escape
            f'<section class="panel room"><div class="panel-head"><h2>{name} <small>{kind}</small></h2>\n'
            f'<p class="soft">{self._offers(row)} {self._free(room.free)}</p></div>\n'
            f'<table class="cards roster"><caption class="hidden">{name}</caption>{self.head}'
            f"<tbody>{rows}</tbody></table></section>\n"
        )

    def _row(self, line: BedLine) -> str:
        css_class = ' class="free"' if line.is_free else ""
        acts = ""
        if self.may_act and line.needs_action:
            acts = self._template("_acts", stay=line.stay, status=line.status)
        return (
            f'<tr{css_class}><th scope="row"><span class="bed">{escape(line.bed.name)}</span>'
            f"{'' if line.bed.is_plain else self._kind(line.bed)}</th>"
            f'<td>{self._who(line)}</td><td class="acts">{acts}</td></tr>'
        )

    def _kind(self, bed: BedOfNight) -> str:
        kind = self._once(("bed", bed.kind), lambda: escape(bed.get_kind_display))
        return f"\n<small>{kind}</small>"

    def _who(self, line: BedLine) -> str:
        if line.stay:
            return self._sleeper(line.stay, line)
        if line.is_taken:
            return self.taken
        return self._closed(line.bed) if line.is_closed else self.free

    def _sleeper(self, stay: Any, line: BedLine) -> str:
        status = line.status
        if stay.gone_on or stay.phones_to_show or status is None or not status.is_staying:
            return self._template("_sleeper", stay=stay, status=status)
        name = conditional_escape(stay.individual.display_name)
        who = f'<a href="{fast_reverse("placement-detail", stay.pk)}">{name}</a>'
        return f"{who}\n<small>{self._until(stay)}</small>" if stay.leaves_on else who

    def _until(self, stay: Placement) -> str:
        days = (stay.starts_on, stay.ends_on, stay.planned_end_on, stay.checked_out_at is None)
        return self._once(days, lambda: escape(until_in_words(stay)))

    def _closed(self, bed: BedOfNight) -> str:
        why = escape(bed.why_closed)
        if bed.closed_until:
            why += f", {self.back_on} {day(bed.closed_until)}"
        return f"{self.out_of_service}\n<small>{why}</small>"

    def _offers(self, room: Any) -> str:
        return self._once(("offers", *room.facts), lambda: self._template("_offers", room=room))

    def _free(self, free: int) -> str:
        if not free:
            return self._once("full", lambda: escape(_("full")))
        words = {"free": free}
        return self._once(
            ("free", free),
            lambda: escape(ngettext("%(free)s free", "%(free)s free", free) % words),
        )

    def _template(self, name: str, **context: Any) -> str:
        template: Any = self.context.template
        with self.context.push(**context):
            html: str = template.engine.get_template(f"shelters/{name}.html").render(self.context)
        return html.strip()

    def _once(self, key: Hashable, render: Callable[[], str]) -> str:
        html = self.rendered.get(key)
        if html is None:
            html = self.rendered[key] = render()
        return html
