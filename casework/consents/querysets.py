"""Querysets of consents: visibility, and consents that allow sharing."""

import datetime
from collections.abc import Callable
from typing import Any, Self

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from casework.consents.choices import (
    NOTICE,
    SAYS_NO,
    CannotAnswer,
    ConsentStatus,
    Ground,
    NotToldBecause,
    Purpose,
)
from casework.corrections.querysets import MistakableQuerySet
from casework.corrections.steps import StepQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet


class ConsentQuerySet(OfIndividualQuerySet):
    read_with = Permission.CONSENT_READ

    def counting(self) -> Self:
        """One for each purpose: after a merge there may be two, and one yields to the other."""
        return self.filter(yields_to=None)

    def answered(self) -> Self:
        """Those with at least one step that was no mistake."""
        return self.exclude(status="")

    def carrying(self, purpose: str, today: datetime.date) -> Self:
        """Those that allow sharing for this purpose today, if they are the person's own word; see `may_share`."""
        return (
            self.counting()
            .filter(
                Q(expires_on=None) | Q(expires_on__gte=today),
                purpose=purpose,
                status=ConsentStatus.GIVEN,
            )
            .exclude(Exists(keeping_taken_back(self.model._default_manager)))
        )

    def with_basis(self) -> Self:
        """Adds `basis`: how the last answer was given; empty if an adult is represented."""
        steps = other_end(self, "steps").standing().filter(consent=OuterRef("pk"))
        last = Subquery(steps.order_by("-place").values("basis")[:1])
        bases = other_end(self, "individual__file_bases").filter(individual=OuterRef("individual"))
        return self.annotate(
            basis=Case(When(Exists(bases.representing()), Value("")), default=last)
        )

    def of_an_older_text(self, today: datetime.date) -> Self:
        """Consents to a text that has a newer version."""
        texts = self.model._meta.get_field("text").related_model._default_manager
        older = texts.outdated(today).exclude(code=NOTICE)
        return self.filter(status=ConsentStatus.GIVEN, text__in=older.values("pk"))


class ConsentStepQuerySet(StepQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        """Visible steps of consents, by their person: a list of consents inside a list of people misleads the planner."""
        people = keys_seen(other_end(self, "consent__individual"), user, permission)
        return self.filter(consent__individual__in=people)


class NewestQuerySet(MistakableQuerySet):
    """Rows whose newest counts for each person; visible to readers of the person's consents."""

    # Which rows answer the question; the others only say that nothing is known yet.
    answer: Callable[[], Any]

    read_with = Permission.CONSENT_READ

    def newest_first(self) -> Any:
        """Answers first, then the latest day, then the latest recorded."""
        rows = self.standing().annotate(is_answer=self.answer())
        return rows.order_by("-is_answer", "-on", "-recorded_at", "-pk")

    def newest(self) -> Self:
        """One for each person, the first in that order."""
        everyone: Any = self.model._default_manager
        of_person = everyone.newest_first().filter(individual=OuterRef("individual"))
        return self.filter(pk=Subquery(of_person.values("pk")[:1]))


class PrivacyNoticeQuerySet(NewestQuerySet):
    def answer(self) -> Any:
        """Rows that say whether the notice was told."""
        return Case(When(because=NotToldBecause.UNSAID, then=False), default=True)


class FileBasisQuerySet(NewestQuerySet):
    def representing(self) -> Self:
        """The newest ones in which another person authorises for an adult, with a stated reason."""
        newest = self.newest().filter(ground=Ground.REPRESENTED)
        return newest.exclude(cannot_answer=CannotAnswer.CHILD)

    def answer(self) -> Any:
        """A ground, a reason why there is none, or the person's refusal on that day to have the file kept."""
        steps = other_end(self, "individual__consents__steps").standing().with_day()
        of_person = steps.filter(consent__individual=OuterRef("individual"), day=OuterRef("on"))
        says_no = of_person.filter(consent__purpose=Purpose.STORING, status__in=SAYS_NO)
        answers = ~Q(ground=Ground.NONE_YET) | Q(note__isnull=False) | Exists(says_no)
        return Case(When(answers, then=True), default=False)


def keeping_taken_back(consents: QuerySet[Any]) -> QuerySet[Any]:
    """An answer of the same person, on this answer's day or later, that refused or withdrew keeping the file."""
    return consents.filter(
        individual=OuterRef("individual"),
        yields_to=None,
        purpose=Purpose.STORING,
        status__in=SAYS_NO,
        status_on__gte=OuterRef("status_on"),
    )
