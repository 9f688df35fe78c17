"""A list with names that each family's supervisor made: only with people who agreed."""

from accounts.models import User
from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from reporting.actions.named_lists import make_named_list, prepare_named_list
from tests.aid.build import a_payer
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    told = {"status": ConsentStatus.GIVEN, "on": by.today(), "by": by}
    for purpose in (Purpose.AID_ORGANISATION, Purpose.NAMED_EXPORT):
        record_consent(family.people[0], purpose=purpose, **told)
    named_list = prepare_named_list(
        office=cast.cucuta,
        recipient=a_payer(),
        purpose=Purpose.AID_ORGANISATION,
        reason=f"Reparten ropa. {family.sealed}",
        by=cast.sonia,
    )
    make_named_list(named_list.pk)
