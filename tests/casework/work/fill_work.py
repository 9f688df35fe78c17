"""What is on file about a family's work and care; the sealed parts carry the family's word."""

from typing import Any

from accounts.models import User
from casework.work.actions import (
    give_information,
    note_informal_work,
    record_authorisation,
    record_job_application,
    record_visit,
)
from partners.models import Organisation
from tests.cast import Cast


def fill(family: Any, cast: Cast, by: User) -> None:
    person, today, word = family.people[0], cast.cucuta.today(), family.sealed
    circle, _ = Organisation.objects.get_or_create(
        name="Red de Barrio", defaults={"kind": "volunteers"}
    )
    record_authorisation(
        person,
        rule="sc2_silent",
        allows="contested",
        starts_on=today,
        paper=f"SC-2 {word}",
        source=word,
        by=by,
    )
    give_information(person, topic="work", on=today, knew_before="no", remark=word, by=by)
    record_job_application(person, on=today, employer=f"Taller {word}", by=by)
    note_informal_work(person, account=f"Vende café {word}", noted_on=today, by=by)
    record_visit(person, provider=circle, kind="medical", on=today, findings=word, by=by)
