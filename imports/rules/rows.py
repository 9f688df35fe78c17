"""One row of a sheet, as facts about a person or as faults with their column."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from casework.identity.rules import (
    are_too_many,
    is_newborn,
    is_of_the_other_sex,
    is_unnamed,
    too_young_to_be_a_partner,
    two_nationalities,
)
from casework.papers.rules.papers import Paper, parse_paper
from casework.register.choices import Category, Relation, Sex
from casework.register.rules import AGE_OF_MAJORITY, Birth, age_on
from casework.service.rules import too_young_to_have_served
from imports.choices import RowFault, SheetField, WordKind
from imports.rules import births, name_parts, names, phones, values, words
from imports.rules.columns import SEPARATORS
from imports.rules.places import nationalities_in
from imports.rules.text import is_nothing, plain
from imports.rules.values import CellFault
from imports.rules.vocabulary import Vocabulary

F = SheetField
MAX_LENGTHS = {F.UNIT: 255, F.FAMILY: 60, F.ALIAS: 255, F.CIRCUMSTANCES: 20_000}

# Functions that return the words beside the value of a cell.
REMARKS = {
    F.DOCUMENT: values.remark_on_document,
    F.PHONE: phones.remark_on_phone,
    F.YEARS_OF_SERVICE: values.remark_on_years,
    F.AGE: births.remark_on_age,
    F.BIRTH: births.remark_on_age,
}

SERVICE_FIELDS = {F.FORCE, F.RANK, F.UNIT, F.YEARS_OF_SERVICE}


@dataclass
class SheetPerson:
    """The person that one row describes. `faults` holds pairs of field (or "" for the row) and fault."""

    number: int
    given_names: str = ""
    family_names: str = ""
    # The placeholder for the given name of a newborn child: `RN 1`.
    unnamed: str = ""
    sex: str = Sex.UNKNOWN
    birth: Birth = field(default_factory=Birth)
    document: str = ""
    document_type: str = ""
    document_country: str = ""
    phones: tuple[str, ...] = ()
    relation: str = ""
    family: str = ""
    force: str | None = None
    rank: str | None = None
    # The column and the word of a rank before the name.
    rank_in_name: tuple[str, str] = ("", "")
    unit: str = ""
    years_of_service: int | None = None
    knew_work_right: str = ""
    arrived_on: datetime.date | None = None
    crossing: str | None = None
    entry_mode: str | None = None
    nationalities: tuple[str, ...] = ()
    alias: str = ""
    circumstances: str = ""
    # The age on the day of arrival.
    age: int | None = None
    remarks: list[str] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)

    @property
    def full_name(self) -> str:
        return " ".join(part for part in (self.given_names, self.family_names) if part)

    @property
    def paper(self) -> Paper:
        return Paper.of(self.document, type=self.document_type, country=self.document_country)

    @property
    def two_nationalities(self) -> dict[str, Any]:
        """Model fields with the stated nationalities, then the one that the document implies."""
        return two_nationalities(*self.nationalities, parse_paper(self.document).nationality)

    @property
    def is_minor(self) -> bool:
        return self.age is not None and self.age < AGE_OF_MAJORITY

    @property
    def has_served(self) -> bool:
        """Whether the sheet states a force, a rank, a unit or years of service, and the force is not "civil"."""
        has_words = {self.force, self.rank} - {None, words.UNKNOWN} or self.unit
        return self.force != words.NO_FORCE and bool(has_words or self.years_of_service)

    @property
    def is_silent(self) -> bool:
        """Whether the sheet says neither that this adult served nor that they did not."""
        is_in_doubt = (
            SERVICE_FIELDS & {name for name, _ in self.faults}
            or (self.rank_in_name[0], RowFault.WORD_NOT_KNOWN) in self.faults
        )
        return not (self.is_minor or self.states_service or is_in_doubt)

    @property
    def states_service(self) -> bool:
        """Whether the sheet says that the person served, or that they did not."""
        return self.force == words.NO_FORCE or self.has_served

    def was_asked(self, *, is_head: bool, silence_answers: Mapping[str, str]) -> bool:
        """Whether the person was asked about service: the sheet states it, or the user's answer for silent heads says so."""
        was_head_asked = silence_answers.get(self.silence) != words.NOT_ASKED
        return self.states_service or (is_head and self.is_silent and was_head_asked)

    @property
    def silence(self) -> str:
        """UNKNOWN if a word says that service is unknown; "" if nothing is written."""
        return words.UNKNOWN if words.UNKNOWN in (self.force, self.rank) else ""

    def category(self, *, is_head: bool, silence_answers: Mapping[str, str]) -> str:
        """The Category by the sheet; for a silent head by the user's answer, or "" without one."""
        if is_head and self.is_silent:
            answer = silence_answers.get(self.silence, "")
            return Category.RELATIVE if answer == words.NOT_ASKED else answer
        return Category.FORMER_MEMBER if self.has_served else Category.RELATIVE

    def add_fault(self, where: str, fault: RowFault) -> None:
        self.faults.append((str(where), str(fault)))


def by_field(cells: Sequence[str], columns: Mapping[int, str]) -> dict[str, str]:
    """The texts of a row by field. Several columns of one field are joined, for example second names."""
    texts: dict[str, list[str]] = {}
    for column, name in sorted(columns.items()):
        text = cells[column] if column < len(cells) else ""
        if text and not (name in texts and names.says_nothing(text)):
            texts.setdefault(name, []).append(text)
    for parts in texts.values():
        # "-" in the first column of phones and a number in the second.
        while len(parts) > 1 and is_nothing(parts[0]):
            del parts[0]
    return {name: SEPARATORS.get(F(name), " · ").join(parts) for name, parts in texts.items()}


def read_person(
    number: int,
    texts: Mapping[str, str],
    *,
    vocabulary: Vocabulary,
    today: datetime.date,
    arrived_on: datetime.date,
) -> SheetPerson:
    """The person of a row. `arrived_on` is the day of arrival if the row states none."""
    row = SheetPerson(number)

    def parse(name: str, read: Callable[[str], Any], default: Any) -> Any:
        """The cell as `read` returns it; on a fault, records it and returns `default`."""
        text = texts.get(name, "")
        try:
            if text:
                values.refuse_formula(text)
                values.refuse_ditto(text, is_name=name in names.NAME_FIELDS)
            return read(text)
        except CellFault as refused:
            row.add_fault(name, refused.fault)
            return default

    order = vocabulary.order_of(F.ARRIVED_ON)
    row.arrived_on = parse(
        F.ARRIVED_ON,
        lambda text: values.read_day(text, today=today, order=order, zone=vocabulary.zone),
        None,
    )
    on = row.arrived_on or arrived_on
    _read_birth(
        row, texts, parse, partial(vocabulary.age_rules, on), today, vocabulary.order_of(F.BIRTH)
    )
    if row.birth.born_on and row.birth.born_on > on:
        row.add_fault(F.ARRIVED_ON, RowFault.ARRIVED_BEFORE_BIRTH)
    row.age = age_on(on, born_on=row.birth.born_on, birth_year=row.birth.year)
    _read_names(row, parse, vocabulary, may_be_unnamed=is_newborn(row.age))
    _read_facts(row, texts, parse)
    row.alias = row.alias or row.unnamed
    _read_words(row, texts, parse, vocabulary)
    if too_young_to_have_served(row.age, has_served=row.has_served):
        row.add_fault(F.AGE, RowFault.TOO_YOUNG_TO_HAVE_SERVED)
    if too_young_to_be_a_partner(row.age, row.relation):
        row.add_fault(F.RELATION, RowFault.TOO_YOUNG_A_PARTNER)
    return row


def _read_birth(
    row: SheetPerson,
    texts: Mapping[str, str],
    parse: Callable[..., Any],
    rules_for: Callable[[str], births.AgeRules],
    today: datetime.date,
    order: str,
) -> None:
    """Sets the birth from the columns of birth and age. An estimated birth keeps its year; its day becomes a remark."""
    birth = parse(
        F.BIRTH,
        lambda text: births.read_birth_cell(text, rules_for(F.BIRTH), today=today, order=order),
        Birth(),
    )
    age = parse(F.AGE, lambda text: births.read_age(text, rules_for(F.AGE)), Birth())
    try:
        row.birth = births.combined_birth(birth, age)
    except CellFault as refused:
        row.add_fault(F.AGE, refused.fault)
    if parse(F.ESTIMATED, births.read_estimated, False):
        row.birth = births.as_estimated(row.birth)
        if birth.born_on:
            row.remarks.append(f"Nacimiento estimado: {texts[F.BIRTH]}")


def _read_facts(row: SheetPerson, texts: Mapping[str, str], parse: Callable[..., Any]) -> None:
    """Sets facts that are not words of a WordKind. Words written beside a number become a remark."""
    row.document = parse(F.DOCUMENT, values.read_document, "")
    row.phones = parse(F.PHONE, phones.read_phones, ())
    row.years_of_service = parse(F.YEARS_OF_SERVICE, values.read_years, None)
    row.remarks += [
        remark for name, remark_on in REMARKS.items() if (remark := remark_on(texts.get(name, "")))
    ]
    row.knew_work_right = parse(F.KNEW_WORK_RIGHT, values.read_yes_no, "")
    row.unit = parse(F.UNIT, _read_unit, "")
    row.family = parse(F.FAMILY, lambda text: _short_text(text, F.FAMILY), "")
    row.alias = parse(F.ALIAS, lambda text: _short_text(text, F.ALIAS), "")
    circumstances = parse(F.CIRCUMSTANCES, lambda text: _short_text(text, F.CIRCUMSTANCES), "")
    row.circumstances = " · ".join(part for part in (circumstances, *row.remarks) if part)


def _read_names(
    row: SheetPerson, parse: Callable[..., Any], vocabulary: Vocabulary, *, may_be_unnamed: bool
) -> None:
    def name(where: SheetField, read: Callable[[str], str]) -> str:
        def bare(text: str) -> str:
            rank, rest = names.split_rank(text, where)
            if rank and vocabulary.meaning(WordKind.RANK, rank) == words.NO_FORCE:
                # The user said that the word is no rank, so it is a name.
                rank, rest = "", text
            if rank:
                row.rank_in_name = (str(where), rank)
            return read(rest)

        read_name: str = parse(where, bare, "")
        return read_name

    is_nameless = False

    def unnamed(text: str) -> str:
        """The cell without the placeholder for a newborn's name, which is stored: it distinguishes twins."""
        nonlocal is_nameless
        if may_be_unnamed and text:
            placeholder, text = names.split_placeholder(text)
            is_nameless = bool(placeholder)
            row.unnamed = placeholder if is_unnamed(placeholder) else ""
        return text

    given = name(F.GIVEN_NAMES, lambda text: names.read_given(unnamed(text)))
    family = name(F.FAMILY_NAMES, names.read_family)
    if family and not given and F.GIVEN_NAMES not in {where for where, _ in row.faults}:
        parse(F.FAMILY_NAMES, names.refuse_lone_family_name, None)
    for where in names.FULL_NAMES:
        if (
            not given
            and not family
            and (full := name(where, lambda text: names.read_full(unnamed(text))))
        ):
            given, family = ("", full) if is_nameless else _split_full(row, where, full, vocabulary)
    row.given_names, row.family_names = given, family
    if not (
        given
        or family
        or may_be_unnamed
        or set(names.NAME_FIELDS) & {where for where, _ in row.faults}
    ):
        row.add_fault("", RowFault.NO_NAME)
    if row.rank_in_name[1]:
        meaning = vocabulary.meaning(WordKind.RANK, row.rank_in_name[1])
        if meaning in (words.UNKNOWN, words.SERVED):
            row.remarks.append(f"Grado: {row.rank_in_name[1]}")


def _split_full(
    row: SheetPerson, where: SheetField, full: str, vocabulary: Vocabulary
) -> tuple[str, str]:
    """Given and family names of a full name. Adds a fault if it is uncertain where the family names begin."""
    is_family_first = where == F.FAMILY_FIRST
    part_of = partial(vocabulary.meaning, WordKind.NAME)
    doubt = name_parts.part_in_doubt(full, is_family_first=is_family_first, part_of=part_of)
    if doubt and plain(doubt) in vocabulary.answers.get(WordKind.NAME, {}):
        return name_parts.split_by_answers(full, part_of)
    if doubt:
        row.add_fault(where, RowFault.NAME_PARTS)
    return name_parts.split_name(full, is_family_first=is_family_first, part_of=part_of)


def _short_text(text: str, name: SheetField) -> str:
    if len(text) > MAX_LENGTHS[name]:
        raise CellFault(RowFault.TOO_LONG)
    return "" if is_nothing(text) else text


def _read_unit(text: str) -> str:
    """The unit; empty for `ninguna` or `civil`, which mean that there is none."""
    return "" if words.FORCE.get(plain(text)) == words.NO_FORCE else _short_text(text, F.UNIT)


def _set_kind_of_document(row: SheetPerson, texts: Mapping[str, str], kind: str | None) -> None:
    """Sets kind and country of the document as the sheet states them, else as the number implies them, else ""."""
    word = texts.get(F.DOCUMENT_TYPE, "")
    number = values.without_zero_decimals(texts.get(F.DOCUMENT, "")) or ""
    letter = plain(word).upper()
    if letter in ("V", "E") and row.document[:1].isdigit():
        # `V` in one column and the number in the next are one number.
        row.document = number = f"{letter}-{row.document}"
    parsed = parse_paper(values.number_and_remark(number)[0])
    row.document_type = kind or parsed.type
    country = "CO" if plain(word) in words.COLOMBIAN_DOCUMENTS else parse_paper(word).country
    number_country = parsed.country or parse_paper(row.document).country
    # A "CE" with an "E-" before its number may come from either country.
    is_contradiction = country and number_country not in ("", country)
    row.document_country = "" if is_contradiction else number_country or country
    if are_too_many(*row.nationalities, parse_paper(row.document).nationality):
        row.add_fault(F.NATIONALITY, RowFault.THREE_NATIONALITIES)


def _read_words(
    row: SheetPerson,
    texts: Mapping[str, str],
    parse: Callable[..., Any],
    vocabulary: Vocabulary,
) -> None:
    def read(kind: str, text: str) -> str | None:
        if is_nothing(text):
            return None
        answer = vocabulary.meaning(kind, text)
        if answer is None:
            raise CellFault(RowFault.WORD_NOT_KNOWN)
        is_kept = answer != words.UNKNOWN or kind in (WordKind.FORCE, WordKind.RANK)
        return answer if is_kept else None

    def meaning(kind: str) -> str | None:
        value: str | None = parse(kind, partial(read, kind), None)
        return value

    def countries(text: str) -> tuple[str, ...]:
        parts = nationalities_in(text)
        if len(parts) > 2:
            raise CellFault(RowFault.THREE_NATIONALITIES)
        return tuple(filter(None, (read(WordKind.NATIONALITY, part) for part in parts)))

    row.sex = meaning(WordKind.SEX) or Sex.UNKNOWN
    row.relation = meaning(WordKind.RELATION) or ""
    row.force = meaning(WordKind.FORCE)
    row.rank = meaning(WordKind.RANK)
    row.crossing = meaning(WordKind.CROSSING)
    if row.crossing is None and not is_nothing(texts.get(F.CROSSING, "")):
        # An unknown place overrides the one chosen for the sheet.
        row.crossing = words.UNKNOWN
    row.entry_mode = meaning(WordKind.ENTRY_MODE)
    row.nationalities = parse(WordKind.NATIONALITY, countries, ())
    _set_kind_of_document(row, texts, meaning(WordKind.DOCUMENT_TYPE))
    if row.rank == words.NO_FORCE:
        row.rank = None
    _set_rank_before_name(row, vocabulary)
    if fault := vocabulary.fault_of_rank(row.force, row.rank):
        row.add_fault(F.RANK, fault)
    relation = words.relation_by_sex(row.relation, row.sex)
    if relation is None:
        row.add_fault(F.RELATION, RowFault.OF_EITHER_SEX)
    elif is_of_the_other_sex(relation, row.sex):
        row.add_fault(F.RELATION, RowFault.OF_THE_OTHER_SEX)
    if F.RELATION in {where for where, _fault in row.faults}:
        # A person with a relation in doubt belongs to the family, which waits for the answer.
        relation = Relation.UNKNOWN
    row.relation = relation or ""


def _set_rank_before_name(row: SheetPerson, vocabulary: Vocabulary) -> None:
    """Uses the rank before the name if the sheet states none. Two different ranks are a fault."""
    where, word = row.rank_in_name
    if not word:
        return
    rank = vocabulary.meaning(WordKind.RANK, word)
    if rank is None:
        row.add_fault(SheetField(where), RowFault.WORD_NOT_KNOWN)
    elif row.rank in (None, words.UNKNOWN) or row.rank == words.SERVED != rank != words.UNKNOWN:
        row.rank = rank
    elif rank not in (words.UNKNOWN, words.SERVED, row.rank):
        row.add_fault(SheetField(where), RowFault.TWO_RANKS)
