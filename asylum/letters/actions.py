"""Previews, issues, signs and revokes letters."""

import contextlib
import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.actions.offices import checksum_of
from accounts.audit import add_and_record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.letters.choices import CONTENT_PERMISSION, LetterKind
from asylum.letters.facts import Facts, content_of_letter
from asylum.letters.models import Letter
from asylum.letters.sheet import pictured, printed, version_of
from casework.corrections.steps import MISTAKE, save_correction
from casework.register.models.individual import Individual
from casework.uploads.models import WaitingFile
from casework.uploads.waiting import delete_waiting_file, store_waiting
from pages.codes import NO_CODE, fresh_code, hash_of
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.files import random_file_name, remove_file, store_file

SIGNATURE_FIELDS = ("signed_on", "signer", "signature_by")


def check_address() -> str:
    """Returns the URL of the public page that checks the code of a letter."""
    return settings.PUBLIC_URL + reverse("letter-check")


def preview_of(
    individual: Individual, *, kind: str, by: User, **answers: Any
) -> tuple[list[bytes], str]:
    """Returns the pages of a letter as it would be issued now, as images and without its code, and a hash of the content.

    `answers` are the answers of the form of this kind of letter. Raises ActionRefused as `issue_letter` does.
    """
    require(by, Permission.LETTER_ISSUE, about=individual)
    facts, valid_until = _content(individual, kind=kind, by=by, **answers)
    content = json.dumps([facts, str(valid_until), version_of(kind, answers["language"])])
    facts |= {"code": NO_CODE, "logo": [*individual.office.logo()]}
    pages = pictured(kind, answers["language"], facts, check_address=check_address())
    return pages, hashlib.sha256(content.encode()).hexdigest()


def waiting_key_of(individual: Individual, kind: str) -> str:
    """Returns the name under which the typed answers for such a letter are stored."""
    return f"letter:{individual.pk}:{kind}"


@transaction.atomic
def draft_letter(
    individual: Individual, *, kind: str, typed: Mapping[str, str], by: User, **answers: Any
) -> WaitingFile:
    """Stores the typed answers for the preview, sealed and for a day at most, and returns the stored row.

    Raises ActionRefused as `issue_letter` does.
    """
    preview_of(individual, kind=kind, by=by, **answers)
    return store_waiting(
        form=waiting_key_of(individual, kind),
        name=kind,
        content=json.dumps(typed).encode(),
        permission=Permission.LETTER_ISSUE,
        verb="letter.drafted",
        by=by,
    )


@transaction.atomic
def issue_draft(
    draft: WaitingFile,
    individual: Individual,
    *,
    kind: str,
    seen: str,
    answers: Mapping[str, Any],
    by: User,
) -> Letter:
    """Issues a previewed letter and returns it; `seen` is the hash of the preview.

    Raises ActionRefused if the content has changed since, or if the letter was issued already.
    """
    if not WaitingFile.objects.select_for_update().filter(pk=draft.pk).exists():
        raise ActionRefused(_("This letter was made already."))
    if preview_of(individual, kind=kind, by=by, **answers)[1] != seen:
        raise ActionRefused(
            _("The letter says something else by now, as you see below. Read it again.")
        )
    letter = issue_letter(individual, kind=kind, by=by, **answers)
    delete_waiting_file(draft)
    return letter


@transaction.atomic
def issue_letter(
    individual: Individual, *, kind: str, language: str, by: User, **answers: Any
) -> Letter:
    """Fills in a letter from the file and from `answers`, stores it as printed, and returns it.

    A letter expires with the paper that it names, or after the appointment.

    Raises ActionRefused if the file has no content for such a letter."""
    individual = lock_for(individual, Permission.LETTER_ISSUE, by=by)
    facts, valid_until = _content(individual, kind=kind, language=language, by=by, **answers)
    facts |= {"code": fresh_code()}
    printed_facts = facts | {"logo": [*individual.office.logo()]}
    content = printed(kind, language, printed_facts, check_address=check_address())
    letter = Letter(
        pk=uuid4(),
        key_id=individual.key_id,
        individual=individual,
        kind=kind,
        language=language,
        issued_on=by.today(),
        valid_until=valid_until,
        code=facts["code"],
        code_hash=hash_of(facts["code"]),
        filled_in=json.dumps(facts, ensure_ascii=False),
        version=version_of(kind, language),
        digest=hashlib.sha256(content).hexdigest(),
        file_name=random_file_name(),
        issued_by=by,
    )
    with contextlib.ExitStack() as undo:
        store_file(content, key_id=letter.key_id, row_id=letter.pk, name=letter.file_name)
        undo.callback(remove_file, letter.file_name)
        add_and_record(letter, "letter.issued", by=by, details={"kind": kind})
        undo.pop_all()
    return letter


def _content(
    individual: Individual,
    *,
    kind: str,
    language: str,
    by: User,
    valid_until: datetime.date | None = None,
    **answers: Any,
) -> tuple[Facts, datetime.date | None]:
    """Returns the content of the letter without its code, and its last valid day."""
    require(by, CONTENT_PERMISSION[kind], about=individual)
    today = by.today()
    if valid_until and valid_until < today:
        raise ActionRefused(_("The letter would run out before it is issued."), field="valid_until")
    facts = content_of_letter(kind, individual, today=today, language=language, **answers)
    facts |= {"office": str(individual.office), "head": individual.office.letterhead}
    facts |= {"signed_by": by.full_name, "signer_title": by.title}
    facts |= {"logo_sum": checksum_of(individual.office.logo())}
    return facts, _last_valid_day(valid_until, facts)


def _last_valid_day(answers: datetime.date | None, facts: Facts) -> datetime.date | None:
    """Returns the last valid day: `answers`, or else the last day of the paper or the appointment that the letter names.

    Raises ActionRefused if `answers` is later than that day.
    """
    if not (ends_on := facts.get("ends_on")):
        return answers
    latest = datetime.date.fromisoformat(ends_on)
    if answers and answers > latest:
        sentence = (
            _("The appointment is on %(day)s.")
            if "on" in facts
            else _("The document that the letter names ends on %(day)s.")
        )
        raise ActionRefused(sentence % {"day": short_date(latest)}, field="valid_until")
    return answers or latest


@transaction.atomic
def revoke_letter(letter: Letter, *, reason: str, by: User) -> Letter:
    """Revokes the letter: its code answers "not valid" from now on. The letter stays readable with the reason."""
    letter = lock_for(letter, Permission.LETTER_ISSUE, by=by)
    require(by, CONTENT_PERMISSION[letter.kind], about=letter.individual)
    if letter.revoked_on:
        raise ActionRefused(_("This letter is revoked already."))
    if not reason.strip():
        raise ActionRefused(_("Say why the letter is revoked."), field="reason")
    letter.revoked_on, letter.revoked_by = by.today(), by
    letter.revoked_because = reason.strip()
    fields = ("revoked_on", "revoked_by", "revoked_because")
    return save_and_record(letter, *fields, verb="letter.revoked", by=by)


@transaction.atomic
def sign_letter(letter: Letter, *, on: datetime.date, signer: str, by: User) -> Letter:
    """Records when and by whom a power of attorney was signed; the person is represented from that day on."""
    letter = _lock_power_of_attorney(letter, by=by)
    if letter.signed_on:
        raise ActionRefused(_("The signature is recorded already."))
    if letter.revoked_on:
        raise ActionRefused(_("This letter is revoked already."))
    refuse_future(on, by=by)
    if on < letter.issued_on:
        raise ActionRefused(_("The letter was made on a later day."), field="on")
    if not signer.strip():
        raise ActionRefused(_("Say who signed."), field="signer")
    letter.signed_on, letter.signer, letter.signature_by = on, signer.strip(), by
    return save_and_record(letter, *SIGNATURE_FIELDS, verb="letter.signed", by=by)


@transaction.atomic
def retract_signature(letter: Letter, *, reason: str, by: User) -> Letter:
    """Removes a signature recorded by mistake; the removed values stay readable."""
    letter = _lock_power_of_attorney(letter, by=by)
    if not letter.signed_on:
        raise ActionRefused(_("No signature is recorded."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    name = Letter._meta.get_field("signed_on").verbose_name
    mistaken = gettext("recorded by mistake")
    changes = f"{name}: {short_date(letter.signed_on)}, {letter.signer} → {mistaken}"
    save_correction(letter, [MISTAKE], changes, individual=letter.individual, because=reason, by=by)
    letter.signed_on, letter.signer, letter.signature_by = None, "", None
    return save_and_record(letter, *SIGNATURE_FIELDS, verb="letter.signature_retracted", by=by)


def _lock_power_of_attorney(letter: Letter, *, by: User) -> Letter:
    letter = lock_for(letter, Permission.LETTER_ISSUE, by=by)
    require(by, CONTENT_PERMISSION[letter.kind], about=letter.individual)
    if letter.kind != LetterKind.POWER:
        raise ActionRefused(_("Only of a power of attorney it is recorded who signed it."))
    return letter
