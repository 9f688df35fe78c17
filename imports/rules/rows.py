"""One row of a sheet, as facts about a person or as faults with their column."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from casework.identity.rules import (
    are_three,
    is_newborn,
    is_of_the_other_sex,
    is_unnamed,
    too_young_to_be_a_partner,
    two_nationalities,
)
from casework.papers.rules.papers import Paper, read_paper
from casework.register.choices import Category, Relation, Sex
from casework.register.rules import AGE_OF_MAJORITY, Birth, age_on
from casework.service.rules import too_young_to_have_served
from imports.choices import RowFault, SheetField, WordKind
from imports.rules import births, name_parts, names, phones, values, words
from imports.rules.columns import JOINED
from imports.rules.places import nationalities_in
from imports.rules.text import is_nothing, plain
from imports.rules.values import CellFault
from imports.rules.vocabulary import Vocabulary

F = SheetField

LONGEST = {F.UNIT: 255, F.FAMILY: 60, F.ALIAS: 255, F.CIRCUMSTANCES: 20_000}

# Functions that return what a cell says besides the value.
REMARKS = {
    F.DOCUMENT: values.remark_on_document,
    F.PHONE: phones.remark_on_phone,
    F.YEARS_OF_SERVICE: values.remark_on_years,
    F.AGE: births.remark_on_age,
    F.BIRTH: births.remark_on_age,
}

SERVICE = {F.FORCE, F.RANK, F.UNIT, F.YEARS_OF_SERVICE}


@dataclass
class Understood:
    """What one row says. `faults` holds pairs of field (or "" for the row) and fault."""

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
    # On the day of arrival.
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
        """Those that are said, then that of the paper, by the names of their fields."""
        return two_nationalities(*self.nationalities, read_paper(self.document).nationality)

    @property
    def is_minor(self) -> bool:
        return self.age is not None and self.age < AGE_OF_MAJORITY

    @property
    def has_served(self) -> bool:
        """The sheet says so: by a force, a rank, a unit or years of service, and never against "civil"."""
        is_told = {self.force, self.rank} - {None, words.UNKNOWN} or self.unit
        return self.force != words.NONE and bool(is_told or self.years_of_service)

    @property
    def is_silent(self) -> bool:
        """The sheet says neither that this adult served nor that they did not."""
        is_in_doubt = (
            SERVICE & {name for name, _ in self.faults}
            or (self.rank_in_name[0], RowFault.WORD_NOT_KNOWN) in self.faults
        )
        return not (self.is_minor or self.says_service or is_in_doubt)

    @property
    def says_service(self) -> bool:
        """The sheet says that the person served, or that they did not."""
        return self.force == words.NONE or self.has_served

    def is_asked(self, *, is_head: bool, silent_heads: Mapping[str, str]) -> bool:
        """Whether anybody asked if they served: an empty cell is no answer, but of silent heads somebody says it."""
        is_told = silent_heads.get(self.silence) != words.NOT_ASKED
        return self.says_service or (is_head and self.is_silent and is_told)

    @property
    def silence(self) -> str:
        """UNKNOWN if a word says that service is unknown; "" if nothing is written."""
        return words.UNKNOWN if words.UNKNOWN in (self.force, self.rank) else ""

    def category(self, *, is_head: bool, silent_heads: Mapping[str, str]) -> str:
        """The sheet's category, or the answer for its silent heads; "" for a silent head without an answer."""
        if is_head and self.is_silent:
            said = silent_heads.get(self.silence, "")
            return Category.RELATIVE if said == words.NOT_ASKED else said
        return Category.FORMER_MEMBER if self.has_served else Category.RELATIVE

    def wrong(self, where: str, fault: RowFault) -> None:
        self.faults.append((str(where), str(fault)))


def by_field(cells: Sequence[str], columns: Mapping[int, str]) -> dict[str, str]:
    """The texts of a row by what they are; several columns of one field are joined, as second names are."""
    texts: dict[str, list[str]] = {}
    for column, name in sorted(columns.items()):
        text = cells[column] if column < len(cells) else ""
        if text and not (name in texts and names.says_nothing(text)):
            texts.setdefault(name, []).append(text)
    for said in texts.values():
        # "-" in the first column of phones and a number in the second.
        while len(said) > 1 and is_nothing(said[0]):
            del said[0]
    return {name: JOINED.get(SheetField(name), " · ").join(said) for name, said in texts.items()}


def understand(
    number: int,
    texts: Mapping[str, str],
    *,
    vocabulary: Vocabulary,
    today: datetime.date,
    arrived_on: datetime.date,
) -> Understood:
    """Everything that a row says; `arrived_on` holds where the row has no day of its own."""
    row = Understood(number)

    def take(name: str, read: Callable[[str], Any], otherwise: Any) -> Any:
        """The cell as `read` returns it; on a fault, records it and returns `otherwise`."""
        text = texts.get(name, "")
        try:
            if text:
                values.refuse_formula(text)
                values.refuse_ditto(text, is_name=name in names.NAME_FIELDS)
            return read(text)
        except CellFault as refused:
            row.wrong(name, refused.fault)
            return otherwise

    arrived = vocabulary.order_of(F.ARRIVED_ON)
    row.arrived_on = take(
        F.ARRIVED_ON,
        lambda text: values.read_day(text, today=today, order=arrived, zone=vocabulary.zone),
        None,
    )
    on = row.arrived_on or arrived_on
    _read_birth(row, texts, take, partial(vocabulary.told, on), today, vocabulary.order_of(F.BIRTH))
    if row.birth.born_on and row.birth.born_on > on:
        row.wrong(F.ARRIVED_ON, RowFault.ARRIVED_BEFORE_BIRTH)
    row.age = age_on(on, born_on=row.birth.born_on, birth_year=row.birth.year)
    _read_names(row, take, vocabulary, may_be_unnamed=is_newborn(row.age))
    _read_facts(row, texts, take)
    row.alias = row.alias or row.unnamed
    _read_words(row, texts, take, vocabulary)
    if too_young_to_have_served(row.age, has_served=row.has_served):
        row.wrong(F.AGE, RowFault.TOO_YOUNG_TO_HAVE_SERVED)
    if too_young_to_be_a_partner(row.age, row.relation):
        row.wrong(F.RELATION, RowFault.TOO_YOUNG_A_PARTNER)
    return row


def _read_birth(
    row: Understood,
    texts: Mapping[str, str],
    take: Callable[..., Any],
    told: Callable[[str], births.ToldAges],
    today: datetime.date,
    order: str,
) -> None:
    """What birth and age say together; of one that was estimated the year, and as a remark what was written."""
    birth = take(
        F.BIRTH,
        lambda text: births.read_birth_cell(text, told(F.BIRTH), today=today, order=order),
        Birth(),
    )
    age = take(F.AGE, lambda text: births.read_age(text, told(F.AGE)), Birth())
    try:
        row.birth = births.joined_birth(birth, age)
    except CellFault as refused:
        row.wrong(F.AGE, refused.fault)
    if take(F.ESTIMATED, births.read_estimated, False):
        row.birth = births.as_estimated(row.birth)
        if birth.born_on:
            row.remarks.append(f"Nacimiento estimado: {texts[F.BIRTH]}")


def _read_facts(row: Understood, texts: Mapping[str, str], take: Callable[..., Any]) -> None:
    """Numbers, service, family and texts of the row; additions to a number become a remark."""
    row.document = take(F.DOCUMENT, values.read_document, "")
    row.phones = take(F.PHONE, phones.read_phones, ())
    row.years_of_service = take(F.YEARS_OF_SERVICE, values.read_years, None)
    row.remarks += [
        remark for name, remark_on in REMARKS.items() if (remark := remark_on(texts.get(name, "")))
    ]
    row.knew_work_right = take(F.KNEW_WORK_RIGHT, values.read_yes_no, "")
    row.unit = take(F.UNIT, _unit, "")
    row.family = take(F.FAMILY, lambda text: _line(text, F.FAMILY), "")
    row.alias = take(F.ALIAS, lambda text: _line(text, F.ALIAS), "")
    said = take(F.CIRCUMSTANCES, lambda text: _line(text, F.CIRCUMSTANCES), "")
    row.circumstances = " · ".join(part for part in (said, *row.remarks) if part)


def _read_names(
    row: Understood, take: Callable[..., Any], vocabulary: Vocabulary, *, may_be_unnamed: bool
) -> None:
    def name(where: SheetField, read: Callable[[str], str]) -> str:
        def bare(text: str) -> str:
            rank, rest = names.part_rank(text, where)
            if rank and vocabulary.meaning(WordKind.RANK, rank) == words.NONE:
                # Somebody said that the word is no rank; then it is a name.
                rank, rest = "", text
            if rank:
                row.rank_in_name = (str(where), rank)
            return read(rest)

        read_name: str = take(where, bare, "")
        return read_name

    is_nameless = False

    def unnamed(text: str) -> str:
        """The rest of a newborn child's cell without a name; the placeholder tells it from its twin."""
        nonlocal is_nameless
        if may_be_unnamed and text:
            stands_for_it, text = names.parted_unnamed(text)
            is_nameless = bool(stands_for_it)
            row.unnamed = stands_for_it if is_unnamed(stands_for_it) else ""
        return text

    given = name(F.GIVEN_NAMES, lambda text: names.read_given(unnamed(text)))
    family = name(F.FAMILY_NAMES, names.read_family)
    if family and not given and F.GIVEN_NAMES not in {where for where, _ in row.faults}:
        take(F.FAMILY_NAMES, names.refuse_lone_family_name, None)
    for where in names.FULL_NAMES:
        if (
            not given
            and not family
            and (full := name(where, lambda text: names.read_full(unnamed(text))))
        ):
            given, family = ("", full) if is_nameless else _split(row, where, full, vocabulary)
    row.given_names, row.family_names = given, family
    if not (
        given
        or family
        or may_be_unnamed
        or set(names.NAME_FIELDS) & {where for where, _ in row.faults}
    ):
        row.wrong("", RowFault.NO_NAME)
    if row.rank_in_name[1]:
        said = vocabulary.meaning(WordKind.RANK, row.rank_in_name[1])
        if said in (words.UNKNOWN, words.SERVED):
            row.remarks.append(f"Grado: {row.rank_in_name[1]}")


def _split(
    row: Understood, where: SheetField, full: str, vocabulary: Vocabulary
) -> tuple[str, str]:
    """Given and family names of a full one; where they part is asked until somebody has said it."""
    is_family_first = where == F.FAMILY_FIRST
    part_of = partial(vocabulary.meaning, WordKind.NAME)
    doubt = name_parts.part_in_doubt(full, is_family_first=is_family_first, part_of=part_of)
    if doubt and plain(doubt) in vocabulary.confirmed.get(WordKind.NAME, {}):
        return name_parts.split_as_said(full, part_of)
    if doubt:
        row.wrong(where, RowFault.NAME_PARTS)
    return name_parts.split_name(full, is_family_first=is_family_first, part_of=part_of)


def _line(text: str, name: SheetField) -> str:
    if len(text) > LONGEST[name]:
        raise CellFault(RowFault.TOO_LONG)
    return "" if is_nothing(text) else text


def _unit(text: str) -> str:
    """Nothing of `ninguna` or `civil`, which some write where no unit is."""
    return "" if words.FORCE.get(plain(text)) == words.NONE else _line(text, F.UNIT)


def _take_kind_of_paper(row: Understood, texts: Mapping[str, str], kind: str | None) -> None:
    """Kind and country as the sheet says, else as the number says by itself; "" where neither does."""
    word = texts.get(F.DOCUMENT_TYPE, "")
    number = values.without_cents(texts.get(F.DOCUMENT, "")) or ""
    letter = plain(word).upper()
    if letter in ("V", "E") and row.document[:1].isdigit():
        # `V` in one column and the number in the next are one number.
        row.document = number = f"{letter}-{row.document}"
    read = read_paper(values.parted_document(number)[0])
    row.document_type = kind or read.type
    country = "CO" if plain(word) in words.OF_COLOMBIA else read_paper(word).country
    of_number = read.country or read_paper(row.document).country
    # Of a "CE" with an "E-" before its number nobody knows which country issued it.
    are_at_odds = country and of_number not in ("", country)
    row.document_country = "" if are_at_odds else of_number or country
    if are_three(*row.nationalities, read_paper(row.document).nationality):
        row.wrong(F.NATIONALITY, RowFault.THREE_NATIONALITIES)


def _read_words(
    row: Understood,
    texts: Mapping[str, str],
    take: Callable[..., Any],
    vocabulary: Vocabulary,
) -> None:
    def read(kind: str, text: str) -> str | None:
        if is_nothing(text):
            return None
        found = vocabulary.meaning(kind, text)
        if found is None:
            raise CellFault(RowFault.WORD_NOT_KNOWN)
        is_kept = found != words.UNKNOWN or kind in (WordKind.FORCE, WordKind.RANK)
        return found if is_kept else None

    def meaning(kind: str) -> str | None:
        said: str | None = take(kind, partial(read, kind), None)
        return said

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
    row.nationalities = take(WordKind.NATIONALITY, countries, ())
    _take_kind_of_paper(row, texts, meaning(WordKind.DOCUMENT_TYPE))
    if row.rank == words.NONE:
        row.rank = None
    _take_rank_of_name(row, vocabulary)
    if fault := vocabulary.fault_of_rank(row.force, row.rank):
        row.wrong(F.RANK, fault)
    relation = words.relation_by_sex(row.relation, row.sex)
    if relation is None:
        row.wrong(F.RELATION, RowFault.OF_EITHER_SEX)
    elif is_of_the_other_sex(relation, row.sex):
        row.wrong(F.RELATION, RowFault.OF_THE_OTHER_SEX)
    if F.RELATION in {where for where, _fault in row.faults}:
        # A person with a relation in doubt belongs to the family, which waits for the answer.
        relation = Relation.UNKNOWN
    row.relation = relation or ""


def _take_rank_of_name(row: Understood, vocabulary: Vocabulary) -> None:
    """A rank before the name is the rank where the sheet states none; two that differ are asked about."""
    where, word = row.rank_in_name
    if not word:
        return
    rank = vocabulary.meaning(WordKind.RANK, word)
    if rank is None:
        row.wrong(SheetField(where), RowFault.WORD_NOT_KNOWN)
    elif row.rank in (None, words.UNKNOWN) or row.rank == words.SERVED != rank != words.UNKNOWN:
        row.rank = rank
    elif rank not in (words.UNKNOWN, words.SERVED, row.rank):
        row.wrong(SheetField(where), RowFault.TWO_RANKS)
