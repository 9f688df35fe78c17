"""Files that our pages show in an iframe, and the headers for both."""

from typing import TypeVar

from csp.constants import SELF
from csp.utils import build_policy
from django.http import FileResponse, HttpResponse

Answer = TypeVar("Answer", FileResponse, HttpResponse)

# What a framed PDF may do: be drawn by the browser's viewer, and nothing else.
IN_OUR_FRAME = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
)


def in_our_frame(answer: Answer) -> Answer:
    """The answer with a PDF, which only our pages may show in an iframe."""
    answer["Content-Disposition"] = answer["Content-Disposition"].replace("attachment", "inline", 1)
    answer["Content-Security-Policy"] = IN_OUR_FRAME
    answer["X-Frame-Options"] = "SAMEORIGIN"
    return answer


def may_frame(answer: HttpResponse) -> HttpResponse:
    """The page, allowed to show one of our files in an iframe."""
    answer["Content-Security-Policy"] = build_policy(update={"frame-src": [SELF]})
    return answer
