"""Issuing letters and revoking them."""

import contextlib
import datetime
import hashlib
import json
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import changed, entered
from accounts.models import User
from accounts.permissions import Permission
from asylum.letters.choices import TELLS
from asylum.letters.facts import Facts, facts_of
from asylum.letters.models import Letter
from asylum.letters.rules import as_typed, fresh_code
from asylum.letters.sheet import printed, version_of
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.files import fresh_name, remove_file, store_file


def hash_of(code: str) -> str:
    """What is compared, however the code was typed. It is random and long: a plain hash cannot be guessed back."""
    return hashlib.sha256(as_typed(code).encode("utf-8", "surrogatepass")).hexdigest()


@transaction.atomic
def issue_letter(
    individual: Individual,
    *,
    kind: str,
    language: str,
    by: User,
    valid_until: datetime.date | None = None,
    **asked: Any,
) -> Letter:
    """Fills in a letter from the file and from what was `asked`, and keeps it as it is printed.

    A letter that rests on a paper counts no longer than the paper.

    Raises ActionRefused where the file holds nothing that such a letter could say.
    """
    individual = lock_for(individual, Permission.LETTER_ISSUE, by=by)
    require(by, TELLS[kind], about=individual)
    today = by.today()
    if valid_until and valid_until < today:
        raise ActionRefused(_("The letter would run out before it is issued."), field="valid_until")
    facts = facts_of(kind, individual, today=today, language=language, **asked)
    valid_until = _at_most(valid_until, facts)
    facts |= {"office": str(individual.office), "signed_by": by.full_name, "code": fresh_code()}
    content = printed(
        kind, language, facts, check_address=settings.PUBLIC_URL + reverse("letter-check")
    )
    letter = Letter(
        pk=uuid4(),
        key_id=individual.key_id,
        individual=individual,
        kind=kind,
        language=language,
        issued_on=today,
        valid_until=valid_until,
        code=facts["code"],
        code_hash=hash_of(facts["code"]),
        filled_in=json.dumps(facts, ensure_ascii=False),
        version=version_of(kind, language),
        digest=hashlib.sha256(content).hexdigest(),
        file_name=fresh_name(),
        issued_by=by,
    )
    with contextlib.ExitStack() as undo:
        store_file(content, key_id=letter.key_id, row_id=letter.pk, name=letter.file_name)
        undo.callback(remove_file, letter.file_name)
        entered(letter, "letter.issued", by=by, details={"kind": kind})
        undo.pop_all()
    return letter


def _at_most(asked: datetime.date | None, facts: Facts) -> datetime.date | None:
    """Until when the letter counts: as asked, and never longer than the paper on which it rests."""
    if not (ends_on := facts.get("ends_on")):
        return asked
    ends = datetime.date.fromisoformat(ends_on)
    if asked and asked > ends:
        words = _("The document that the letter names ends on %(day)s.")
        raise ActionRefused(words % {"day": short_date(ends)}, field="valid_until")
    return asked or ends


@transaction.atomic
def revoke_letter(letter: Letter, *, reason: str, by: User) -> Letter:
    """From now on its code says "not valid"; the letter stays readable with the reason."""
    letter = lock_for(letter, Permission.LETTER_ISSUE, by=by)
    require(by, TELLS[letter.kind], about=letter.individual)
    if letter.revoked_on:
        raise ActionRefused(_("This letter is revoked already."))
    if not reason.strip():
        raise ActionRefused(_("Say why the letter is revoked."), field="reason")
    letter.revoked_on, letter.revoked_by = by.today(), by
    letter.revoked_because = reason.strip()
    written = ("revoked_on", "revoked_by", "revoked_because")
    return changed(letter, *written, verb="letter.revoked", by=by)
