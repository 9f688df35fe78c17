"""Decides whether data about a person may be shared. No other module decides this."""

import datetime

from django.db.models import F, QuerySet

from casework.consents.choices import Basis, ConsentStatus, Purpose
from casework.consents.models import Consent, ConsentStep
from casework.consents.representation import given_for_adult
from casework.consents.rules import allows_sharing
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY


def may_share(individual: Individual, purpose: str, on: datetime.date) -> bool:
    """Returns whether the person's consent allowed this purpose that day. Every share, message or export must check this.

    Never asked means no. A withdrawal counts from the moment it is recorded, every answer from its corrected day; mistakes
    do not count. For merged records the later answer counts. A person who refused or withdrew consent to keeping the file
    shares nothing, until they agree to a purpose on a later day. An answer that somebody else gave for an adult, as if for
    a child, does not count.
    """
    step = last_answer(individual, purpose, on)
    if step is None or not allows_sharing(step.status, step.expires_on, on):
        return False
    if given_for_adult(individual, step.basis, step.day):
        return False
    keeping = last_answer(individual, Purpose.STORING, on)
    return keeping is None or keeping.status == ConsentStatus.GIVEN or keeping.day < step.day


def last_answer(individual: Individual, purpose: str, on: datetime.date) -> ConsentStep | None:
    """Returns the person's last answer by that day, with its corrected day; None if there is none."""
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
    """Returns the people for whom `may_share` is true today: for exports and lists.

    Birthdays are sealed: the few adults for whom another answered are checked one by one.
    """
    carrying = people.filter(
        pk__in=Consent.objects.allowing_sharing(purpose, today).values("individual")
    )
    by_another = ConsentStep.objects.filter(consent__purpose=purpose, basis=Basis.GUARDIAN)
    of_age = carrying.filter(
        birth_year__lte=today.year - AGE_OF_MAJORITY,
        pk__in=by_another.values("consent__individual"),
    )
    return carrying.exclude(
        pk__in=[each.pk for each in of_age if not may_share(each, purpose, today)]
    )
