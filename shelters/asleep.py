"""Preselects sleepers of a night for whom a protection rule may be broken.

Nearly everybody sleeps in a room of their own family with an adult of it, or beside adults of the same sex: the database
leaves them out, so that a night costs only its unusual cases. Doubtful cases are kept; `shelters.rules` decides.
"""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper, Func, Q
from psycopg.types.json import Jsonb

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.register.choices import Sex
from pages.questions import PLACEHOLDER, cached_rows, kept_sql
from reference.choices import RoomNeed
from shelters.kept import is_kept
from shelters.models import KeptOccupancy, Placement
from shelters.querysets.moment import ANY_NIGHT
from shelters.rules.protection import YEARS_OF_A_FATHER, of_age_if_born_by
from shelters.rules.room_needs import LOUD, NEEDS_OF_NO_ROOM
from shelters.sleepers import KNOWN, Known

COLUMNS = ("pk", "site", "bed__room", "case", "individual", *KNOWN)

# Selects four groups. `rooms`: everybody in a room that a child or both sexes share with strangers, that is only for some
# people, or in which somebody needs something that not every room of its kind offers. `children`: families with members in
# a room without a certain adult of theirs. `girls`: families of a room where a girl may have no adult but young men.
# `bound`: families of two people who are kept apart, or belong together across two files.
QUERY = """
WITH asleep (stay, site, room, family, person, sex, year, precision, is_kept, room_kind) AS MATERIALIZED ({asleep}),
needs (person, wanted) AS ({needs}),
bonds (one, other, kind) AS ({bonds}),
rooms AS (
    SELECT room FROM asleep LEFT JOIN needs USING (person) WHERE room IS NOT NULL GROUP BY room
    HAVING bool_or(is_kept)
        OR coalesce(bool_or(NOT wanted <@ CASE WHEN room_kind = ANY(%(loud)s) THEN %(met)s ELSE %(met_in_quiet)s END), false)
        OR count(DISTINCT family) > 1 AND NOT coalesce(
            bool_and(year <= %(year)s) AND count(year) = count(*) AND (every(sex = %(female)s) OR every(sex = %(male)s)), false)
),
children AS (
    SELECT site, family FROM asleep GROUP BY site, family, room
    HAVING NOT bool_or(year IS NULL OR year <= %(year)s)
),
girls AS (
    SELECT site, unnest(array_agg(family)) AS family FROM asleep WHERE room IS NOT NULL GROUP BY site, room
    HAVING bool_or(sex = %(female)s AND year > %(year)s) AND bool_or(sex <> %(female)s)
        AND NOT coalesce(bool_or(sex = %(female)s AND year <= %(year)s), false)
        AND NOT coalesce(
            min(year) FILTER (WHERE sex = %(female)s) - min(year) FILTER (WHERE sex <> %(female)s) >= %(father)s, false)
),
bound AS (
    SELECT a.site, unnest(ARRAY[a.family, b.family]) AS family
    FROM bonds JOIN asleep a ON a.person = one JOIN asleep b ON b.person = other
    WHERE a.site = b.site AND (kind = %(apart)s OR a.family <> b.family)
)
SELECT stay, site, room, family, person, sex, year, precision FROM asleep
WHERE room IN (SELECT room FROM rooms) OR (site, family) IN (SELECT site, family FROM children)
    OR (site, family) IN (SELECT site, family FROM girls)
    OR (site, family) IN (SELECT site, family FROM bound)
"""


def doubtful_sleepers(
    night: datetime.date,
) -> list[tuple[uuid.UUID, uuid.UUID, uuid.UUID | None, *Known]]:
    """The doubtful stays at any site: key, site, room, and the person as `Known`.

    Reads the projection of the night if it is current.
    """
    if not is_kept(night):
        return doubtful_sleepers_at(None, night)
    return cached_rows(_kept_stays, values={ANY_NIGHT: night})


def doubtful_sleepers_at(
    sites: Collection[uuid.UUID] | None, night: datetime.date
) -> list[tuple[uuid.UUID, uuid.UUID, uuid.UUID | None, *Known]]:
    """The doubtful stays at these sites, or at all, computed without the projection."""
    params: dict[str, Any] = {"female": Sex.FEMALE, "male": Sex.MALE, "apart": Bond.APART}
    params["year"] = of_age_if_born_by(night)
    # Two years of birth may be two years further apart than the lowest ages are.
    params["father"] = YEARS_OF_A_FATHER + 2
    params |= {"loud": sorted(LOUD), "met": Jsonb(sorted(NEEDS_OF_NO_ROOM))}
    params["met_in_quiet"] = Jsonb(sorted({*NEEDS_OF_NO_ROOM, RoomNeed.QUIET}))
    parts, values = {}, {ANY_NIGHT: night, PLACEHOLDER: sites or ()}
    asleep = _asleep if sites is None else _asleep_at
    for name, make in {"asleep": asleep, "needs": _needs, "bonds": _bonds}.items():
        parts[name], named = kept_sql(name, make, values=values)
        params |= named
    with connection.cursor() as cursor:
        cursor.execute(QUERY.format(**parts), params)
        rows: list[tuple[uuid.UUID, uuid.UUID, uuid.UUID | None, *Known]] = cursor.fetchall()
        return rows


def _asleep() -> Any:
    is_for_all = Q(bed__room__for_whom="", site__for_whom="")
    rows: Any = Placement.objects.sleeping_on(ANY_NIGHT).order_by()
    rows = rows.annotate(is_kept=ExpressionWrapper(~is_for_all, BooleanField()))
    return rows.values_list(*COLUMNS, "is_kept", "bed__room__kind")


def _asleep_at() -> Any:
    return _asleep().filter(site__in=[PLACEHOLDER])


def _kept_stays() -> Any:
    rows = KeptOccupancy.objects.filter(night=ANY_NIGHT).order_by()
    stays = rows.values(stay=Func("asked_about", function="unnest"))
    return Placement.objects.filter(pk__in=stays).order_by().values_list(*COLUMNS)


def _needs() -> Any:
    needs = SpecificNeed.objects.open_on(ANY_NIGHT).exclude(code__room_needs=[])
    return needs.order_by().values_list("individual", "code__room_needs")


def _bonds() -> Any:
    rows = Relationship.objects.open().order_by()
    return rows.values_list("individual_a", "individual_b", "kind")
