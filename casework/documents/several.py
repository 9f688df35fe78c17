"""Several files that wait together to be described: in which form, under which address, and what was said of all."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from casework.documents.models import WaitingFile
from casework.documents.waiting import MOST_WAITING
from casework.register.models.case import Case

# In the session, which is sealed: a title may name somebody, and addresses are written down on the way.
SAID = "said_of_files"

Said = dict[str, str]


def several_of(case: Case) -> str:
    """The form in which several files of this case wait."""
    return f"DescribeDocumentsForm:{case.pk}"


def waiting_for(case: Case, user: User) -> list[WaitingFile]:
    """The files that this user sent to the case and has not described, in the order in which they were chosen."""
    rows = WaitingFile.objects.of(user, several_of(case), timezone.now())
    return list(rows.order_by("created_at")[:MOST_WAITING])


def describe_address(case: Case, files: Sequence[WaitingFile]) -> str:
    """The page on which these files are described."""
    query = urlencode({"kept": [file.pk for file in files]}, doseq=True)
    return reverse("document-describe", args=[case.number]) + f"?{query}"


def remember_said(
    session: SessionBase, files: Sequence[WaitingFile], sent: Mapping[str, str]
) -> None:
    """Keeps what was said of all of them for each; a title gets a number from the second file on."""
    said = {name: sent.get(name, "") for name in ("kind", "individual")}
    title = sent.get("title", "").strip()
    for place, file in enumerate(files, 1):
        numbered = f"{title[:115]} · {place}" if title and place > 1 else title
        older = dict(session.get(SAID, {}))
        older[str(file.pk)] = said | {"title": numbered}
        session[SAID] = dict([*older.items()][-MOST_WAITING:])


def said_of(session: SessionBase, files: Sequence[WaitingFile]) -> list[Said]:
    """What was said of each of these files when it was chosen."""
    remembered: dict[str, Said] = session.get(SAID, {})
    return [remembered.get(str(file.pk), {}) for file in files]
