"""Which consents somebody sees, and which of them allow sharing."""

import datetime
from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.consents.choices import ConsentStatus, Purpose
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
    """Rows of which the newest about a person counts; who sees a person's consents sees them."""

    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        return super().visible_to(user, permission)

    def standing(self) -> Self:
        """Without those that were recorded by mistake: they stay readable and count nowhere."""
        return self.filter(is_mistake=False)

    def newest(self) -> Self:
        """One for each person: the latest day, and of one day what was recorded last."""
        others = self.model._default_manager.filter(is_mistake=False)
        later = others.filter(individual=OuterRef("individual")).filter(
            Q(on__gt=OuterRef("on"))
            | Q(on=OuterRef("on"), recorded_at__gt=OuterRef("recorded_at"))
            | Q(on=OuterRef("on"), recorded_at=OuterRef("recorded_at"), pk__gt=OuterRef("pk"))
        )
        return self.standing().filter(~Exists(later))


def keeping_taken_back(consents: QuerySet[Any]) -> QuerySet[Any]:
    """Of the same person an answer that refused or took back keeping the file, on this answer's day or after it."""
    return consents.filter(
        individual=OuterRef("individual"),
        yields_to=None,
        purpose=Purpose.STORING,
        status__in=(ConsentStatus.REFUSED, ConsentStatus.WITHDRAWN),
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
