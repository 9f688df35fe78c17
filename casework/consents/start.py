"""The lawful start of a file: the privacy notice that the person was told, and the legal basis of the file.

Builds unsaved rows; actions save them."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.consents.choices import (
    AUTHORISING_GROUNDS,
    Basis,
    CannotAnswer,
    ConsentStatus,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
    ToldHow,
    text_code,
)
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.consents.rules import NOTICE_TERM, cannot_authorise, cannot_hear
from casework.register.models.individual import Individual
from casework.register.rules import Birth, age_on
from pages.refusals import ActionRefused
from reference.models import HouseText

# Grounds other than an authorisation need a reason.
GROUNDS_WITH_REASON = frozenset(Ground) - AUTHORISING_GROUNDS


@dataclass(frozen=True)
class LawfulStart:
    """Answers about notice and basis for several people at once. An empty answer means "not yet".

    `notice_text` is the notice that was read, `ground_text` the text that somebody authorised. `said_on` is the day of the
    answers if it differs from the day of recording."""

    notice: str = ""
    notice_text: HouseText | None = None
    how: str = ""
    told_by: str = ""
    heard_by: str = ""
    because: str = ""
    notice_note: str = ""
    ground: str = ""
    given: str = ""
    ground_text: HouseText | None = None
    given_by: str = ""
    cannot_answer: str = ""
    ground_note: str = ""
    said_on: datetime.date | None = None

    def faults(self) -> Iterator[tuple[str, str | Promise]]:
        """Yields (field name, error message) for each missing or wrong part of the answers."""
        if self.notice == NoticeState.TOLD:
            if self.notice_text is None:
                yield "notice_text", _("Say which text was read, and in which language.")
            if not self.how:
                yield "how", _("Say how the notice was told.")
        if self.notice == NoticeState.NOT_YET:
            if not self.because:
                yield "because", _("Say why the notice was not told yet.")
            if self.because == NotToldBecause.OTHER and not self.notice_note.strip():
                yield "notice_note", _("Say which reason.")
        if self.ground in AUTHORISING_GROUNDS and not self.given:
            yield "given", _("Say how the authorisation was given.")
        if self.ground_text and self.ground_text.code != text_code(Purpose.STORING):
            yield "ground_text", _("This text is about another purpose.")
        if self.ground == Ground.REPRESENTED:
            if not self.given_by.strip():
                yield "given_by", _("Say who authorised.")
            if not self.cannot_answer:
                yield "cannot_answer", _("Say why somebody else authorised.")
        if self.ground in GROUNDS_WITH_REASON and not self.ground_note.strip():
            yield "ground_note", _("Give the reason.")

    def refuse_partial_answers(self) -> None:
        """Raises ActionRefused for the first of the `faults`."""
        for field, sentence in self.faults():
            raise ActionRefused(sentence, field=field)

    def for_family(self, births: Iterable[Birth], on: datetime.date) -> "LawfulStart":
        """Returns the answers for one of several families, whose members have these births.

        A representative named for all families does not authorise, or hear the notice, for children who came without an
        adult of their own."""
        ages = [age_on(on, born_on=birth.born_on, birth_year=birth.year) for birth in births]
        if any(age is not None and not cannot_authorise(age) for age in ages):
            return self
        is_represented = self.ground == Ground.REPRESENTED
        unrepresented = replace(self, given_by="", heard_by="")
        return replace(unrepresented, ground=Ground.NONE_YET if is_represented else self.ground)

    def for_person(self, individual: Individual, on: datetime.date) -> "LawfulStart":
        """Returns the answers for one of the people.

        A child is represented only by the named person, and an adult is not represented as a child. A small child was
        told only if a named person heard the notice. An authorisation for all does not count for a person of unknown
        age."""
        age = individual.age_on(on)
        is_told = self.notice == NoticeState.TOLD
        is_through_another = is_told and (self.how == ToldHow.TO_ANOTHER or cannot_hear(age))
        start = replace(self, how=ToldHow.TO_ANOTHER) if is_through_another else self
        if is_through_another and not self.heard_by.strip():
            start = replace(
                self, notice=NoticeState.NOT_YET, how="", because=NotToldBecause.UNHEARD
            )
        return start._for_age(age)

    def _for_age(self, age: int | None) -> "LawfulStart":
        if cannot_authorise(age):
            if self.ground != Ground.AUTHORISED:
                return self
            ground = Ground.REPRESENTED if self.given_by.strip() else Ground.NONE_YET
            return replace(self, ground=ground, cannot_answer=CannotAnswer.CHILD)
        is_own_word = self.ground == Ground.AUTHORISED and age is not None
        if is_own_word or (self.ground != Ground.AUTHORISED and not self.is_for_children):
            return self
        return replace(self, ground=Ground.NONE_YET, given_by="", cannot_answer="")

    @property
    def is_for_children(self) -> bool:
        """Whether somebody else authorised because the people are children."""
        return self.ground == Ground.REPRESENTED and self.cannot_answer == CannotAnswer.CHILD


class StartRows(NamedTuple):
    """Unsaved rows of one person. `consent` and `step` exist only with an authorisation, which can be withdrawn."""

    notice: PrivacyNotice
    basis: FileBasis
    consent: Consent | None = None
    step: ConsentStep | None = None


def rows_of_start(
    individual: Individual, start: LawfulStart, *, since: datetime.date, by: User
) -> StartRows:
    """Returns the rows that begin the file of a person who arrived on `since`. The caller checks `faults` and saves them.

    A missing notice or authorisation is dated on `since`. Raises ActionRefused for an answer from an earlier day."""
    on = start.said_on or by.today()
    if on < since:
        raise ActionRefused(_("This was said before they arrived."), field="said_on")
    start = start.for_person(individual, on)
    is_told, has_ground = (
        start.notice == NoticeState.TOLD,
        start.ground not in ("", Ground.NONE_YET),
    )
    rows = StartRows(
        new_notice(individual, start, on=on if is_told else since, by=by),
        new_basis(individual, start, on=on if has_ground else since, by=by),
    )
    if start.ground not in AUTHORISING_GROUNDS:
        return rows
    facts = {"key_id": individual.key_id, "status": ConsentStatus.GIVEN}
    text = start.ground_text
    consent = Consent(
        individual=individual, purpose=Purpose.STORING, status_on=on, text=text, **facts
    )
    step = ConsentStep(
        consent=consent,
        place=1,
        on=on,
        by=by,
        basis=how_given(start),
        language=text.language if text else "",
        text=text,
        explained_by=start.told_by.strip(),
        note=who_answered(start.given_by, start.given) if is_by_representative(start) else "",
        **facts,
    )
    return rows._replace(consent=consent, step=step)


def is_by_representative(start: LawfulStart) -> bool:
    return start.ground == Ground.REPRESENTED


def how_given(start: LawfulStart) -> str:
    """Returns the `Basis` of the consent: given by a representative, else in writing or orally."""
    return Basis.GUARDIAN if is_by_representative(start) else start.given


def who_answered(who: str, way: str) -> str:
    """Returns a sentence that says who answered for the person and how; empty if nobody is named."""
    if not who.strip():
        return ""
    words = {"who": who.strip(), "way": Basis(way).label}
    return gettext("Answered by %(who)s. %(way)s.") % words


def new_notice(
    individual: Individual, start: LawfulStart, *, on: datetime.date, by: User
) -> PrivacyNotice:
    is_told = start.notice == NoticeState.TOLD
    start = start if is_told else replace(start, how="")
    return PrivacyNotice(
        key_id=individual.key_id,
        individual=individual,
        recorded_by=by,
        state=NoticeState.TOLD if is_told else NoticeState.NOT_YET,
        on=on,
        text=start.notice_text if is_told else None,
        how=start.how,
        told_by=start.told_by.strip() if is_told else "",
        heard_by=start.heard_by.strip() if start.how == ToldHow.TO_ANOTHER else "",
        because="" if is_told else start.because or NotToldBecause.UNSAID,
        due_on=None if is_told else by.today() + NOTICE_TERM,
        note=start.notice_note.strip(),
    )


def new_basis(
    individual: Individual, start: LawfulStart, *, on: datetime.date, by: User
) -> FileBasis:
    ground = start.ground or Ground.NONE_YET
    is_represented = ground == Ground.REPRESENTED
    is_child = ground == Ground.NONE_YET and cannot_authorise(individual.age_on(on))
    return FileBasis(
        key_id=individual.key_id,
        individual=individual,
        recorded_by=by,
        ground=ground,
        on=on,
        given_by=start.given_by.strip() if is_represented else "",
        # A reason given for all people applies only to those who are, or must be, represented.
        cannot_answer=start.cannot_answer if is_represented or is_child else "",
        due_on=by.today() + NOTICE_TERM if ground == Ground.NONE_YET else None,
        note=start.ground_note.strip(),
    )
