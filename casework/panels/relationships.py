"""Who is what to whom, and who must not share a room: on the page about people and on the card."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Individual, Relationship
from casework.querysets.case import members_today


def _people(case: Case, user: User) -> list[Individual]:
    return [member.individual for member in members_today(case, user.today())]


def _bonds(people: list[Individual], rows: Any) -> list[tuple[Individual, str, Individual, Any]]:
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
    template = "casework/panels/relationships.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = _people(case, user)
        rows = Relationship.objects.visible_to(user, self.permission).on(user.today())
        return {
            "people": people,
            "bonds": _bonds(people, rows.touching(people).with_people()),
            "may_change": case.is_open and can(user, Permission.INDIVIDUAL_CHANGE, about=case),
        }


class ApartPanel:
    """Whom a room must not hold together, without the reason; for whoever gives out beds."""

    slug, title = "apart", gettext_lazy("Not in one room")
    permission = Permission.NEED_FLAGS
    page = "people"
    is_on_card = True
    template = "casework/panels/apart.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = _people(case, user)
        rows = Relationship.objects.visible_to(user, self.permission).on(user.today()).that_part()
        return {"bonds": _bonds(people, rows.touching(people).with_people())}


relationships = RelationshipsPanel()
apart = ApartPanel()
