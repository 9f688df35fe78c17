"""Requests about own data begin here, whoever writes them down."""

import datetime

from accounts.models import User
from casework.register.actions import tell, write_row
from casework.register.models.individual import Individual
from casework.rights.choices import RULES, SubjectRequestKind
from casework.rights.models import SubjectRequest
from reference.calendar import computed_day


def begin_request(
    individual: Individual, *, kind: str, received_on: datetime.date, by: User, asked: str = ""
) -> SubjectRequest:
    """Writes the request and its term; the caller has asked for permission and holds the person's lock."""
    country = individual.office.country
    rule, due_on = computed_day(RULES[SubjectRequestKind(kind)][0], received_on, country=country)
    request = write_row(
        SubjectRequest,
        individual,
        by=by,
        kind=kind,
        received_on=received_on,
        asked=asked,
        rule=rule,
        due_on=due_on,
    )
    tell("subject_request.recorded", request, by=by, kind=kind)
    return request
