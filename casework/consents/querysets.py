"""Which consents somebody sees, and which of them allow sharing."""

import datetime
from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, When

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.consents.choices import SAYS_NO, ConsentStatus, Ground, NoticeState, Purpose
from casework.corrections.steps import StepQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet
from reference.models import HouseText


class ConsentQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        """Consents of people whom `user` sees; they follow the person."""
        return super().visible_to(user, permission)

    def counting(self) -> Self:
        """One for each purpose: after a merge two may be on file, and one yields to the other."""
        return self.filter(yields_to=None)

    def answered(self) -> Self:
        """Those of which a step stands: where each was recorded by mistake, there is no answer."""
        return self.exclude(status="")

    def carrying(self, purpose: str, today: datetime.date) -> Self:
        """Those that allow sharing for this purpose today; see `may_share` for other days."""
        return (
            self.counting()
            .filter(
                Q(expires_on=None) | Q(expires_on__gte=today),
                purpose=purpose,
                status=ConsentStatus.GIVEN,
            )
            .exclude(Exists(keeping_taken_back(self.model._default_manager)))
        )

    def of_an_older_text(self, today: datetime.date) -> Self:
        """Given by a text of which a newer version is in force."""
        texts = self.model._meta.get_field("text").related_model._default_manager
        older = texts.outdated(today)
        return self.filter(status=ConsentStatus.GIVEN, text__in=older.values("pk"))


class ConsentStepQuerySet(StepQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        consents = other_end(self, "consent").visible_to(user, permission)
        return self.filter(consent__in=consents)


class NewestQuerySet(OfIndividualQuerySet):
    """Rows of which one counts for each person; who sees a person's consents sees them."""

    def answer(self) -> Any:
        """Which rows answer the question, as a condition: the others say only that nothing is known yet."""
        raise NotImplementedError

    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        return super().visible_to(user, permission)

    def standing(self) -> Self:
        """Without those that were recorded by mistake: they stay readable and count nowhere."""
        return self.filter(is_mistake=False)

    def with_answer(self) -> Self:
        """Adds `is_answer`."""
        return self.annotate(is_answer=self.answer())

    def newest(self) -> Self:
        """One for each person: an answer before none, then the latest day, and of one day what was recorded last."""
        others = self.model._default_manager.standing().with_answer()
        later = others.filter(individual=OuterRef("individual")).filter(
            Q(is_answer__gt=OuterRef("is_answer"))
            | Q(is_answer=OuterRef("is_answer"), on__gt=OuterRef("on"))
            | Q(
                is_answer=OuterRef("is_answer"),
                on=OuterRef("on"),
                recorded_at__gt=OuterRef("recorded_at"),
            )
            | Q(
                is_answer=OuterRef("is_answer"),
                on=OuterRef("on"),
                recorded_at=OuterRef("recorded_at"),
                pk__gt=OuterRef("pk"),
            )
        )
        newest: Self = self.standing().with_answer().filter(~Exists(later))
        return newest

    def newest_first(self) -> Self:
        """The same order, for a subquery that takes the first row of one person."""
        rows = self.standing().with_answer()
        ranked: Self = rows.order_by("-is_answer", "-on", "-recorded_at", "-pk")
        return ranked


class PrivacyNoticeQuerySet(NewestQuerySet):
    def answer(self) -> Any:
        """Whoever was told stays told."""
        return _is(Q(state=NoticeState.TOLD))


class FileBasisQuerySet(NewestQuerySet):
    def answer(self) -> Any:
        """A ground, a reason why there is none, or that the person said no to keeping the file that day."""
        steps = other_end(self, "individual__consents__steps").standing().with_day()
        says_no = steps.filter(
            consent__individual=OuterRef("individual"),
            consent__purpose=Purpose.STORING,
            status__in=SAYS_NO,
            day=OuterRef("on"),
        )
        return _is(~Q(ground=Ground.NONE_YET) | Q(note__isnull=False) | Exists(says_no))


def _is(condition: Any) -> Case:
    return Case(When(condition, then=True), default=False)


def keeping_taken_back(consents: QuerySet[Any]) -> QuerySet[Any]:
    """Of the same person an answer that refused or took back keeping the file, on this answer's day or after it."""
    return consents.filter(
        individual=OuterRef("individual"),
        yields_to=None,
        purpose=Purpose.STORING,
        status__in=SAYS_NO,
        status_on__gte=OuterRef("status_on"),
    )


def _newer(text: Any, version: Any, on: datetime.date) -> Any:
    """Versions of a text after this one that count that day, the first of them first; languages change together."""
    rows = HouseText.objects.filter(code=text, version__gt=version, in_force_from__lte=on)
    return rows.order_by("version").values("in_force_from")


def texts_until(codes: Iterable[str], today: datetime.date) -> Any:
    """The versions in force that day or before it, the newest first, with `replaced_on`: since when a newer one counts."""
    texts = HouseText.objects.filter(code__in=list(codes)).exclude(in_force_from__gt=today)
    newer = _newer(OuterRef("code"), OuterRef("version"), today)
    rows = texts.annotate(replaced_on=Subquery(newer[:1]))
    return rows.order_by("code", "-version", "-language")


def replaced_on(text: HouseText, on: datetime.date) -> datetime.date | None:
    """Since when a newer version counts, if one does that day."""
    row = _newer(text.code, text.version, on).first()
    return row["in_force_from"] if row else None
