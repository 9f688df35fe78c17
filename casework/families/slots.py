"""What families add to the file, the reduced card, extracts, obstacles to a merge, and the audit log."""

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
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import EndReason, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, records_of
from casework.register.querysets.absorbed import absorbed_cases
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.service.categories import mark_principals
from casework.slots.extract import ExtractPart, LeftOut
from casework.slots.followers import DayFollower
from casework.slots.holdings import holds
from casework.slots.obstacles import Obstacle, overlaps_membership

family_change_left_out = LeftOut(
    FamilyChange,
    _("Steps by which families were joined or split: what they moved is shown as membership."),
)


def _relationships_of(individual: Individual) -> Iterable[Any]:
    return Relationship.objects.standing().touching(records_of(individual))


relationship_extract = ExtractPart(
    Relationship,
    _("Relations to other people on file"),
    left_out={"reason": _("Why people may not share a room: it tells of somebody else.")},
    first=["kind", "starts_on", "ends_on"],
    rows=_relationships_of,
)

family_member_extract = ExtractPart(
    FamilyMember,
    _("Membership of a family"),
    first=["case", "relation_to_principal", "joined_on", "left_on"],
)


def principal_of_others(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge that would leave a family without a principal."""
    for member in merged.memberships.filter(left_on=None).select_related("case"):
        is_head = member.relation_to_principal == Relation.PRINCIPAL
        others = member.case.members.filter(left_on=None).exclude(pk=member.pk)
        if is_head and others.exists() and overlaps_membership(member, survivor):
            words = {"number": merged.number, "case": member.case.number}
            yield Obstacle(
                gettext("%(number)s is the principal of %(case)s: name another one first.") % words,
                reverse("principal-change", args=[member.case.number]),
            )


def open_relation(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if an open relation says that these are two people."""
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
        current_members = family_today(case, user)
        arrival_days = {arrival.pk: arrival.on for arrival in arrivals_of(case, user)}
        past = _former_members(case, user)
        exit_days = _exit_days(case, [member for member, _is_seen in past])
        for member in [*current_members, *(member for member, _is_seen in past)]:
            # A day of an arrival or an exit is corrected with that arrival or exit.
            came_on = arrival_days.get(member.individual.arrival_id)
            member.has_day_of_arrival = came_on == member.joined_on
            has_exit = (member.individual_id, member.left_on) in exit_days
            # If both days are the same, neither can be moved without the other.
            is_of_a_day = member.left_on == member.joined_on
            member.is_corrected_elsewhere = is_of_a_day or (member.has_day_of_arrival and has_exit)
        members = [*current_members, *(member for member, is_seen in past if is_seen)]
        return {
            "lines": mark_principals(current_members),
            "past": past,
            "corrections": corrections_of(*members) if holds(case, Correction) else [],
            "absorbed": _absorbed_cases(case, user),
            **context_of_emptied_case(case, user),
            "may_change": case.is_open and can(user, Permission.CASE_CHANGE, about=case),
        }

    def brief_context(self, case: Case, user: User) -> dict[str, Any]:
        """Returns the context for the summary. Leaves out former memberships of people who belong to the family again."""
        family = family_today(case, user)
        current_keys = {member.individual_id for member in family}
        return {
            "lines": family,
            "past": [
                each
                for each in _former_members(case, user)
                if each[0].individual_id not in current_keys
            ],
            "absorbed": _absorbed_cases(case, user),
            **context_of_emptied_case(case, user),
        }


def _former_members(case: Case, user: User) -> list[tuple[Any, bool]]:
    """Returns the former members of the case, each with whether the user sees the person."""
    members_ever = vars(case).get("members_ever")
    if members_ever is None:
        former_members = case.members.not_undone().filter(left_on__lte=user.today())
        past = with_people_of(former_members, people_today(case, user))
    else:
        past = [member for member in members_ever if _is_former(member, user.today())]
    if not past:
        return []
    people = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    visible_people = people.filter(pk__in=[member.individual_id for member in past])
    visible_keys = set(visible_people.values_list("pk", flat=True))
    return [(member, member.individual_id in visible_keys) for member in past]


def _is_former(member: FamilyMember, day: datetime.date) -> bool:
    """Whether the membership was not undone and had ended by that day."""
    return member.left_on is not None and member.was_not_undone and member.left_on <= day


def _exit_days(case: Case, members: list[FamilyMember]) -> set[tuple[Any, datetime.date | None]]:
    """Returns (person, day) of each exit of these people."""
    if not (members and holds(case, Exit)):
        return set()
    people = [member.individual_id for member in members]
    exits = Exit.objects.standing().filter(individual__in=people)
    return set(exits.values_list("individual", "on"))


def context_of_emptied_case(case: Case, user: User) -> dict[str, Any]:
    """Returns template context that says where the people of an empty case are now, and why they are not in it."""
    sentence = _sentence_of_undone_split(case)
    merged_members = case.members.filter(individual__merged_into__isnull=False)
    is_merged = not sentence and case.end_reason == EndReason.DUPLICATE and merged_members.exists()
    return {
        "current_cases": _current_cases(case, user),
        "undone_split": sentence,
        "is_merged": is_merged,
    }


def _current_cases(case: Case, user: User) -> Iterable[Case]:
    """Returns the visible cases in which the people of a closed or empty case, or of an undone split, are today."""
    if case.is_open and family_today(case, user):
        return []
    valid_members = case.members.not_undone()
    people = case.members.filter(
        Q(pk__in=valid_members.values("pk")) | ~Exists(valid_members)
    ).values("individual")
    is_of_these_people = Q(individual__in=people) | Q(individual__merged_from__in=people)
    memberships = FamilyMember.objects.on(user.today()).filter(is_of_these_people)
    cases = Case.objects.visible_to(user).filter(pk__in=memberships.values("case"))
    return list(cases.exclude(pk=case.pk).order_by("number"))


def _sentence_of_undone_split(case: Case) -> str:
    """Returns a sentence if the case was opened by a split that was undone; else ""."""
    if case.end_reason != EndReason.DUPLICATE:
        return ""
    if case.family_changes_of_others.filter(
        step=FamilyStep.SPLIT, undone_at__isnull=False
    ).exists():
        return gettext("The split that opened this case was undone.")
    return ""


def _absorbed_cases(case: Case, user: User) -> Iterable[Case]:
    # Merged records belong to the survivor, so a case without people has no absorbed cases.
    if not holds(case, Individual):
        return []
    return absorbed_cases(people_today(case, user), user).exclude(pk=case.pk)


family_panel = FamilyPanel()


def _relationships_by_person(
    people: list[Individual], rows: Any
) -> list[tuple[Individual, str, Individual, Any]]:
    """Returns tuples (person, relation in words, other person, row), one for each of these people in a relationship."""
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
            for bond in with_is_corrected(rows.with_people()).annotate(holds_today=Exists(today)):
                (bonds if bond.holds_today else past).append(bond)
        return {
            "people": people,
            "bonds": _relationships_by_person(people, bonds),
            "past": _relationships_by_person(people, past),
            "corrections": corrections_of(*bonds, *past),
            "may_change": case.is_open and can(user, Permission.INDIVIDUAL_CHANGE, about=case),
        }


class ApartPanel:
    """People who must not share a room, without the reason, for users who assign beds."""

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
        return {"bonds": _relationships_by_person(people, rows.touching(people).with_people())}


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


class FamilyChangeFollower(DayFollower):
    """Refuses a day of arrival after a step of the family builder in the case that the arrival opened."""

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


family_change_follower = FamilyChangeFollower()
