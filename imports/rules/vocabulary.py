"""What the words of a sheet mean, by our rules and by an office's answers."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from imports.choices import AgeDay, AgeUnit, DateOrder, RowFault, WordKind
from imports.rules import name_parts, values, words
from imports.rules.births import AgeRules
from imports.rules.places import country_of, entry_of
from imports.rules.text import plain
from reference.choices import has_rank


@dataclass(frozen=True)
class Vocabulary:
    """Forces, ranks and crossing points of this installation, and this office's answers about words."""

    forces: tuple[words.NamedEntry, ...] = ()
    ranks: tuple[words.NamedEntry, ...] = ()
    crossings: tuple[words.NamedEntry, ...] = ()
    # The office's answers by WordKind, then by word; those about dates and ages by column.
    answers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # The office's time zone.
    zone: datetime.tzinfo | None = None
    uploaded_on: datetime.date | None = None

    def guess(self, kind: str, word: str) -> str | None:
        """The meaning by our rules alone; None if unknown."""
        match kind:
            case WordKind.FORCE:
                return words.force_of(word, self.forces)
            case WordKind.RANK:
                return words.rank_of(word, self.ranks)
            case WordKind.RELATION:
                return words.relation_of(word)
            case WordKind.CROSSING:
                return words.code_of_name(word, self.crossings)
            case WordKind.ENTRY_MODE:
                return entry_of(word)
            case WordKind.NATIONALITY:
                return country_of(word)
            case WordKind.DOCUMENT_TYPE:
                says_no_document = values.NO_DOCUMENT.fullmatch(word)
                return words.UNKNOWN if says_no_document else words.document_type_of(word)
            case WordKind.NAME:
                return name_parts.known_part(word)
        return words.sex_of(word)

    def meaning(self, kind: str, word: str) -> str | None:
        """The office's answer, else the meaning by the rules; None if unknown."""
        answer = self.answers.get(kind, {}).get(plain(word))
        if answer == words.MUST_BE_ASKED:
            return None
        return answer if answer is not None else self.guess(kind, word)

    def fault_of_rank(self, force: str | None, rank: str | None) -> RowFault | None:
        """Why this force has no such rank; None if it has, or if one of them is unknown."""
        if force == words.NO_FORCE:
            return None if rank in (None, words.UNKNOWN) else RowFault.RANK_WITHOUT_FORCE
        force_kinds = {each.code: each.kind for each in self.forces}
        rank_bands = {each.code: each.kind for each in self.ranks}
        if (
            force in force_kinds
            and rank in rank_bands
            and not has_rank(force, force_kinds[force], rank_bands[rank])
        ):
            return RowFault.RANK_NOT_IN_FORCE
        return None

    def order_of(self, field: str) -> str:
        """The DateOrder of a column of dates: the office's answer, which may be MUST_BE_ASKED; by default day first."""
        return self.answers.get(WordKind.DATES, {}).get(field, DateOrder.DAY)

    def age_rules(self, arrived_on: datetime.date, field: str) -> AgeRules:
        """How to read the ages of that column; by default in years on the day of arrival."""
        unit = self.answers.get(WordKind.AGES, {}).get(field, AgeUnit.YEARS)
        reference_day = self.answers.get(WordKind.AGE_DAY, {}).get(field, AgeDay.ARRIVAL)
        date_by_code = {
            AgeDay.ARRIVAL.value: arrived_on,
            AgeDay.SHEET.value: self.uploaded_on or arrived_on,
        }
        return AgeRules(date_by_code.get(reference_day), arrived_on, unit)

    @property
    def silence_answers(self) -> Mapping[str, str]:
        """The answers for heads of family without stated service: a Category or NOT_ASKED.

        The key "" is for empty cells, the key UNKNOWN for cells that say "unknown" (`silence` in rows.py).
        """
        return self.answers.get(WordKind.CATEGORY, {})
