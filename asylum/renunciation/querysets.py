"""Former members who owe a renunciation, and those about whom the authority has said nothing."""

import datetime
import uuid
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery

from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.choices import RenunciationStatus, Signature, Wording
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from casework.children.querysets import surely_adult
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
from pages.pager import COUNTED_AT_MOST, counted_so_far
from pages.questions import PLACEHOLDER, cached_rows, kept_count


class PeopleWithoutPaper:
    """Adult former members in open cases that `user` sees, without a signed paper or without a statement.

    Leaves out relatives, children and people of uncertain age. Decrypts ages once for both lists.
    """

    def __init__(self, user: User) -> None:
        self._user = user

    @property
    def without_paper(self) -> Any:
        """Returns people whom the authority asks and who have no signed paper of permanent wording.

        Annotates the newest day on which they refused to sign (`refused_on`), signed the temporary wording
        (`temporary_on`) or withdrew a signed permanent paper (`withdrawn_on`).
        """
        is_signed, withdrawn = Q(signature=Signature.YES), RenunciationStatus.WITHDRAWN
        not_valid = [withdrawn, RenunciationStatus.MISTAKEN]
        return _asked_without_paper(self._user, self._in_doubt).annotate(
            refused_on=_newest_day(
                Q(signature=Signature.REFUSED, status=RenunciationStatus.RECORDED)
            ),
            temporary_on=_newest_day(
                is_signed & Q(wording=Wording.TEMPORARY) & ~Q(status__in=not_valid)
            ),
            withdrawn_on=_newest_day(
                is_signed & Q(wording=Wording.PERMANENT, status=withdrawn), "status_on"
            ),
        )

    @property
    def without_statement(self) -> Any:
        """Returns people about whom no statement of the authority is on file."""
        return _without_statement(self._user, self._in_doubt)

    @property
    def number_without_paper(self) -> int | str:
        """Returns the number of people `without_paper`, or "more than" the largest number that is counted."""
        return self._number(_first_without_paper)

    @property
    def number_without_statement(self) -> int | str:
        return self._number(_first_without_statement)

    @cached_property
    def _in_doubt(self) -> list[Any]:
        """Keys of people who turn eighteen later this year.

        SQL cannot read birthdays, so those of the people born in that year are decrypted.
        """
        turning_eighteen = cached_rows(_turning_eighteen, self._user)
        today = self._user.today()
        return [person.pk for person in turning_eighteen if not surely_adult(person, today)]

    def _number(self, make: Any) -> int | str:
        return counted_so_far(kept_count(make, self._user, values={PLACEHOLDER: self._in_doubt}))


def _newest_day(which: Q, day: str = "signed_on") -> Subquery:
    papers = Renunciation.objects.filter(which, individual=OuterRef("pk"))
    return Subquery(papers.order_by(f"-{day}").values(day)[:1])


def _served(user: User) -> Any:
    """Returns former members who are of age by their year of birth: some turn eighteen later this year."""
    today: datetime.date = user.today()
    # Current members are visible with their case; the last case is looked up only for the others.
    memberships = FamilyMember.objects.visible_to(user, Permission.RENUNCIATION_READ)
    supported = memberships.on(today).filter(case__closed_on=None)
    return Individual.objects.former_members().filter(
        pk__in=supported.values("individual"),
        merged_into=None,
        birth_year__lte=today.year - AGE_OF_MAJORITY,
    )


def _turning_eighteen(user: User) -> Any:
    birth_year = user.today().year - AGE_OF_MAJORITY
    people = _served(user).filter(birth_year=birth_year).order_by()
    return people.only("key_id", "born_on", "birth_year", "birth_precision")


def _without_paper(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    return _served(user).exclude(pk__in=in_doubt).filter(~Exists(papers))


def _asked_without_paper(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    # Few former members are asked to renounce, and most of them signed: starting from the rest is faster.
    signed = Renunciation.objects.signed().filter(individual=OuterRef("individual"))
    demands = RenunciationDemand.objects.filter(~Exists(signed), is_asked=True)
    people = _without_paper(user, in_doubt).filter(pk__in=demands.values("individual"))
    return people.annotate(is_asked=RenunciationDemand.objects.newest_of("pk")).filter(
        is_asked=True
    )


def _without_statement(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    statements = RenunciationDemand.objects.standing().filter(individual=OuterRef("pk"))
    return _without_paper(user, in_doubt).filter(~Exists(statements))


def _first_without_paper(user: User) -> Any:
    return _asked_without_paper(user, [PLACEHOLDER]).order_by().values("pk")[: COUNTED_AT_MOST + 1]


def _first_without_statement(user: User) -> Any:
    return _without_statement(user, [PLACEHOLDER]).order_by().values("pk")[: COUNTED_AT_MOST + 1]
