"""Picks a person on file by name: the common search, recently opened files, and people who arrived together.

One component for every page that needs another person or case. It uses POST, so that no name appears in a URL, and
works without JavaScript in two steps: the first searches, the second takes the marked row."""

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
from casework.register.rules import read_number
from casework.search.querysets import Hit, hits_of, search_people
from pages.forms import ShortText

LAST_OPENED = 5
# The most audit events that are read to find the last files in them.
MOST_EVENTS_READ = 200
SHOWN = 8


@dataclass(frozen=True)
class Suggestions:
    """Rows to choose from, with a heading that says why they are offered."""

    title: str | Promise
    hits: list[Hit]


class PickForm(forms.Form):
    """A marked row, or a typed number or name. `number` is set once it is valid."""

    q = ShortText(label=_("Name, number, document or phone"), max_length=120)
    pick = forms.CharField(required=False, max_length=20)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        user: User,
        permission: Permission,
        near: Case | None = None,
        without: list[Individual] | None = None,
    ) -> None:
        """`near` is the current case; its members and the people in `without` are not offered."""
        super().__init__(data)
        self.user, self.permission, self.near = user, permission, near
        self._left_out = {person.pk for person in without or []}
        self.number = ""
        self.hits: list[Hit] = []

    def clean(self) -> dict[str, Any]:
        """Sets `number`, or adds an error unless rows were found. `offers` has the rows to choose from."""
        cleaned = super().clean() or self.cleaned_data
        typed, marked = cleaned.get("q", "").strip(), cleaned.get("pick", "").strip()
        if marked and "look" not in self.data:
            self.number = self._visible_number(marked)
        elif number := read_number(typed):
            self.number = self._visible_number(number[1] or number[0])
        elif typed:
            self.hits = self._offered(search_people(typed, self.user, SHOWN + len(self._left_out)))
            if not self.hits:
                self.add_error("q", _("Nobody with a name like this is among your cases."))
        else:
            self.add_error("q", _("Write a name or a number, or mark somebody below."))
        return cleaned

    def _visible_number(self, number: str) -> str:
        """The number; empty, with an error, if no visible person or case has it."""
        people = Individual.objects.visible_to(self.user, self.permission)
        cases = Case.objects.visible_to(self.user, Permission.CASE_CHANGE)
        is_seen = people.filter(number=number).exists() or (
            self.near is not None and cases.filter(number=number).exists()
        )
        if not is_seen:
            self.add_error("q", ValidationError(_("Among your cases nobody has this number.")))
            return ""
        return number

    def _offered(self, hits: list[Hit]) -> list[Hit]:
        """The people whom the page may take, once each."""
        keys = [hit.individual.pk for hit in hits]
        visible = set(
            Individual.objects.visible_to(self.user, self.permission)
            .filter(pk__in=keys)
            .values_list("pk", flat=True)
        )
        if self.near:
            today = self.near.members.on(self.user.today())
            visible -= set(today.values_list("individual", flat=True))
        return [hit for hit in hits if hit.individual.pk in visible - self._left_out][:SHOWN]

    @property
    def offers(self) -> list[Suggestions]:
        """The people found, or else likely ones."""
        if self.hits:
            return [Suggestions(_("People found"), self.hits)]
        together = self._offered(hits_of(self._arrived_together(), self.user))
        offered = {hit.individual.pk for hit in together}
        opened = [
            hit
            for hit in self._offered(hits_of(self._opened_last(), self.user))
            if hit.individual.pk not in offered
        ]
        offers = [
            Suggestions(_("Arrived together with this family"), together),
            Suggestions(_("Files that you looked at last"), opened[:LAST_OPENED]),
        ]
        return [offer for offer in offers if offer.hits]

    def _arrived_together(self) -> list[Individual]:
        """The principals of families that came in the same group."""
        if self.near is None:
            return []
        people = self.near.members.on(self.user.today()).values("individual")
        own = Q(case=self.near) | Q(individuals__in=people)
        groups = Arrival.objects.filter(own).exclude(group=None).values("group")
        came = FamilyMember.objects.on(self.user.today()).exclude(case=self.near)
        came = came.filter(individual__arrival__group__in=groups)
        cases = came.order_by("-individual__arrival__on", "pk").values_list("case", flat=True)
        return self._heads(list(dict.fromkeys(cases))[:SHOWN])

    def _opened_last(self) -> list[Individual]:
        reads = AuditEvent.objects.filter(actor=self.user, verb="case.read").order_by("-at")
        keys = reads.exclude(case_id=None).values_list("case_id", flat=True)[:MOST_EVENTS_READ]
        near = self.near.pk if self.near else None
        return self._heads([key for key in dict.fromkeys(keys) if key != near][: LAST_OPENED * 2])

    def _heads(self, cases: list[Any]) -> list[Individual]:
        """One person for each of these cases, in order: the principal if possible."""
        members = (
            FamilyMember.objects.filter(case__in=cases)
            .on(self.user.today())
            .select_related("individual")
        )
        heads: dict[Any, FamilyMember] = {}
        for member in members:
            if member.case_id not in heads or member.relation_to_principal == Relation.PRINCIPAL:
                heads[member.case_id] = member
        return [heads[key].individual for key in cases if key in heads]
