"""What the user can do about a due date: the first of its ways that they may use, as a link or a button."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.due import KeyOf, Way
from accounts.models import User
from accounts.permissions import Permission as P
from accounts.sight import keys_seen
from casework.register.models.case import Case
from casework.register.querysets.reach import reach_of
from pages.context import address
from pages.questions import ANY_KEY, kept_rows
from pages.together import together
from worklist.due.rows import Due
from worklist.sources.lookups import source_of, ways_of


@dataclass(frozen=True)
class LineAct:
    """What the user can do: the text of the link, and its address.

    For a button, `sends` is the answer that it posts, and `page` the form with all answers. `comes_back` is that of the way.
    """

    label: str | Promise
    url: str
    sends: tuple[str, str] | None = None
    page: str = ""
    comes_back: bool = False


@dataclass(frozen=True)
class Known:
    """The numbers of the row's subject, as far as the user may see them."""

    case_number: str = ""
    person_number: str = ""


# Of a family without a bed, and of one without a more specific line.
GIVE_A_BED = (Way(_("Find a bed"), "placement-place", P.PLACEMENT_CHANGE, KeyOf.CASE),)
OPEN_THE_FILE = (
    Way(_("Open the file"), "case-detail", P.CASE_READ, KeyOf.CASE_NUMBER),
    Way(_("Open the card"), "case-card", P.CASE_CARD, KeyOf.CASE_NUMBER),
)


class Reachable:
    """Which of these rows the user reaches with a permission, queried for all rows at once.

    A row with a case is checked by its case, all permissions together; other rows as their own page checks them.
    """

    def __init__(
        self, user: User, case_ids: Iterable[UUID | None], rows: Collection[Due] = ()
    ) -> None:
        self.user = user
        self._cases = {case_id for case_id in case_ids if case_id}
        self._rows: dict[str, set[str]] = {}
        for row in rows:
            if row.case_id is None:
                self._rows.setdefault(row.kind, set()).add(row.about_id)
        self._found: dict[tuple[str, Any], set[str]] = {}
        kinds = {row.kind for row in rows}
        ways = [*OPEN_THE_FILE, *GIVE_A_BED, *(way for kind in kinds for way in ways_of(kind))]
        self._permissions = {way.permission for way in ways if user.holds(way.permission)}

    def with_(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        """Whether the user may do this to that case, or without a case to that row."""
        if not self.user.holds(permission):
            return False
        if case_id:
            return str(case_id) in self._cases_seen(permission)
        source = source_of(row.kind) if row else None
        if row is None or source is None:
            return True
        return row.about_id in self._seen(
            row.kind, permission, source.about, self._rows.get(row.kind, set())
        )

    def _cases_seen(self, permission: P) -> set[str]:
        """Queries all permissions of these ways at once."""
        reach = reach_of(self.user, permission)
        if ("", reach) not in self._found:
            asked = {reach_of(self.user, each): each for each in {permission, *self._permissions}}
            among = Case.objects.filter(pk__in=self._cases).order_by().values("pk")
            questions = {
                str(each): among.filter(pk__in=keys_seen(Case.objects, self.user, each))
                for each in asked.values()
            }
            seen = together({}, questions).answers().rows
            for reached, each in asked.items():
                self._found["", reached] = {row["pk"] for row in seen[str(each)]}
        return self._found["", reach]

    def _seen(self, kind: str, permission: P, model: Any, ids: Iterable[Any]) -> set[str]:
        everybody = model._default_manager
        # Permissions with the same reach share the answer.
        by = everybody.reach(self.user, permission) if hasattr(everybody, "reach") else permission
        if (kind, by) not in self._found:
            # Cases, and the subjects of rows without a case (offices, sites, agreements), which all have UUID keys.
            keys = [key if isinstance(key, UUID) else UUID(key) for key in ids]
            seen = kept_rows(_in_sight, model, self.user, permission, values={ANY_KEY: keys})
            self._found[kind, by] = set(map(str, seen))
        return self._found[kind, by]


class ReachableInFile(Reachable):
    """Rows of a single case, whose page has already queried what the user may do."""

    def __init__(self, user: User, case: Case) -> None:
        super().__init__(user, ())
        self._case = case

    def with_(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        return bool(can(self.user, permission, about=self._case))


def _in_sight(model: Any, user: User, permission: P) -> Any:
    rows = model._default_manager.filter(pk__in=[ANY_KEY])
    seen = keys_seen(model._default_manager, user, permission)
    return rows.filter(pk__in=seen).order_by().values_list("pk", flat=True)


def act_on(row: Due, known: Known, reachable: Reachable) -> LineAct | None:
    """The first way to settle the row that the user may use; else the file. None if the user may open no page about it."""
    return first_of((*ways_of(row.kind), *OPEN_THE_FILE), row.case_id, row, known, reachable)


def first_of(
    ways: Iterable[Way], case_id: UUID | None, row: Due | None, known: Known, reachable: Reachable
) -> LineAct | None:
    """The first of these ways that the user may use. Skips a way whose address needs a key that is unknown."""
    about_id = row.about_id if row else ""
    keys: Mapping[KeyOf, tuple[Any, ...]] = {
        KeyOf.ROW: (about_id,),
        KeyOf.CASE: (case_id or "",),
        KeyOf.CASE_NUMBER: (known.case_number,),
        KeyOf.PERSON_NUMBER: (known.person_number,),
        KeyOf.PERSON_AND_ROW: (known.person_number, about_id),
    }
    for way in ways:
        if not all(keys[way.wants]) or not reachable.with_(way.permission, case_id, row):
            continue
        if url := address(way.page, *keys[way.wants]):
            page = address(way.all_answers, *keys[way.wants]) if way.all_answers else ""
            return LineAct(way.label, url, way.sends, page, way.comes_back)
    return None
