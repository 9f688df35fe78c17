"""The little of SVG that the maps need; written by us, so that no program has to be installed."""

from collections.abc import Iterable
from html import escape

STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#17302d}"
    ".big{font-size:15px;font-weight:600}.soft{fill:#5c6b68;font-size:12px}"
    ".box{fill:#fff;stroke:#0b5750;stroke-width:1.5}.floor{fill:#f4f1ea}"
    ".beam{fill:#e2eeeb;stroke:#0b5750;stroke-width:1.5}"
    ".line{fill:none;stroke:#0b5750;stroke-opacity:.45}.own{stroke:#a8641a;stroke-opacity:.8}"
)
# Wide enough for every letter of the font that a reader may have instead of ours.
LETTER = 7.6


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.0f}" y="{y:.0f}"{named} text-anchor="{anchor}">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str) -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<rect {place} rx="6" class="{kind}"/>'


def curve(x1: float, y1: float, x2: float, y2: float, thickness: float, words: str) -> str:
    """From above to below; `words` show when somebody points at it."""
    middle = (y1 + y2) / 2
    path = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {y2:.0f}"
    return (
        f'<path d="{path}" class="line" stroke-width="{thickness:g}">'
        f"<title>{escape(words)}</title></path>"
    )


def bracket(x: float, y1: float, y2: float, reach: float) -> str:
    """From one box to another in the same column, around its left side, with a dot where it ends."""
    path = f"M{x:.0f} {y1:.0f}H{x - reach:.0f}V{y2:.0f}H{x:.0f}"
    return (
        f'<path d="{path}" class="line own" stroke-width="1.5"/>'
        f'<circle cx="{x:.0f}" cy="{y2:.0f}" r="3" fill="#a8641a"/>'
    )
