"""People whom the authority asks and who signed no permanent declaration, and people without its statement."""

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
from pages.questions import ANY_KEY, kept_count, kept_rows


class Missing:
    """Adult former members in open cases visible to `user`, with what is missing. Ages are decrypted once.

    Leaves out relatives, children and people of uncertain age."""

    def __init__(self, user: User) -> None:
        self._user = user

    @property
    def papers(self) -> Any:
        """People whom the authority asks, without a signed paper of permanent wording, and the days of what is on file.

        `refused_on`: they refused to sign; `temporary_on`: they signed the temporary wording; `withdrawn_on`: they
        withdrew a signed permanent one."""
        is_signed, withdrawn = Q(signature=Signature.YES), RenunciationStatus.WITHDRAWN
        gone = [withdrawn, RenunciationStatus.MISTAKEN]
        return _papers(self._user, self._in_doubt).annotate(
            refused_on=_newest_day(
                Q(signature=Signature.REFUSED, status=RenunciationStatus.RECORDED)
            ),
            temporary_on=_newest_day(
                is_signed & Q(wording=Wording.TEMPORARY) & ~Q(status__in=gone)
            ),
            withdrawn_on=_newest_day(
                is_signed & Q(wording=Wording.PERMANENT, status=withdrawn), "status_on"
            ),
        )

    @property
    def words(self) -> Any:
        """People without a statement of the authority on file."""
        return _words(self._user, self._in_doubt)

    @property
    def papers_counted(self) -> int | str:
        """The number of `papers`, in words."""
        return self._counted(_first_papers)

    @property
    def words_counted(self) -> int | str:
        return self._counted(_first_words)

    @cached_property
    def _in_doubt(self) -> list[Any]:
        """People who turn eighteen later this year. Birthdays are sealed, so the few born in that year are
        decrypted."""
        on_the_edge = kept_rows(_on_the_edge, self._user)
        today = self._user.today()
        return [person.pk for person in on_the_edge if not surely_adult(person, today)]

    def _counted(self, make: Any) -> int | str:
        return counted_so_far(kept_count(make, self._user, values={ANY_KEY: self._in_doubt}))


def _newest_day(which: Q, day: str = "signed_on") -> Subquery:
    papers = Renunciation.objects.filter(which, individual=OuterRef("pk"))
    return Subquery(papers.order_by(f"-{day}").values(day)[:1])


def _served(user: User) -> Any:
    """Filters by year of birth only: includes people who turn eighteen later this year."""
    today: datetime.date = user.today()
    # Current members are visible with their case; the last case is looked up only for the others.
    seen = FamilyMember.objects.visible_to(user, Permission.RENUNCIATION_READ)
    supported = seen.on(today).filter(case__closed_on=None)
    return Individual.objects.former_members().filter(
        pk__in=supported.values("individual"),
        merged_into=None,
        birth_year__lte=today.year - AGE_OF_MAJORITY,
    )


def _on_the_edge(user: User) -> Any:
    turning = user.today().year - AGE_OF_MAJORITY
    people = _served(user).filter(birth_year=turning).order_by()
    return people.only("key_id", "born_on", "birth_year", "birth_precision")


def _without_paper(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    return _served(user).exclude(pk__in=in_doubt).filter(~Exists(papers))


def _papers(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    # Few former members are asked to renounce, and most of them signed: starting from the rest is faster.
    signed = Renunciation.objects.signed().filter(individual=OuterRef("individual"))
    asked = RenunciationDemand.objects.filter(~Exists(signed), is_asked=True)
    once_asked = asked.values("individual")
    people = _without_paper(user, in_doubt).filter(pk__in=once_asked)
    return people.annotate(is_asked=RenunciationDemand.objects.newest_of("pk")).filter(
        is_asked=True
    )


def _words(user: User, in_doubt: Sequence[uuid.UUID]) -> Any:
    words = RenunciationDemand.objects.standing().filter(individual=OuterRef("pk"))
    return _without_paper(user, in_doubt).filter(~Exists(words))


def _first_papers(user: User) -> Any:
    return _papers(user, [ANY_KEY]).order_by().values("pk")[: COUNTED_AT_MOST + 1]


def _first_words(user: User) -> Any:
    return _words(user, [ANY_KEY]).order_by().values("pk")[: COUNTED_AT_MOST + 1]
