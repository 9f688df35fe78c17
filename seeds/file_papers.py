"""Documents, consents, referrals, a visit of a journalist and an exit in this month's files."""

import datetime
from typing import Any

from accounts.models import User
from casework.consents.actions import record_consent, withdraw_consent
from casework.consents.choices import Basis, ConsentLanguage, ConsentStatus, Purpose, text_code
from casework.documents.actions import file_document
from casework.documents.choices import DocumentKind
from casework.exits.actions import record_exit
from casework.identity.actions.identity_documents import add_identity_document
from casework.interviews.actions import log_interview
from casework.interviews.choices import Visitor
from casework.referrals.actions import move_referral, send_referral, write_referral
from casework.referrals.choices import OutsideService, ReferralStatus
from casework.register.choices import DocumentType, ExitType, YesNo
from partners.models import Organisation
from reference.models import HouseText
from seeds.staff import Staff
from seeds.this_month import Family
from shelters.choices import SiteKind
from shelters.models import Placement

SERVICES = [OutsideService.HEALTH, OutsideService.MENTAL_HEALTH, OutsideService.EDUCATION]
REASONS = ["Fiebre desde hace tres días.", "No duerme y llora.", "La niña no va a la escuela."]
LETTER = (
    "Salvoconducto SC-2. El titular puede permanecer en el país mientras se decide su solicitud."
)


def record_documents_and_referrals(
    families: list[Family], staff: Staff, today: datetime.date
) -> None:
    """Records papers of every third family; one referral is late, one declined; one consent is withdrawn."""
    clinic = Organisation.objects.order_by("name").first()
    if clinic is None:
        return
    interviewed = []
    for number, family in enumerate(families[::3]):
        by = staff.ana if family.case.team == staff.puente else staff.bruno
        _consents(family, number, by, today)
        _documents(family, by)
        _referral(family, number, clinic, by, today)
        interviewed += [family.principal] if by == staff.ana else []
    log_interview(
        interviewed[:3],
        visitor=Visitor.JOURNALIST,
        visitor_name="Un diario de la frontera",
        purpose="Una nota sobre la vida en los hoteles",
        on=today,
        by=staff.ana,
    )
    _exit(families, staff, today)


def _consents(family: Family, number: int, by: User, today: datetime.date) -> None:
    given: dict[str, Any] = {"status": ConsentStatus.GIVEN, "on": family.case.opened_on, "by": by}
    given |= {"basis": Basis.SPOKEN, "language": ConsentLanguage.SPANISH}
    for purpose in (Purpose.STORING, Purpose.LEGAL_AID, Purpose.HEALTH, Purpose.AID_ORGANISATION):
        end = today + datetime.timedelta(days=20 + number)
        text = HouseText.objects.in_force(text_code(purpose), on=today)["es"]
        consent = record_consent(
            family.principal, purpose=purpose, expires_on=end, text=text, **given
        )
    if number == 1:
        withdraw_consent(consent, on=today, note="Ya no quiere.", by=by)
    refused = given | {"status": ConsentStatus.REFUSED}
    record_consent(family.principal, purpose=Purpose.PHOTOS, **refused)


def _documents(family: Family, by: User) -> None:
    file_document(
        family.case,
        name="carta.txt",
        content=LETTER.encode(),
        title="Copia del salvoconducto",
        kind=DocumentKind.PERMIT,
        individual=family.principal,
        by=by,
    )
    add_identity_document(
        family.principal,
        number=f"SC2-{family.case.number[-4:]}",
        type=DocumentType.STAY_PAPER,
        country="CO",
        states_work_right=YesNo.NO,
        by=by,
    )


def _referral(
    family: Family, number: int, clinic: Organisation, by: User, today: datetime.date
) -> None:
    [referral] = write_referral(
        family.case,
        people=[family.principal],
        service=SERVICES[number % 3],
        organisation=clinic,
        reason=REASONS[number % 3],
        on=family.case.opened_on,
        by=by,
    )
    if number % 4 == 3:
        return
    referral = send_referral(
        referral, on=family.case.opened_on, override_reason="No podía esperar.", by=by
    )
    ends = {1: ReferralStatus.COMPLETED, 2: ReferralStatus.REFUSED}
    if end := ends.get(number % 4):
        remark = "No hay cupo." if end == ReferralStatus.REFUSED else ""
        move_referral(referral, to=end, on=today, remark=remark, by=by)


def _exit(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records that a relative of one family travelled on. No family in the church, which must keep 40 residents."""
    in_church = set(
        Placement.objects.filter(site__kind=SiteKind.CHURCH_SHELTER).values_list("case", flat=True)
    )
    large = next(
        (
            each
            for each in families[1::3]
            if len(each.people) > 2
            and each.case.team == staff.puente
            and each.case.pk not in in_church
        ),
        None,
    )
    if large:
        record_exit(
            large.people[-1],
            type=ExitType.ONWARD,
            on=today,
            destination_country="EC",
            destination="Quito, con una tía",
            by=staff.ana,
        )
