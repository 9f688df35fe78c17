"""Who has a firm promise of lodging elsewhere than at a site, such as a rent subsidy: they wait for no bed."""

import datetime
from functools import lru_cache
from typing import Any

from django.db.models import DateField, Exists, OuterRef, Q, Subquery, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import ExtractYear

from aid.choices import AidKind, RenunciationAsked
from aid.models import Commitment
from asylum.papers.choices import FIGHTERS
from asylum.papers.standing import with_word
from casework.register.choices import Category
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY

WITHOUT_CONDITION = Q(agreement=None) | Q(agreement__condition="")


def lodged_elsewhere(night: datetime.date) -> Q:
    """Condition on memberships: a firm promise of lodging to the person or to the case covers that night.

    A promise whose agreement requires a renunciation that the person lacks does not count.
    """
    promises = _firm_promises(night).not_ended_on(night)
    counts = _to_person_or_case(promises.filter(WITHOUT_CONDITION))
    for asked in RenunciationAsked:
        promised = _to_person_or_case(promises.filter(agreement__condition=asked))
        counts |= promised & ~Q(individual__in=_lacking(night, asked))
    return counts


def lodged_until(night: datetime.date) -> list[Subquery]:
    """Expressions on memberships: the first day after the last firm promise to the person, or to the case, that has ended
    by that night; NULL without one.

    Leaves out agreements that require a renunciation: whether the promise counted is not asked again, and without an answer
    the person waits since the earlier day."""
    ended = _firm_promises(night).with_end().filter(WITHOUT_CONDITION, effective_until__lte=night)
    last = ended.order_by("-effective_until").values("effective_until")
    return [
        Subquery(last.filter(**{name: OuterRef(name)})[:1], output_field=DateField())
        for name in ("individual", "case")
    ]


def _firm_promises(night: datetime.date) -> Any:
    return Commitment.objects.filter(
        kind=AidKind.LODGING, is_firm=True, site=None, starts_on__lte=night
    )


def _to_person_or_case(promises: Any) -> Q:
    """Condition on memberships. Two subqueries, because an OR inside one would scan all promises."""
    to_person = promises.filter(individual=OuterRef("individual"))
    return Q(Exists(to_person)) | Q(Exists(promises.filter(case=OuterRef("case"))))


@lru_cache(maxsize=8)
def _lacking(night: datetime.date, asked: RenunciationAsked) -> RawSQL:
    """The keys of people who lack the renunciation. The same as `rules.conditions.lack_of`, in SQL.

    Compiled once, because several conditions of one query contain it. The birthday is sealed: whoever comes of age in this
    year counts as an adult, and so is not overlooked.
    """
    latest_year: Any = ExtractYear(Value(night, DateField())) - AGE_OF_MAJORITY
    fighters = Individual.objects.filter(
        category=Category.FORMER_MEMBER, birth_year__lte=latest_year
    )
    lacking = with_word(fighters, night).filter(
        Q(word_outcome=None) | Q(word_is_asked=True) | Q(word_outcome__in=FIGHTERS),
        has_verified=False,
    )
    if asked == RenunciationAsked.SIGNED:
        lacking = lacking.filter(has_signed=False)
    return RawSQL(*lacking.order_by().values("pk").query.sql_with_params())  # noqa: S611 - made by the ORM
