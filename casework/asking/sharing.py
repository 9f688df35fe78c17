"""What may be shared about whom: the one place that answers it."""

import datetime

from django.db.models import F, QuerySet

from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.models import Consent, ConsentStep
from casework.consents.rules import carries
from casework.register.models.individual import Individual


def may_share(individual: Individual, purpose: str, on: datetime.date) -> bool:
    """Whether the person's consent allowed this purpose that day. Nothing is shared, told or exported without asking this.

    Never asked is no. A withdrawal counts from the moment it is recorded. Each answer counts from its right day, and
    none that was recorded by mistake. Where records were merged, the later answer of either counts. Whoever refused
    or took back that the file is kept shares nothing, until they agree to a purpose on a later day.
    """
    step = last_answer(individual, purpose, on)
    if step is None or not carries(step.status, step.expires_on, on):
        return False
    keeping = last_answer(individual, Purpose.STORING, on)
    return keeping is None or keeping.status == ConsentStatus.GIVEN or keeping.day < step.day


def last_answer(individual: Individual, purpose: str, on: datetime.date) -> ConsentStep | None:
    steps = ConsentStep.objects.standing().with_day()
    steps = steps.filter(consent__individual=individual, consent__purpose=purpose, day__lte=on)
    last: ConsentStep | None = (
        steps.exclude(status=ConsentStatus.ASKED)
        .order_by("-day", F("consent__yields_to").desc(nulls_first=True), "-place")
        .first()
    )
    return last


def who_may_be_shared(
    people: QuerySet[Individual], purpose: str, today: datetime.date
) -> QuerySet[Individual]:
    """Of these people those for whom `may_share` says yes today, in one query: for exports and lists."""
    consents = Consent.objects.carrying(purpose, today)
    return people.filter(pk__in=consents.values("individual"))
