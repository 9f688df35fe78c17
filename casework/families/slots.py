"""The family on the file and the reduced card, who joined and left in the timeline, bonds in an extract."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.slots import arrivals_of
from casework.bonds.models import Relationship
from casework.corrections.models import Correction
from casework.corrections.slots import corrections_of, with_put_right
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import EndReason, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, records_of
from casework.register.querysets.absorbed import absorbed_cases
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.service.categories import mark_principals
from casework.slots.extract import Held, LeftOut
from casework.slots.followers import DayFollower
from casework.slots.holdings import holds
from casework.slots.obstacles import Obstacle, clashing

family_change_left_out = LeftOut(
    FamilyChange,
    _("Steps by which families were joined or split: what they moved is shown as membership."),
)


def _bonds(individual: Individual) -> Iterable[Any]:
    return Relationship.objects.standing().touching(records_of(individual))


relationship_held = Held(
    Relationship,
    _("Relations to other people on file"),
    left_out={"reason": _("Why people may not share a room: it tells of somebody else.")},
    first=["kind", "starts_on", "ends_on"],
    rows=_bonds,
)

family_member_held = Held(
    FamilyMember,
    _("Membership of a family"),
    first=["case", "relation_to_principal", "joined_on", "left_on"],
)


def principal_of_others(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A family would be left without its principal."""
    for member in merged.memberships.filter(left_on=None).select_related("case"):
        is_head = member.relation_to_principal == Relation.PRINCIPAL
        others = member.case.members.filter(left_on=None).exclude(pk=member.pk)
        if is_head and others.exists() and clashing(member, survivor):
            words = {"number": merged.number, "case": member.case.number}
            yield Obstacle(
                gettext("%(number)s is the principal of %(case)s: name another one first.") % words,
                reverse("principal-change", args=[member.case.number]),
            )


def open_relation(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Somebody says that these are two people who belong together, or must be kept apart."""
    for bond in Relationship.objects.between(survivor, merged).open():
        words = {"relation": bond.get_kind_display()}
        yield Obstacle(
            gettext("An open relation says that these are two people (%(relation)s): end it first.")
            % words,
            reverse("relationship-end", args=[bond.pk]),
        )


class FamilyPanel:
    slug, title = "family", gettext_lazy("Family")
    permission = Permission.INDIVIDUAL_READ
    template = "casework/families/family_panel.html"
    brief, page = "casework/file/_family.html", "people"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        present = family_today(case, user)
        arrived = {arrival.pk: arrival.on for arrival in arrivals_of(case, user)}
        past = _past(case, user)
        left = _days_left(case, [member for member, _is_seen in past])
        for member in [*present, *(member for member, _is_seen in past)]:
            # The arrival's form corrects its day; if arrival and exit give both days, none is corrected here.
            came_on = arrived.get(member.individual.arrival_id)
            member.has_day_of_arrival = came_on == member.joined_on
            has_exit = (member.individual_id, member.left_on) in left
            # If both days are the same, neither can be moved without the other.
            is_of_a_day = member.left_on == member.joined_on
            member.is_carried = is_of_a_day or (member.has_day_of_arrival and has_exit)
        members = [*present, *(member for member, is_seen in past if is_seen)]
        return {
            "lines": mark_principals(present),
            "past": past,
            "corrections": corrections_of(*members) if holds(case, Correction) else [],
            "absorbed": _absorbed(case, user),
            **ended(case, user),
            "may_change": case.is_open and can(user, Permission.CASE_CHANGE, about=case),
        }

    def brief_context(self, case: Case, user: User) -> dict[str, Any]:
        """A person who left and came back is a current member: the part shows from when until when they belonged
        before."""
        family = family_today(case, user)
        here = {member.individual_id for member in family}
        return {
            "lines": family,
            "past": [each for each in _past(case, user) if each[0].individual_id not in here],
            "absorbed": _absorbed(case, user),
            **ended(case, user),
        }


def _past(case: Case, user: User) -> list[tuple[Any, bool]]:
    """Former members of the case, and whether the user sees them."""
    fetched = vars(case).get("members_ever")
    if fetched is None:
        gone = case.members.not_undone().filter(left_on__lte=user.today())
        past = with_people_of(gone, people_today(case, user))
    else:
        past = [member for member in fetched if _is_past(member, user.today())]
    if not past:
        return []
    people = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    of_past = people.filter(pk__in=[member.individual_id for member in past])
    seen = set(of_past.values_list("pk", flat=True))
    return [(member, member.individual_id in seen) for member in past]


def _is_past(member: FamilyMember, day: datetime.date) -> bool:
    """Whether the membership existed and had ended by that day."""
    return member.left_on is not None and member.was_not_undone and member.left_on <= day


def _days_left(case: Case, members: list[FamilyMember]) -> set[tuple[Any, datetime.date | None]]:
    """(person, day) for each exit of these people."""
    if not (members and holds(case, Exit)):
        return set()
    people = [member.individual_id for member in members]
    exits = Exit.objects.standing().filter(individual__in=people)
    return set(exits.values_list("individual", "on"))


def ended(case: Case, user: User) -> dict[str, Any]:
    """For a case without people: where they are now, and why they are not here."""
    became = _became(case)
    merged = case.members.filter(individual__merged_into__isnull=False)
    is_merged = not became and case.end_reason == EndReason.DUPLICATE and merged.exists()
    return {"now_in": _now_in(case, user), "became": became, "is_merged": is_merged}


def _now_in(case: Case, user: User) -> Iterable[Case]:
    """For a closed or empty case: visible cases in which its people, or those of an undone split, are today."""
    if case.is_open and family_today(case, user):
        return []
    held = case.members.not_undone()
    people = case.members.filter(Q(pk__in=held.values("pk")) | ~Exists(held)).values("individual")
    who = Q(individual__in=people) | Q(individual__merged_from__in=people)
    today = FamilyMember.objects.on(user.today()).filter(who)
    cases = Case.objects.visible_to(user).filter(pk__in=today.values("case"))
    return list(cases.exclude(pk=case.pk).order_by("number"))


def _became(case: Case) -> str:
    """Whether a case that was closed as a duplicate began with a split that was undone, in words."""
    if case.end_reason != EndReason.DUPLICATE:
        return ""
    if case.family_changes_of_others.filter(
        step=FamilyStep.SPLIT, undone_at__isnull=False
    ).exists():
        return gettext("The split that opened this case was undone.")
    return ""


def _absorbed(case: Case, user: User) -> Iterable[Case]:
    # The records that were merged into its people's are stored as theirs.
    if not holds(case, Individual):
        return []
    return absorbed_cases(people_today(case, user), user).exclude(pk=case.pk)


family_panel = FamilyPanel()


def _seen_bonds(
    people: list[Individual], rows: Any
) -> list[tuple[Individual, str, Individual, Any]]:
    """Each bond from the side of each member: who, what, whom, the row."""
    return [
        (person, *row.seen_from(person.pk), row)
        for person in people
        for row in rows
        if person.pk in (row.individual_a_id, row.individual_b_id)
    ]


class RelationshipsPanel:
    slug, title = "relationships", gettext_lazy("Who is what to whom")
    permission = Permission.INDIVIDUAL_READ
    page = "people"
    template = "casework/families/relationships_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        bonds, past = list[Any](), list[Any]()
        if holds(case, Relationship):
            rows = Relationship.objects.visible_to(user, self.permission).touching(people)
            today = Relationship.objects.on(user.today()).filter(pk=OuterRef("pk"))
            for bond in with_put_right(rows.with_people()).annotate(holds_today=Exists(today)):
                (bonds if bond.holds_today else past).append(bond)
        return {
            "people": people,
            "bonds": _seen_bonds(people, bonds),
            "past": _seen_bonds(people, past),
            "corrections": corrections_of(*bonds, *past),
            "may_change": case.is_open and can(user, Permission.INDIVIDUAL_CHANGE, about=case),
        }


class ApartPanel:
    """People who must not share a room, without the reason; for users who assign beds."""

    slug, title = "apart", gettext_lazy("Not in one room")
    permission = Permission.NEED_FLAGS
    page = "people"
    is_on_card = True
    template = "casework/families/apart_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        if not holds(case, Relationship):
            return {"bonds": []}
        people = people_today(case, user)
        rows = (
            Relationship.objects.visible_to(user, self.permission).on(user.today()).keeping_apart()
        )
        return {"bonds": _seen_bonds(people, rows.touching(people).with_people())}


relationships_panel = RelationshipsPanel()

apart_panel = ApartPanel()


VERBS: dict[str, str | Promise] = {
    "family.joined": _("brought people of another case into the family"),
    "family.split": _("opened a case of their own for part of the family"),
    "family.undone": _("undid a step of the family builder"),
    "member.corrected": _("put right the days on which somebody belonged to the family"),
    "member.added": _("added somebody to the family"),
    "member.left": _("recorded that somebody left the family"),
    "relation.changed": _("recorded that a relation to the principal changed"),
    "principal.changed": _("changed the principal"),
    "relation.corrected": _("put right what somebody is to the principal"),
    "relationship.corrected": _("put right how two people belong together"),
    "relationship.ended": _("recorded that two people no longer belong together in this way"),
    "relationship.recorded": _("recorded how two people belong together"),
}


class FamilyChanges(DayFollower):
    """Steps of a family builder in a family opened for an arrival come after the arrival."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        if opened is None:
            return []
        steps = FamilyChange.objects.touching(opened).filter(on__lt=on, undone_at=None)
        return [gettext("The family changed before this day.")] if steps.exists() else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Does nothing: each step has its own day."""


changes = FamilyChanges()
