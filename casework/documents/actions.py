"""Files documents, replaces them by newer versions, and withdraws them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.documents.choices import DocumentKind, Turn
from casework.documents.models import CaseDocument, DocumentUpload, DocumentVersion
from casework.documents.several import form_name_of
from casework.register.actions import key_id_for, refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.uploads.models import WaitingFile
from casework.uploads.queue import enqueue, save_with_files
from casework.uploads.rules.formats import CleanFile, refuse_at_sight
from casework.uploads.waiting import content_of, delete_waiting_file, store_waiting
from pages.refusals import ActionRefused
from vault.files import open_file

# The largest part of the width or height that can be cut off, in per cent.
MOST_CUT_OFF = 90


class SentFile(NamedTuple):
    """An uploaded file. `name` is stored only until the file is checked."""

    name: str
    content: bytes


def file_document(
    case: Case,
    *,
    name: str,
    content: bytes,
    title: str,
    by: User,
    kind: str = DocumentKind.OTHER,
    individual: Individual | None = None,
) -> CaseDocument:
    """Adds a document with a file to the case and returns it; nobody can open the file before a worker has checked it.

    Raises FileRefused."""
    file = SentFile(name, content)
    return file_sent_file(case, file, title=title, kind=kind, individual=individual, by=by)


def store_files_to_describe(
    case: Case, *, files: Sequence[tuple[str, bytes]], by: User
) -> tuple[list[WaitingFile], list[str]]:
    """Stores chosen files until the user describes them. Returns the stored files, and why the others were refused."""
    require(by, Permission.DOCUMENT_CHANGE, about=case)
    waiting: list[WaitingFile] = []
    faults: list[str] = []
    for name, content in files:
        try:
            waiting.append(_keep_waiting(case, name, content, by=by))
        except ActionRefused as refusal:
            faults += [f"{name}: {sentence}" for sentence in refusal.sentences]
    return waiting, faults


def _keep_waiting(case: Case, name: str, content: bytes, *, by: User) -> WaitingFile:
    refuse_at_sight(name, content)
    return store_waiting(
        form=form_name_of(case),
        name=name,
        content=content,
        permission=Permission.DOCUMENT_CHANGE,
        by=by,
    )


@transaction.atomic
def file_several(
    case: Case,
    *,
    described: Sequence[Mapping[str, Any]],
    left_out: Sequence[WaitingFile],
    by: User,
) -> list[CaseDocument]:
    """Adds a document for each stored file in `described`, all or none, and deletes the stored files, also `left_out`.

    `described` are mappings with "file", "kind", "individual" and "title"."""
    filed = []
    for row in described:
        facts = {name: row[name] for name in ("kind", "individual", "title")}
        file = row["file"]
        filed.append(file_document(case, name=file.name, content=content_of(file), by=by, **facts))
    for file in [*(row["file"] for row in described), *left_out]:
        delete_waiting_file(file)
    return filed


@transaction.atomic
def file_sent_file(
    case: Case,
    file: SentFile,
    *,
    title: str,
    kind: str,
    individual: Individual | None,
    by: User,
    permission: Permission = Permission.DOCUMENT_CHANGE,
    is_reserved: bool = False,
) -> CaseDocument:
    """Adds a document as `file_document` does. A higher app passes its own `permission` for its papers.

    `is_reserved` is for documents that only some users may know of: they get no number in the common sequence."""
    case = lock_for(case, permission, by=by)
    if not title.strip():
        raise ActionRefused(_("Give the document a title."), field="title")
    refuse_outsider(individual, case)
    document = CaseDocument.objects.create(
        key_id=key_id_for(individual, case),
        case=case,
        individual=individual,
        number=CaseDocument.objects.next_number(case, is_reserved=is_reserved),
        kind=kind,
        title=title.strip(),
        filed_by=by,
    )
    enqueue(DocumentUpload(key_id=document.key_id, document=document, sent_by=by), **file._asdict())
    record("document.filed", by=by, about=document, details={"kind": kind})
    return document


@transaction.atomic
def replace_document(
    document: CaseDocument, *, name: str, content: bytes, by: User, remark: str = ""
) -> CaseDocument:
    """Adds a newer version, also to replace a refused file; older versions stay readable.

    The version counts once a worker has checked it. Raises FileRefused."""
    document = lock_for(document, Permission.DOCUMENT_CHANGE, by=by)
    _refuse_withdrawn(document)
    document.uploads.refused().delete()
    upload = DocumentUpload(
        key_id=document.key_id, document=document, remark=remark.strip(), sent_by=by
    )
    enqueue(upload, name=name, content=content)
    record("document.replaced", by=by, about=document)
    return document


@transaction.atomic
def turn_document(document: CaseDocument, *, turn: int, by: User) -> CaseDocument:
    """Adds the newest file, turned by `turn`, as a new version; the version before stays readable.

    `turn` is a number of quarter turns to the right, of Turn."""
    document = lock_for(document, Permission.DOCUMENT_CHANGE, by=by)
    _refuse_withdrawn(document)
    if document.newest is None or not document.may_be_turned:
        raise ActionRefused(_("Only a picture or a PDF that was checked can be turned."))
    is_left = turn == Turn.LEFT
    remark = gettext("Turned to the left") if is_left else gettext("Turned to the right")
    _upload_again(document.newest, quarter_turns=turn, remark=remark, sent_by=by)
    record("document.turned", by=by, about=document, details={"turn": Turn(turn).name.lower()})
    return document


@transaction.atomic
def crop_document(
    document: CaseDocument, *, left: int, top: int, right: int, bottom: int, by: User
) -> CaseDocument:
    """Adds the newest picture as a new version without the margins; the version before stays readable.

    The margins are per cent of its width or height."""
    document = lock_for(document, Permission.DOCUMENT_CHANGE, by=by)
    _refuse_withdrawn(document)
    margins = [left, top, right, bottom]
    if document.newest is None or not document.may_be_cropped:
        raise ActionRefused(_("Only a picture that was checked can be cropped."))
    if not any(margins) or left + right > MOST_CUT_OFF or top + bottom > MOST_CUT_OFF:
        raise ActionRefused(_("Cut off something, and leave a tenth at least."))
    _upload_again(document.newest, margins=margins, remark=gettext("Cropped"), sent_by=by)
    record("document.cropped", by=by, about=document, details={"margins": margins})
    return document


@transaction.atomic
def use_version_again(version: DocumentVersion, *, by: User) -> CaseDocument:
    """Files an older version again as the newest, which undoes turning, cropping or replacing. All versions stay readable."""
    document = lock_for(version.document, Permission.DOCUMENT_CHANGE, by=by)
    _refuse_withdrawn(document)
    if version == document.newest and not document.is_being_checked:
        raise ActionRefused(_("This version is the newest."))
    remark = gettext("Version %(number)s again") % {"number": version.number}
    _upload_again(version, remark=remark, sent_by=by)
    record("document.used_again", by=by, about=document, details={"version": version.number})
    return document


def _upload_again(version: DocumentVersion, **values: Any) -> None:
    upload = DocumentUpload(key_id=version.key_id, document=version.document, **values)
    with open_file(version.file_name, key_id=version.key_id, row_id=version.pk) as opened:
        enqueue(upload, name=version.download_name, content=opened.read())


@transaction.atomic
def withdraw_document(
    document: CaseDocument,
    *,
    reason: str,
    by: User,
    permission: Permission = Permission.DOCUMENT_CHANGE,
) -> CaseDocument:
    """Withdraws a document, with the reason. Colleagues who may add documents can still read it.

    `permission` is the one under which the document was filed.
    """
    document = lock_for(document, permission, by=by)
    _refuse_withdrawn(document)
    if not reason.strip():
        raise ActionRefused(_("Say why the document is withdrawn."), field="reason")
    document.withdrawn_on, document.withdrawn_by = by.today(), by
    document.withdrawal_reason = reason.strip()
    document.save(update_fields=["withdrawn_on", "withdrawn_by", "withdrawal_reason"])
    record("document.withdrawn", by=by, about=document)
    return document


def _refuse_withdrawn(document: CaseDocument) -> None:
    if document.is_withdrawn:
        raise ActionRefused(_("This document is withdrawn: file a new one instead."))


def keep_checked(upload: DocumentUpload, cleaned: CleanFile) -> CaseDocument:
    """Adds the checked file as the next version, with the day and the author of the upload. Returns the document."""
    document = CaseDocument.objects.lock(upload.document)
    newest = document.newest
    version = DocumentVersion(
        key_id=document.key_id,
        document=document,
        number=newest.number + 1 if newest else 1,
        remark=upload.remark,
        filed_at=upload.sent_at,
        filed_by=upload.sent_by,
    )
    save_with_files(version, cleaned)
    return document


def refuse_checked(upload: DocumentUpload) -> None:
    """Records that a file was refused when it was checked."""
    record("document.refused", by=upload.sent_by, about=upload.document)
