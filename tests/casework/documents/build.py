"""Documents of a case whose files a worker has looked into."""

from typing import Any

from casework.documents.actions import file_document, replace_document
from casework.documents.models import CaseDocument
from casework.documents.uploads import check_all
from casework.register.models.case import Case


def filed(case: Case, **told: Any) -> CaseDocument:
    document = file_document(case, **told)
    check_all()
    return document


def replaced(document: CaseDocument, **told: Any) -> CaseDocument:
    document = replace_document(document, **told)
    check_all()
    return document
