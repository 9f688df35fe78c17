"""Answers that a page of ours shows in a frame, and the pages that may."""

from typing import TypeVar

from csp.constants import SELF
from csp.utils import build_policy
from django.http import FileResponse, HttpResponse

Answer = TypeVar("Answer", FileResponse, HttpResponse)

# What a PDF may do that stands in a frame of ours: be drawn by the browser's viewer, and nothing else.
IN_OUR_FRAME = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
)


def in_our_frame(answer: Answer) -> Answer:
    """The same PDF, for a frame on a page of ours and nowhere else."""
    answer["Content-Disposition"] = answer["Content-Disposition"].replace("attachment", "inline", 1)
    answer["Content-Security-Policy"] = IN_OUR_FRAME
    answer["X-Frame-Options"] = "SAMEORIGIN"
    return answer


def may_frame(answer: HttpResponse) -> HttpResponse:
    """The page, which may draw a file of ours in a frame."""
    answer["Content-Security-Policy"] = build_policy(update={"frame-src": [SELF]})
    return answer
