"""A referral of each family that was sent, one that was declined, and one in draft."""

from accounts.models import User
from casework.referrals.actions import move_referral, send_referral, write_referral
from casework.referrals.choices import OutsideService, ReferralStatus
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    today = cast.cucuta.today()
    clinic, _made = Organisation.objects.get_or_create(
        name="Clínica de prueba", defaults={"kind": OrganisationKind.NGO}
    )
    told = {"organisation": clinic, "by": by, "reason": f"No duerme. {family.sealed}"}
    for service in (OutsideService.MENTAL_HEALTH, OutsideService.CASH, OutsideService.EDUCATION):
        [referral] = write_referral(family.case, people=family.people[:1], service=service, **told)
        if service != OutsideService.EDUCATION:
            send_referral(referral, on=today, override_reason=f"Peligra {family.sealed}", by=by)
        if service == OutsideService.CASH:
            move_referral(
                referral, to=ReferralStatus.REFUSED, on=today, remark=family.sealed, by=by
            )
