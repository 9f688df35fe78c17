"""Records consents of each family: one with an end, one refused, one withdrawn."""

import datetime

from accounts.models import User
from casework.consents.actions import record_consent, withdraw_consent
from casework.consents.choices import ConsentStatus, Purpose
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    person, today = family.people[0], cast.cucuta.today()
    told = {"on": today, "by": by, "explained_by": f"Explicó {family.named}"}
    for purpose in (Purpose.LEGAL_AID, Purpose.HEALTH, Purpose.INTERVIEWS):
        consent = record_consent(
            person,
            purpose=purpose,
            status=ConsentStatus.GIVEN,
            expires_on=today + datetime.timedelta(days=9),
            note=f"Con miedo. {family.sealed}",
            **told,
        )
    record_consent(person, purpose=Purpose.PHOTOS, status=ConsentStatus.REFUSED, **told)
    consent = record_consent(person, purpose=Purpose.UNHCR, status=ConsentStatus.GIVEN, **told)
    withdraw_consent(consent, on=today, note=f"Se arrepintió. {family.sealed}", by=by)
