"""Querysets of consents, notices and bases: which rows a user sees, which ones count, and which allow sharing."""

import datetime
from collections.abc import Callable
from typing import Any, Self

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
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
        """Returns consents without those that another one replaces after a merge, so at most one for each purpose."""
        return self.filter(yields_to=None)

    def answered(self) -> Self:
        """Returns consents with at least one step that is no mistake."""
        return self.exclude(status="")

    def allowing_sharing(self, purpose: str, today: datetime.date) -> Self:
        """Returns consents that allow sharing for this purpose today; `may_share` also checks that the person gave them."""
        return (
            self.counting()
            .filter(
                Q(expires_on=None) | Q(expires_on__gte=today),
                purpose=purpose,
                status=ConsentStatus.GIVEN,
            )
            .exclude(Exists(refusals_of_file(self.model._default_manager)))
        )

    def with_basis(self) -> Self:
        """Annotates `basis`, the Basis of the last answer; "" for an adult whom somebody represents."""
        steps = related_manager(self, "steps").standing().filter(consent=OuterRef("pk"))
        last_basis = Subquery(steps.order_by("-place").values("basis")[:1])
        bases = related_manager(self, "individual__file_bases").filter(
            individual=OuterRef("individual")
        )
        return self.annotate(
            basis=Case(When(Exists(bases.representing()), Value("")), default=last_basis)
        )

    def of_older_text(self, today: datetime.date) -> Self:
        """Returns consents with status GIVEN whose text has a newer version."""
        texts = self.model._meta.get_field("text").related_model._default_manager
        older = texts.outdated(today).exclude(code=NOTICE)
        return self.filter(status=ConsentStatus.GIVEN, text__in=older.values("pk"))


class ConsentStepQuerySet(StepQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        """Returns steps of visible people. It filters by person, because a subquery of visible consents is slow."""
        people = visible_keys(related_manager(self, "consent__individual"), user, permission)
        return self.filter(consent__individual__in=people)


class NewestQuerySet(MistakableQuerySet):
    """Rows of which only the newest of each person is valid; visible with CONSENT_READ."""

    # Returns the condition for rows with an answer; other rows only say that nothing is known yet.
    answer: Callable[[], Any]

    read_with = Permission.CONSENT_READ

    def newest_first(self) -> Any:
        """Returns valid rows: answers first, then the latest day first, then the latest time of recording."""
        rows = self.standing().annotate(is_answer=self.answer())
        return rows.order_by("-is_answer", "-on", "-recorded_at", "-pk")

    def newest(self) -> Self:
        """Returns one row for each person, the first one of `newest_first`."""
        all_rows: Any = self.model._default_manager
        rows_of_person = all_rows.newest_first().filter(individual=OuterRef("individual"))
        return self.filter(pk=Subquery(rows_of_person.values("pk")[:1]))


class PrivacyNoticeQuerySet(NewestQuerySet):
    def answer(self) -> Any:
        """The condition for rows that say whether the notice was told."""
        return Case(When(because=NotToldBecause.UNSAID, then=False), default=True)


class FileBasisQuerySet(NewestQuerySet):
    def representing(self) -> Self:
        """Returns newest bases in which somebody authorises for an adult."""
        newest = self.newest().filter(ground=Ground.REPRESENTED)
        return newest.exclude(cannot_answer=CannotAnswer.CHILD)

    def answer(self) -> Any:
        """The condition for rows with a ground, with a reason for having none, or with the person's "no" of that day."""
        steps = related_manager(self, "individual__consents__steps").standing().with_day()
        steps_of_day = steps.filter(consent__individual=OuterRef("individual"), day=OuterRef("on"))
        refusals = steps_of_day.filter(consent__purpose=Purpose.STORING, status__in=SAYS_NO)
        answers = ~Q(ground=Ground.NONE_YET) | Q(note__isnull=False) | Exists(refusals)
        return Case(When(answers, then=True), default=False)


def refusals_of_file(consents: QuerySet[Any]) -> QuerySet[Any]:
    """Returns a subquery: refusals of keeping the file by the outer row's person, on its `status_on` or later."""
    return consents.filter(
        individual=OuterRef("individual"),
        yields_to=None,
        purpose=Purpose.STORING,
        status__in=SAYS_NO,
        status_on__gte=OuterRef("status_on"),
    )
