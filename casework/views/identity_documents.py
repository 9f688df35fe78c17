"""Papers that say who somebody is."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.actions import identity_documents
from casework.forms.identity_documents import DocumentForm, EndDocumentForm, ReplaceDocumentForm
from casework.models import IdentityDocument
from casework.views.person import person_page, row_page

CHANGE = Permission.INDIVIDUAL_CHANGE

document_add = person_page(
    CHANGE,
    DocumentForm,
    identity_documents.add_identity_document,
    title=_("Add an identity document"),
    done=_("The document is on file."),
    back="papers",
)
paper_replace = row_page(
    CHANGE,
    IdentityDocument,
    ReplaceDocumentForm,
    identity_documents.replace_identity_document,
    title=_("Replace the document"),
    done=_("The new document is on file; the old one has ended."),
    back="papers",
)
paper_end = row_page(
    CHANGE,
    IdentityDocument,
    EndDocumentForm,
    identity_documents.end_identity_document,
    title=_("The person no longer holds the document"),
    done=_("The document has ended."),
    back="papers",
)
