"""The form with which a user picks a person on file: a search, files opened last, and people who arrived together.

Every page that asks for another person or case uses this form. It is sent by POST, so that no name appears in a URL. It
works without JavaScript in two steps: the first searches, the second submits the marked row."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.register.choices import Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import parse_file_number
from casework.search.querysets import Hit, hits_of, search_people
from pages.forms import ShortText

FILES_OFFERED = 5
# The most audit events in which the files opened last are looked up.
MOST_EVENTS_READ = 200
HITS_OFFERED = 8


@dataclass(frozen=True)
class Suggestions:
    """People to choose from, with a heading that says why they are offered."""

    title: str | Promise
    hits: list[Hit]


class PickForm(forms.Form):
    """Asks for a marked row, or a typed number or name.

    After validation either `number` is that of one visible person or case, or `hits` are the people found by the name."""

    q = ShortText(label=_("Name, number, document or phone"), max_length=120)
    pick = forms.CharField(required=False, max_length=20)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        user: User,
        permission: Permission,
        current_case: Case | None = None,
        without: list[Individual] | None = None,
    ) -> None:
        """Members of `current_case` and the people in `without` are not offered."""
        super().__init__(data)
        self.user, self.permission, self.current_case = user, permission, current_case
        self._keys_left_out = {person.pk for person in without or []}
        self.number = ""
        self.hits: list[Hit] = []

    def clean(self) -> dict[str, Any]:
        """Sets `number` or, for a name, `hits`; adds an error if neither is found."""
        cleaned = super().clean() or self.cleaned_data
        typed, marked = cleaned.get("q", "").strip(), cleaned.get("pick", "").strip()
        if marked and "look" not in self.data:
            self.number = self._visible_number(marked)
        elif number := parse_file_number(typed):
            self.number = self._visible_number(number[1] or number[0])
        elif typed:
            self.hits = self._allowed(
                search_people(typed, self.user, HITS_OFFERED + len(self._keys_left_out))
            )
            if not self.hits:
                self.add_error("q", _("Nobody with a name like this is among your cases."))
        else:
            self.add_error("q", _("Write a name or a number, or mark somebody below."))
        return cleaned

    def _visible_number(self, number: str) -> str:
        """Returns the number; "", with an error, if no visible person or case has it."""
        people = Individual.objects.visible_to(self.user, self.permission)
        cases = Case.objects.visible_to(self.user, Permission.CASE_CHANGE)
        is_visible = people.filter(number=number).exists() or (
            self.current_case is not None and cases.filter(number=number).exists()
        )
        if not is_visible:
            self.add_error("q", ValidationError(_("Among your cases nobody has this number.")))
            return ""
        return number

    def _allowed(self, hits: list[Hit]) -> list[Hit]:
        """Returns at most HITS_OFFERED hits that the user may pick, in order."""
        keys = [hit.individual.pk for hit in hits]
        visible = set(
            Individual.objects.visible_to(self.user, self.permission)
            .filter(pk__in=keys)
            .values_list("pk", flat=True)
        )
        if self.current_case:
            members_now = self.current_case.members.on(self.user.today())
            visible -= set(members_now.values_list("individual", flat=True))
        return [hit for hit in hits if hit.individual.pk in visible - self._keys_left_out][
            :HITS_OFFERED
        ]

    @property
    def offers(self) -> list[Suggestions]:
        """The people found; without any, likely people."""
        if self.hits:
            return [Suggestions(_("People found"), self.hits)]
        group_hits = self._allowed(hits_of(self._people_of_group(), self.user))
        group_keys = {hit.individual.pk for hit in group_hits}
        opened_hits = [
            hit
            for hit in self._allowed(hits_of(self._people_of_last_files(), self.user))
            if hit.individual.pk not in group_keys
        ]
        offers = [
            Suggestions(_("Arrived together with this family"), group_hits),
            Suggestions(_("Files that you looked at last"), opened_hits[:FILES_OFFERED]),
        ]
        return [offer for offer in offers if offer.hits]

    def _people_of_group(self) -> list[Individual]:
        """Returns one person of each family that arrived in the same group."""
        if self.current_case is None:
            return []
        people = self.current_case.members.on(self.user.today()).values("individual")
        is_of_case = Q(case=self.current_case) | Q(individuals__in=people)
        groups = Arrival.objects.filter(is_of_case).exclude(group=None).values("group")
        members = FamilyMember.objects.on(self.user.today()).exclude(case=self.current_case)
        members = members.filter(individual__arrival__group__in=groups)
        cases = members.order_by("-individual__arrival__on", "pk").values_list("case", flat=True)
        return self._principals(list(dict.fromkeys(cases))[:HITS_OFFERED])

    def _people_of_last_files(self) -> list[Individual]:
        views = AuditEvent.objects.filter(actor=self.user, verb="case.read").order_by("-at")
        keys = views.exclude(case_id=None).values_list("case_id", flat=True)[:MOST_EVENTS_READ]
        current_key = self.current_case.pk if self.current_case else None
        return self._principals(
            [key for key in dict.fromkeys(keys) if key != current_key][: FILES_OFFERED * 2]
        )

    def _principals(self, cases: list[Any]) -> list[Individual]:
        """Returns one person for each of these cases, in order: the principal if possible."""
        members = (
            FamilyMember.objects.filter(case__in=cases)
            .on(self.user.today())
            .select_related("individual")
        )
        people: dict[Any, FamilyMember] = {}
        for member in members:
            if member.case_id not in people or member.relation_to_principal == Relation.PRINCIPAL:
                people[member.case_id] = member
        return [people[key].individual for key in cases if key in people]
