"""Details of this month's arrivals: weapons and uniforms handed over, slips, and an unfinished draft."""

import uuid

from casework.arrivals.actions.drafts import save_draft
from casework.register.choices import Category, EntryMode, YesNo
from casework.service.actions import record_disarmament
from casework.slips.actions import issue_slip
from partners.models import Organisation
from seeds.staff import Staff
from seeds.this_month import Family

HALF_TYPED: dict[str, list[str]] = {
    "entry_mode": [EntryMode.BRIDGE],
    "head-given_names": ["Yubiricel"],
    "head-family_names": ["Ontiveros"],
    "head-birth": ["31"],
    "member-TOTAL_FORMS": ["1"],
    "member-INITIAL_FORMS": ["3"],
    "member-0-given_names": ["Dayerlin"],
    "member-0-family_names": ["Ontiveros"],
}


def record_details_of_arrivals(families: list[Family], staff: Staff) -> None:
    """Records what two in three former members handed over, and issues a slip for every fourth family."""
    army = Organisation.objects.get(short_name="Ejército Nacional")
    for number, family in enumerate(families):
        by = staff.ana if family.case.team_id == staff.puente.pk else staff.bruno
        soldier = family.principal
        if number % 3 and soldier.category == Category.FORMER_MEMBER:
            carried = number % 5 < 2
            record_disarmament(
                soldier,
                arms_carried=YesNo.YES if carried else YesNo.NO,
                arms_surrendered=YesNo.YES if carried else YesNo.NO,
                uniform_handed_over=YesNo.YES if number % 2 else YesNo.UNKNOWN,
                vehicle_surrendered=YesNo.YES if number % 17 == 1 else YesNo.NO,
                received_by=army,
                receipt_number=f"ACTA-{4100 + number}" if carried else "",
                on=family.case.opened_on,
                by=by,
            )
        if number % 4 == 0:
            issue_slip(family.case.arrivals.get(), by=by)
    save_draft(typed=HALF_TYPED, submission=uuid.uuid4(), people=2, by=staff.ana)
