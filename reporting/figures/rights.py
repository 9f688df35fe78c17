"""Claims, knowledge of rights and refusals of employers, among people who count."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q

from asylum.models import AsylumApplication
from casework.register.choices import Population, YesNo
from casework.register.querysets.individual import IndividualQuerySet
from casework.work.choices import JobOutcome, RefusalReason, RightsTopic
from casework.work.models import InformationGiven, JobApplication, WorkAuthorisation
from reference.choices import AllowsWork
from reporting.figures.people import count_people

BANDS_OF_MINORS = ("0_4", "5_11", "12_17")


@dataclass(frozen=True)
class Share:
    """A part of a whole; both are shown, so that nobody reads a percentage without its divisor."""

    part: int
    whole: int


def count_adults(people: IndividualQuerySet, *, on: datetime.date) -> int:
    """Whoever is of age that day; somebody of unknown age counts as adult."""
    return sum(
        number
        for (_, population, column), number in count_people(people, on=on).items()
        if population != Population.CHILD and not column.endswith(BANDS_OF_MINORS)
    )


def adults_with_claim(people: IndividualQuerySet, *, on: datetime.date) -> Share:
    """Adults who had lodged an asylum claim by that day, of all adults (F67); drafts do not count."""
    lodged = AsylumApplication.objects.filter(lodged_on__lte=on).values("individual")
    claimants = people.filter(pk__in=lodged)
    return Share(count_adults(claimants, on=on), count_adults(people, on=on))


def adults_allowed_to_work(people: IndividualQuerySet, *, on: datetime.date) -> Share:
    """Adults with a paper that allows work that day, of all adults; contested papers do not count (I18)."""
    allowed = WorkAuthorisation.objects.filter(
        Q(ends_on=None) | Q(ends_on__gt=on), allows=AllowsWork.YES, starts_on__lte=on
    )
    with_right = people.filter(pk__in=allowed.values("individual"))
    return Share(count_adults(with_right, on=on), count_adults(people, on=on))


def knew_of_right(people: IndividualQuerySet, *, topic: str = RightsTopic.WORK) -> Share:
    """People who knew of a right when first asked, of all who answered (F63)."""
    first = (
        InformationGiven.objects.filter(
            topic=topic, knew_before__in=[YesNo.YES, YesNo.NO], individual__in=people
        )
        .order_by("individual_id", "on", "recorded_at")
        .distinct("individual_id")
        .values_list("knew_before", flat=True)
    )
    answers = Counter(first)
    return Share(answers[YesNo.YES], answers.total())


def refusals_by_reason(people: IndividualQuerySet) -> list[tuple[str, int]]:
    """How often employers refused, by reason in the order of the reasons; zeros are shown (F64)."""
    rows = (
        JobApplication.objects.filter(outcome=JobOutcome.REFUSED, individual__in=people)
        .order_by()
        .values_list("refusal_reason")
        .annotate(number=Count("pk"))
    )
    counted = dict(rows)
    return [(str(reason.label), counted.get(reason.value, 0)) for reason in RefusalReason]
