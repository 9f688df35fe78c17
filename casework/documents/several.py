"""Several files that a user chose for a case at once; they are stored until the user describes each."""

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from casework.register.models.case import Case
from casework.uploads.models import WaitingFile
from casework.uploads.waiting import MOST_WAITING

# The session key of typed answers. The session is sealed; a URL would be logged, and a title may contain a name.
TYPED = "typed_for_files"


def form_name_of(case: Case) -> str:
    """Returns the form name under which waiting files of this case are stored."""
    return f"DescribeDocumentsForm:{case.pk}"


def files_to_describe(case: Case, user: User) -> Any:
    """Returns the files that this user sent to the case and has not described, in the order in which they were chosen."""
    rows = WaitingFile.objects.for_form(user, form_name_of(case), timezone.now())
    return rows.order_by("created_at")[:MOST_WAITING]


def url_to_describe(case: Case, keys: list[uuid.UUID]) -> str:
    """Returns the URL of the page that describes the files with these keys."""
    query = urlencode({"kept": keys}, doseq=True)
    return reverse("document-describe", args=[case.number]) + f"?{query}"


def store_typed_answers(
    session: SessionBase, files: list[WaitingFile], sent: Mapping[str, str]
) -> None:
    """Stores the common answers for all files; titles get a number from the second file on."""
    typed = {name: sent.get(name, "").strip() for name in ("kind", "individual", "title")}
    title = typed["title"][:115]
    session[TYPED] = {
        str(file.pk): typed | ({"title": f"{title} · {number}"} if title and number > 1 else {})
        for number, file in enumerate(files, 1)
    }


def typed_answers_of(session: SessionBase, files: list[WaitingFile]) -> list[dict[str, str]]:
    """Returns the answers that were typed about each of these files when it was chosen."""
    return [session.get(TYPED, {}).get(str(file.pk), {}) for file in files]
