"""Template tags for tables. A heading is written once; it appears above its column, and on a phone before every cell.

    {% table permit in page_obj.object_list caption=list_title %}
      {% column _("Person") scope="row" %}<a href="...">{{ permit.individual }}</a>{% endcolumn %}
      {% column _("Work") %}{{ permit.get_work_right_display }}{% endcolumn %}
      {% if may_change %}
        {% column _("Actions") hidden %}<a href="...">...</a>{% endcolumn %}
      {% endif %}
    {% endtable %}

The content of `table` is one row. It is rendered once for the headings, without a row, and then once per row; only the
content of a column may use the row. `{% if %}`, `{% for %}` and `{% with %}` may enclose columns, text may not. Their
conditions must be the same for every row, or headings and cells would not match.

`table` takes the arguments of `{% for %}`, then `caption` (for screen readers) or `note` (a visible caption), `class`
("cards" by default; other tables get no labels, since they stay tables on a phone), `head="hidden"` (headings for
screen readers only; no labels) and `row_class` (evaluated for every row). `column` takes its heading, then
`scope="row"` (the cell names its row), `hidden` (the heading is for screen readers only; no label), `unlabelled` (no
label, for cells that are clear without one), `class` (of heading and cells) and `cell_class` (of cells only).
`{% foot %}` inside a column begins its cell of the table's foot; it takes `scope` and `colspan`."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.template import Context, Node, NodeList, TemplateSyntaxError
from django.template.base import (
    FilterExpression,
    Parser,
    TextNode,
    Token,
    VariableNode,
    token_kwargs,
)
from django.template.defaulttags import ForNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

Arguments = dict[str, FilterExpression]
HEAD, ROW, FOOT = "head", "row", "foot"
# The context variable in which columns find their line; templates cannot read a name that starts like this.
LINE = "_table_line"
EMPTY = SafeString("")
# Flags of a column's heading; each means that its cells get no label.
COLUMN_FLAGS = {"hidden", "unlabelled"}


@dataclass
class TableLine:
    """One line of the table while it is rendered: its headings, a row, or its foot.

    The heading line stores `labels` for the cells below: what is the same for every row is computed once.
    """

    part: str
    labels: list[str]
    has_labels: bool = False
    cells: list[str] = field(default_factory=list)
    # The opening tag of the column's cell, where it is the same for every row.
    openings: dict[int, str] = field(default_factory=dict)


class TableNode(Node):
    child_nodelists = ("columns", "rows")

    def __init__(self, columns: NodeList, rows: ForNode, arguments: Arguments) -> None:
        self.columns = columns
        self.rows = NodeList([rows])
        self.arguments = arguments

    def render(self, context: Context) -> SafeString:
        arguments = {name: value.resolve(context) for name, value in self.arguments.items()}
        look, head = arguments.get("class", "cards"), arguments.get("head", "")
        labels: list[str] = []
        has_labels = "cards" in str(look).split() and not head
        top, foot = TableLine(HEAD, labels), TableLine(FOOT, labels, has_labels)
        for line in (top, foot):
            with context.push(**{LINE: line}):
                self.columns.render(context)
        with context.push(**{LINE: TableLine(ROW, labels, has_labels)}):
            rows = self.rows.render(context)
        caption, note = arguments.get("caption"), arguments.get("note")
        return mark_safe(  # noqa: S308 - attributes and words are escaped, nodes escape what they print
            f"<table{_attribute('class', look)}>"
            + (
                f'<caption class="hidden">{conditional_escape(caption)}</caption>'
                if caption
                else ""
            )
            + (f"<caption>{conditional_escape(note)}</caption>" if note else "")
            + f"<thead{_attribute('class', head)}><tr>{''.join(top.cells)}</tr></thead>"
            + f"<tbody>{rows}</tbody>"
            + (f"<tfoot><tr>{''.join(foot.cells)}</tr></tfoot>" if any(foot.cells) else "")
            + "</table>"
        )


class RowNode(Node):
    def __init__(self, columns: NodeList, look: FilterExpression | None) -> None:
        self.nodelist = columns
        self.look = look

    def render(self, context: Context) -> str:
        line: TableLine = context[LINE]
        line.cells = []
        self.nodelist.render(context)
        look = self.look.resolve(context) if self.look else ""
        return f"<tr{_attribute('class', look)}>{''.join(line.cells)}</tr>"


class ColumnNode(Node):
    child_nodelists = ("nodelist", "foot")

    def __init__(
        self,
        heading: FilterExpression,
        flags: set[str],
        arguments: Arguments,
        nodelist: NodeList,
        foot: NodeList | None,
        foot_arguments: Arguments,
    ) -> None:
        self.heading = heading
        self.is_hidden = "hidden" in flags
        self.has_label = not flags
        self.arguments = arguments
        # The arguments are literals in the template, so the opening tag is the same for every row.
        self.has_fixed_look = not any(each.is_var for each in arguments.values())
        self.nodelist = nodelist
        self.foot = foot
        self.foot_arguments = foot_arguments

    def render(self, context: Context) -> SafeString:
        line: TableLine = context[LINE]
        if line.part == HEAD:
            line.cells.append(self._heading(context, line))
        elif line.part == ROW:
            line.cells.append(self._cell(context, line, self.nodelist, self.arguments))
        elif self.foot is not None:
            line.cells.append(self._cell(context, line, self.foot, self.foot_arguments))
        else:
            line.cells.append("")
        return EMPTY

    def _heading(self, context: Context, line: TableLine) -> str:
        words: str = conditional_escape(self.heading.resolve(context))
        # A heading may contain markup, like the head of a table; a label is plain text.
        line.labels.append(_attribute("data-label", words))
        if self.is_hidden:
            words = f'<span class="hidden">{words}</span>'
        return (
            f'<th scope="col"{_attribute("class", self._resolved("class", context))}>{words}</th>'
        )

    def _cell(
        self, context: Context, line: TableLine, nodelist: NodeList, arguments: Arguments
    ) -> str:
        content = nodelist.render(context).strip()
        index = len(line.cells)
        opening = line.openings.get(index)
        if opening is None:
            opening = self._opening(context, line, arguments)
            if line.part == ROW and self.has_fixed_look:
                line.openings[index] = opening
        return f"{opening}{content}</{opening[1:3]}>"

    def _opening(self, context: Context, line: TableLine, arguments: Arguments) -> str:
        scope, colspan = (
            arguments[name].resolve(context) if name in arguments else ""
            for name in ("scope", "colspan")
        )
        looks = (self._resolved("class", context), self._resolved("cell_class", context))
        attributes = (
            _attribute("scope", scope)
            + _attribute("colspan", colspan)
            + _attribute("class", " ".join(str(look) for look in looks if look))
        )
        if scope:
            return f"<th{attributes}>"
        has_label = line.has_labels and self.has_label
        label = line.labels[len(line.cells)] if has_label else ""
        return f"<td{attributes}{label}>"

    def _resolved(self, name: str, context: Context) -> Any:
        return self.arguments[name].resolve(context) if name in self.arguments else ""


def table(parser: Parser, token: Token) -> TableNode:
    name, *bits = token.split_contents()
    if "in" not in bits[1:-1]:
        raise TemplateSyntaxError(f"'{name}' begins like 'for': {{% {name} row in rows %}}")
    index = bits.index("in", 1)
    loop_variables = [each.strip() for each in " ".join(bits[:index]).split(",")]
    sequence = parser.compile_filter(bits[index + 1])
    arguments = _arguments(
        name, bits[index + 2 :], parser, {"caption", "note", "class", "head", "row_class"}
    )
    columns = parser.parse(("endtable",))
    parser.delete_first_token()
    _refuse_loose_text(columns)
    row = RowNode(columns, arguments.pop("row_class", None))
    return TableNode(columns, ForNode(loop_variables, sequence, False, NodeList([row])), arguments)


def column(parser: Parser, token: Token) -> ColumnNode:
    name, *bits = token.split_contents()
    if not bits:
        raise TemplateSyntaxError(f"'{name}' needs a heading: {{% {name} _(\"Name\") %}}")
    heading = parser.compile_filter(bits.pop(0))
    flags = COLUMN_FLAGS.intersection(bits)
    bits = [bit for bit in bits if bit not in flags]
    arguments = _arguments(name, bits, parser, {"scope", "class", "cell_class"})
    nodelist = parser.parse(("foot", "endcolumn"))
    end = parser.next_token()
    foot, foot_arguments = None, {}
    if end.contents != "endcolumn":
        foot_name, *foot_bits = end.split_contents()
        foot_arguments = _arguments(foot_name, foot_bits, parser, {"scope", "colspan"})
        foot = parser.parse(("endcolumn",))
        parser.delete_first_token()
    return ColumnNode(heading, flags, arguments, nodelist, foot, foot_arguments)


def _arguments(tag: str, bits: list[str], parser: Parser, allowed: set[str]) -> Arguments:
    arguments = token_kwargs(bits, parser)
    if bits or arguments.keys() - allowed:
        raise TemplateSyntaxError(
            f"'{tag}' does not take {' '.join(bits) or ', '.join(arguments.keys() - allowed)}; "
            f"it takes {', '.join(sorted(allowed))}"
        )
    return arguments


def _refuse_loose_text(nodes: Iterable[Node]) -> None:
    """Raises TemplateSyntaxError for text between columns, which a browser would show above the table."""
    for node in nodes:
        if isinstance(node, ColumnNode):
            continue
        if isinstance(node, VariableNode) or (isinstance(node, TextNode) and node.s.strip()):
            raise TemplateSyntaxError(f"In a table everything stands in a column, unlike {node!r}")
        for name in node.child_nodelists:
            _refuse_loose_text(getattr(node, name, None) or ())


def _attribute(name: str, value: Any) -> str:
    """` name="value"`, or nothing without a value. Safe strings may still contain a quotation mark."""
    if value in (None, ""):
        return ""
    quoted = conditional_escape(value).replace('"', "&quot;").replace("<", "&lt;")
    return f' {name}="{quoted}"'
