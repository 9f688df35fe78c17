"""Response headers for PDFs that our pages show in an iframe, and for these pages."""

from typing import TypeVar

from csp.constants import SELF
from csp.utils import build_policy
from django.http import FileResponse, HttpResponse

Response = TypeVar("Response", FileResponse, HttpResponse)

# Allows the browser's viewer to draw the PDF, and nothing else.
POLICY_OF_FRAMED_FILE = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
)


def shown_in_our_iframe(response: Response) -> Response:
    """Sets the headers of a response with a PDF, so that only our pages may show it in an iframe."""
    response["Content-Disposition"] = response["Content-Disposition"].replace(
        "attachment", "inline", 1
    )
    response["Content-Security-Policy"] = POLICY_OF_FRAMED_FILE
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def with_iframes_allowed(response: HttpResponse) -> HttpResponse:
    """Sets the header of a page, so that it may show files of this site in an iframe."""
    response["Content-Security-Policy"] = build_policy(update={"frame-src": [SELF]})
    return response
