"""Claims, knowledge of rights and refusals by employers, among people who count."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from asylum.procedure.models.application import AsylumApplication
from asylum.work_right.answers import allowed_to_work
from casework.register.choices import Population, YesNo
from casework.register.querysets.individual import IndividualQuerySet
from casework.work.choices import JobOutcome, RefusalReason, RightsTopic
from casework.work.models import InformationGiven, JobApplication
from reporting.figures.people import count_people, present_on

BANDS_OF_MINORS = ("0_4", "5_11", "12_17")


@dataclass(frozen=True)
class Share:
    """A part of a whole; both are shown, so that no percentage appears without its divisor."""

    part: int
    whole: int


def count_adults(people: IndividualQuerySet, *, on: datetime.date) -> int:
    """The number of adults on that day; a person of unknown age counts as an adult."""
    return sum(
        number
        for (_, population, column), number in count_people(people, on=on).items()
        if population != Population.CHILD and not column.endswith(BANDS_OF_MINORS)
    )


def adults_with_claim(people: IndividualQuerySet, *, on: datetime.date) -> Share:
    """Adults present on the day who had lodged an asylum claim by then, of all adults present (F67).

    Drafts and claims recorded by mistake do not count; people who have left count in neither number.
    """
    present = present_on(people, on)
    lodged = AsylumApplication.objects.made().filter(lodged_on__lte=on).values("individual")
    claimants = present.filter(pk__in=lodged)
    return Share(count_adults(claimants, on=on), count_adults(present, on=on))


def adults_allowed_to_work(people: IndividualQuerySet, *, on: datetime.date) -> Share:
    """Adults present on the day whose paper allows work that day, of all adults present (I18).

    A permit or an identity paper states the right, or a rule gives it (`asylum.work_right.rules`). Contested rights and mere
    statements do not count; people who have left count in neither number.
    """
    present = present_on(people, on)
    with_right = present.filter(allowed_to_work(on))
    return Share(count_adults(with_right, on=on), count_adults(present, on=on))


def knew_of_right(
    people: IndividualQuerySet, *, on: datetime.date, topic: str = RightsTopic.WORK
) -> Share:
    """People who knew of a right when first asked, of all who were asked by that day and answered (F63)."""
    first = (
        InformationGiven.objects.standing()
        .filter(
            topic=topic,
            knew_before__in=[YesNo.YES, YesNo.NO],
            individual__in=people,
            on__lte=on,
        )
        .order_by("individual_id", "on", "recorded_at")
        .distinct("individual_id")
        .values_list("knew_before", flat=True)
    )
    answers = Counter(first)
    return Share(answers[YesNo.YES], answers.total())


def refusals_by_reason(people: IndividualQuerySet, *, on: datetime.date) -> list[tuple[str, int]]:
    """How often employers refused by that day, by reason in the order of the reasons; zeros are shown (F64)."""
    rows = (
        JobApplication.objects.standing()
        .filter(outcome=JobOutcome.REFUSED, outcome_on__lte=on, individual__in=people)
        .order_by()
        .values_list("refusal_reason")
        .annotate(number=Count("pk"))
    )
    counted = dict(rows)
    return [(str(reason.label), counted.get(reason.value, 0)) for reason in RefusalReason]
