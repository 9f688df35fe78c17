"""What the user can do about a due date: the first way to settle it that the user may use, as a link or a button."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.due import DueAction, KeyOf
from accounts.models import User
from accounts.permissions import Permission as P
from accounts.sight import visible_keys
from casework.register.models.case import Case
from casework.register.querysets.reach import reach_of
from pages.context import address
from pages.questions import PLACEHOLDER, cached_rows
from pages.together import together
from worklist.due.rows import Due
from worklist.sources.lookups import source_of, ways_of


@dataclass(frozen=True)
class LineAct:
    """A link or a button for the user: its text and its address.

    A button posts the answer `sends`; `page` is the form with all answers. `comes_back` is copied from the way
    (`accounts.due.Way`).
    """

    label: str | Promise
    url: str
    sends: tuple[str, str] | None = None
    page: str = ""
    comes_back: bool = False


@dataclass(frozen=True)
class SubjectNumbers:
    """The numbers that addresses of pages need. A number is empty if the user may not see its case or person."""

    case_number: str = ""
    person_number: str = ""


# The ways for a family without a bed, and those for any family.
GIVE_A_BED = (DueAction(_("Find a bed"), "placement-place", P.PLACEMENT_CHANGE, KeyOf.CASE),)
OPEN_THE_FILE = (
    DueAction(_("Open the file"), "case-detail", P.CASE_READ, KeyOf.CASE_NUMBER),
    DueAction(_("Open the card"), "case-card", P.CASE_CARD, KeyOf.CASE_NUMBER),
)


class RowAccess:
    """Tells for each of these cases and rows whether the user has a permission there; queries them all at once.

    A row with a case is checked by its case, for all permissions in one statement. A row without a case is checked by its
    subject, as the page of the subject checks it.
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
        self._visible: dict[tuple[str, Any], set[str]] = {}
        kinds = {row.kind for row in rows}
        ways = [*OPEN_THE_FILE, *GIVE_A_BED, *(way for kind in kinds for way in ways_of(kind))]
        self._permissions = {way.permission for way in ways if user.holds(way.permission)}

    def allows(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        """Whether the user has the permission for this case, or without a case for the subject of this row."""
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
        """The keys of the cases that the user sees with this permission. The first call queries all permissions at once."""
        reach = reach_of(self.user, permission)
        if ("", reach) not in self._visible:
            by_reach = {
                reach_of(self.user, each): each for each in {permission, *self._permissions}
            }
            among = Case.objects.filter(pk__in=self._cases).order_by().values("pk")
            questions = {
                str(each): among.filter(pk__in=visible_keys(Case.objects, self.user, each))
                for each in by_reach.values()
            }
            visible = together({}, questions).answers().rows
            for reached, each in by_reach.items():
                self._visible["", reached] = {row["pk"] for row in visible[str(each)]}
        return self._visible["", reach]

    def _seen(self, kind: str, permission: P, model: Any, ids: Iterable[Any]) -> set[str]:
        """The keys among `ids` of the subjects that the user sees with this permission."""
        everybody = model._default_manager
        # Permissions that give the same teams and offices share the answer.
        by = everybody.reach(self.user, permission) if hasattr(everybody, "reach") else permission
        if (kind, by) not in self._visible:
            # Cases, and the subjects of rows without a case (offices, sites, agreements), which all have UUID keys.
            keys = [key if isinstance(key, UUID) else UUID(key) for key in ids]
            visible = cached_rows(
                _in_sight, model, self.user, permission, values={PLACEHOLDER: keys}
            )
            self._visible[kind, by] = set(map(str, visible))
        return self._visible[kind, by]


class FileAccess(RowAccess):
    """The same for rows of a single case. The page of the case has already queried what the user may do."""

    def __init__(self, user: User, case: Case) -> None:
        super().__init__(user, ())
        self._case = case

    def allows(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        return bool(can(self.user, permission, about=self._case))


def _in_sight(model: Any, user: User, permission: P) -> Any:
    rows = model._default_manager.filter(pk__in=[PLACEHOLDER])
    visible = visible_keys(model._default_manager, user, permission)
    return rows.filter(pk__in=visible).order_by().values_list("pk", flat=True)


def act_for_row(row: Due, numbers: SubjectNumbers, access: RowAccess) -> LineAct | None:
    """The first way to settle the row that the user may use, else a link to the file; None if the user may open neither."""
    return first_usable_act((*ways_of(row.kind), *OPEN_THE_FILE), row.case_id, row, numbers, access)


def first_usable_act(
    actions: Iterable[DueAction],
    case_id: UUID | None,
    row: Due | None,
    numbers: SubjectNumbers,
    access: RowAccess,
) -> LineAct | None:
    """The first of these ways that the user may use; None without any.

    Skips ways whose address needs a key that the row does not have or the user may not see."""
    return next(_acts(actions, case_id, row, numbers, access), None)


def usable_acts(
    actions: Iterable[DueAction], row: Due, numbers: SubjectNumbers, access: RowAccess
) -> tuple[LineAct, ...]:
    """All of these ways to settle the row that the user may use."""
    return tuple(_acts(actions, row.case_id, row, numbers, access))


def _acts(
    actions: Iterable[DueAction],
    case_id: UUID | None,
    row: Due | None,
    numbers: SubjectNumbers,
    access: RowAccess,
) -> Iterator[LineAct]:
    about_id = row.about_id if row else ""
    keys: Mapping[KeyOf, tuple[Any, ...]] = {
        KeyOf.ROW: (about_id,),
        KeyOf.CASE: (case_id or "",),
        KeyOf.CASE_NUMBER: (numbers.case_number,),
        KeyOf.PERSON_NUMBER: (numbers.person_number,),
        KeyOf.PERSON_AND_ROW: (numbers.person_number, about_id),
    }
    for way in actions:
        if not all(keys[way.wants]) or not access.allows(way.permission, case_id, row):
            continue
        if url := address(way.page, *keys[way.wants]):
            page = address(way.all_answers, *keys[way.wants]) if way.all_answers else ""
            yield LineAct(way.label, url, way.sends, page, way.comes_back)
