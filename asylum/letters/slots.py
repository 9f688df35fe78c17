"""Letters in the file, its timeline, extracts, the search and the audit log."""

import datetime
from collections.abc import Collection
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import DateField, F, Q, Value
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.due import DueAction
from accounts.models import User
from accounts.permissions import Permission
from asylum.letters.choices import LetterKind
from asylum.letters.grounds import letters_no_longer_true, mark_invalid
from asylum.letters.models import Letter
from asylum.letters.stated import facts_in_words
from asylum.people.followed import people_followed
from casework.register.models.case import Case, with_last_case
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds
from casework.slots.log_fields import with_log
from casework.slots.timeline import Event, EventSource, TimelineSource
from pages.codes import code_in, hash_of

VERBS: dict[str, str | Promise] = {
    "letter.chosen": _("looked at which letters can be made for somebody"),
    "letter.drafted": _("kept what was typed for a letter, to look at it before it is made"),
    "letter.issued": _("made a letter"),
    "letter.previewed": _("looked at a letter before it is made"),
    "letter.printed": _("took out the file of a letter"),
    "letter.read": _("opened a letter"),
    "letter.revoked": _("revoked a letter"),
    "letter.signature_retracted": _("took back the signature of a letter"),
    "letter.signed": _("recorded who signed a letter"),
}


def _fallen(
    kinds: Collection[LetterKind],
    today: datetime.date,
    cases: Collection[UUID] | None = None,
    untrue: Collection[UUID] | None = None,
) -> Any:
    standing = Letter.objects.standing(today).filter(kind__in=kinds)
    if untrue is None:
        untrue = letters_no_longer_true(today, cases, kinds)
    fallen = standing.fallen(today).values("pk")
    rows = standing.filter(Q(pk__in=fallen) | Q(pk__in=untrue))
    rows = rows.annotate(since=Value(today, DateField())).filter(individual__erased_on=None)
    return with_last_case(rows).exclude(of_case=None)


def _source(
    kind: str, title: str | Promise, permission: Permission, kinds: Collection[LetterKind]
) -> PersonDueSource:
    """Returns the source of letters to revoke, for all users who may issue such a letter for the person.

    An item stays due until somebody revokes the letter.
    """
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=permission,
        about=Letter,
        date="since",
        rows_on=partial(_fallen, kinds),
        say=lambda letter: (
            gettext("Letter to revoke, what it says is not so any more: %(number)s")
            % {"number": letter.individual.number}
        ),
        what=lambda letter: (
            gettext("%(kind)s to revoke: what it says is not so any more")
            % {"kind": letter.get_kind_display()}
        ),
        asks_first=letters_no_longer_true,
        actions=(DueAction(_("Open the letter"), "letter-detail", Permission.LETTER_ISSUE),),
        shown_in_panel="dates",
        is_paper=True,
    )


# A letter is due for users who may read its content (`CONTENT_PERMISSION`). All users who issue letters may read the
# content of the first kinds.
letters_to_revoke = (
    _source(
        "letter_fallen",
        _("Letter to revoke: what it says is not so any more"),
        Permission.LETTER_ISSUE,
        (LetterKind.EMPLOYER, LetterKind.CERTIFICATE, LetterKind.APPOINTMENT),
    ),
    _source(
        "letter_fallen_legal",
        _("Letter of legal aid to revoke: what it says is not so any more"),
        Permission.APPLICATION_CHANGE,
        (LetterKind.DECLARATION, LetterKind.POWER, LetterKind.APPEAL, LetterKind.REQUEST),
    ),
    _source(
        "letter_fallen_answer",
        _("Answer about own data to revoke: what it says is not so any more"),
        Permission.EXTRACT_MAKE,
        (LetterKind.ANSWER,),
    ),
)


class LettersByPerson:
    """The letters of each family member, for the strip of the member."""

    slug = "letters"
    permission = Permission.LETTER_READ

    def lines(self, case: Case, user: User) -> list[dict[str, Any]]:
        people = people_followed(case, user)
        by_person: dict[Any, list[Letter]] = {}
        if holds(case, Letter):
            rows = Letter.objects.visible_to(user).filter(individual__in=people)
            for letter in mark_invalid(rows.select_related("individual__office"), user.today()):
                by_person.setdefault(letter.individual_id, []).append(letter)
        return [{"person": person, "given": by_person.get(person.pk, [])} for person in people]


def _letters(case: Case, user: User) -> Any:
    return Letter.objects.visible_to(user).of_case(case, user.today())


def _revoked_letters(case: Case, user: User) -> Any:
    """Returns revoked letters with the moment of the revocation, because the letter itself stores only the day."""
    return with_log(_letters(case, user).exclude(revoked_on=None), "letter.revoked")


def _signed_letters(case: Case, user: User) -> Any:
    return with_log(_letters(case, user).exclude(signed_on=None), "letter.signed")


def _issue_event(letter: Letter) -> Event:
    kind = letter.get_kind_display()
    return Event(
        letter.issued_at,
        _("Letter"),
        new=kind,
        sentence=gettext("%(who)s made a letter for %(whom)s: %(new)s"),
    )


def _revocation_event(letter: Letter) -> Event:
    return Event(
        letter.revoked_on,  # type: ignore[arg-type]
        _("Letter"),
        new=letter.get_kind_display(),
        sentence=gettext("%(who)s revoked a letter of %(whom)s: %(new)s"),
    )


def _signature_event(letter: Letter) -> Event:
    return Event(
        letter.signed_on,  # type: ignore[arg-type]
        _("Letter"),
        new=letter.get_kind_display(),
        sentence=gettext("%(who)s recorded that a letter of %(whom)s was signed: %(new)s"),
    )


letters_by_person = LettersByPerson()
timeline_source = TimelineSource(
    "letters",
    _("Letters"),
    Permission.LETTER_READ,
    (
        EventSource(_letters, "issued_at", _issue_event, by="issued_by", person="individual"),
        EventSource(
            _signed_letters,
            "signed_on",
            _signature_event,
            by="signature_by",
            person="individual",
            written=F("logged_at"),
        ),
        EventSource(
            _revoked_letters,
            "revoked_on",
            _revocation_event,
            by="revoked_by",
            person="individual",
            written=F("logged_at"),
        ),
    ),
)
held = ExtractPart(
    Letter,
    _("Letters that were made"),
    ["revoked_because", "signer"],
    {
        "code": _("The code stands on the letter; in another hand it would vouch for a false one."),
        "code_hash": _("It repeats the code."),
        "digest": _("A check sum of the file."),
        "file_name": _("The name of a sealed file; the letter itself was handed over."),
    },
    first=["kind", "language", "issued_on", "valid_until", "filled_in", "version"],
    formatters={"filled_in": facts_in_words},
    permission=Permission.LETTER_READ,
    author="issued_by",
)


def by_letter(typed: str, user: User) -> Any:
    """Returns keys of people whom the letter with this code is about; None if the text is no code."""
    if not (code := code_in(typed)) or not user.holds(Permission.LETTER_READ):
        return None
    letters = Letter.objects.visible_to(user).filter(code_hash=hash_of(code))
    return letters.values("individual")
