"""Documents of a case whose files a worker has looked into."""

from typing import Any
from unittest import mock

from casework.documents.actions import file_document, replace_document
from casework.documents.models import CaseDocument
from casework.register.models.case import Case
from casework.uploads import queue
from casework.uploads.rules.files import clean_file


def look_into_all() -> None:
    """What a worker does with the files that wait, without the confined process, which takes long to start.

    `test_confined.py` shows that both give the same.
    """
    with mock.patch.object(queue, "clean_confined", clean_file):
        queue.check_all()


def filed(case: Case, **told: Any) -> CaseDocument:
    document = file_document(case, **told)
    look_into_all()
    return document


def replaced(document: CaseDocument, **told: Any) -> CaseDocument:
    document = replace_document(document, **told)
    look_into_all()
    return document
