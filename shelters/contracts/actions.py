"""Record what is agreed, paid and billed for a site, and notices to leave it; correct and take back.

Each action writes one row and then what all standing rows of the site add up to (`_settle_terms`), with the site locked.
"""

import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _
from psycopg.types.range import DateRange

from accounts.access import lock_for
from accounts.audit import add_and_record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.corrections.actions import apply_correction, refuse_mistake
from pages.refusals import ActionRefused
from shelters.contracts.choices import NoticeBy, NoticeReason
from shelters.contracts.models import SiteBill, SiteContract, SiteNotice, SitePayment, SiteRow
from shelters.contracts.rules import under_contract
from shelters.models import Site

Row = TypeVar("Row", bound=SiteRow)

# Who rents a site signs its contract; who runs it knows what was paid, billed and announced.
MAY_SIGN, MAY_RECORD = Permission.SITE_CHANGE, Permission.SITE_PAYMENT_CHANGE
TERMS = ("contract_starts_on", "contract_ends_on", "contract_gaps", "paid_until", "must_leave_on")


@transaction.atomic
def record_contract(site: Site, *, by: User, **facts: Any) -> SiteContract:
    """Records a contract; `facts` are fields of SiteContract. Earlier contracts stay as they are."""
    return _record(SiteContract, site, MAY_SIGN, by=by, **facts)


@transaction.atomic
def record_payment(site: Site, *, paid_on: datetime.date, by: User, **facts: Any) -> SitePayment:
    """Records until which night the site was paid. Raises ActionRefused for a day in the future."""
    refuse_future(paid_on, by=by, field="paid_on")
    return _record(SitePayment, site, MAY_RECORD, by=by, paid_on=paid_on, **facts)


@transaction.atomic
def record_bill(site: Site, *, billed_on: datetime.date, by: User, **facts: Any) -> SiteBill:
    """Records a bill that came. Raises ActionRefused for a day in the future."""
    refuse_future(billed_on, by=by, field="billed_on")
    return _record(SiteBill, site, MAY_RECORD, by=by, billed_on=billed_on, **facts)


@transaction.atomic
def record_notice(
    site: Site,
    *,
    received_on: datetime.date,
    leaves_on: datetime.date,
    given_by: NoticeBy | str,
    cause: NoticeReason | str,
    paper: str = "",
    by: User,
) -> SiteNotice:
    """Records a notice to leave. Users who run or supervise the site are told within a minute (`site_notice_given`)."""
    refuse_future(received_on, by=by, field="received_on")
    facts = {"received_on": received_on, "leaves_on": leaves_on, "cause": cause}
    return _record(SiteNotice, site, MAY_RECORD, by=by, given_by=given_by, paper=paper, **facts)


def correct_contract(row: SiteContract, *, by: User, **facts: Any) -> SiteContract:
    return _correct(row, MAY_SIGN, by=by, **facts)


def correct_payment(row: SitePayment, *, by: User, **facts: Any) -> SitePayment:
    return _correct(row, MAY_RECORD, by=by, **facts)


def correct_bill(row: SiteBill, *, by: User, **facts: Any) -> SiteBill:
    """Corrects a bill; without a day of settling, one that was settled is owed again."""
    return _correct(row, MAY_RECORD, by=by, **facts)


def correct_notice(row: SiteNotice, *, by: User, **facts: Any) -> SiteNotice:
    """Corrects a notice; without a day of withdrawing, one that was withdrawn is valid again."""
    return _correct(row, MAY_RECORD, by=by, **facts)


@transaction.atomic
def settle_bill(bill: SiteBill, *, on: datetime.date, by: User) -> SiteBill:
    """The bill was paid on that day. Raises ActionRefused for a second time, and for a day in the future."""
    if bill.settled_on:
        raise ActionRefused(_("This bill is settled already."))
    return _end(bill, "settled_on", on, verb="site_bill.settled", by=by)


@transaction.atomic
def withdraw_notice(notice: SiteNotice, *, on: datetime.date, by: User) -> SiteNotice:
    """Whoever gave the notice took it back on that day. Raises ActionRefused for a second time, or in the future."""
    if notice.withdrawn_on:
        raise ActionRefused(_("This notice is withdrawn already."))
    return _end(notice, "withdrawn_on", on, verb="site_notice.withdrawn", by=by)


def _record(model: type[Row], site: Site, permission: Permission, *, by: User, **facts: Any) -> Row:
    site = lock_for(site, permission, by=by)
    row = model(site=site, recorded_by=by, **_stripped(facts))
    row.full_clean()
    row = add_and_record(row, f"{_subject(model)}.recorded", by=by, details={"site": str(site.pk)})
    _settle_terms(site)
    return row


@transaction.atomic
def _correct(
    row: Row,
    permission: Permission,
    *,
    by: User,
    reason: str = "",
    **facts: Any,
) -> Row:
    """Corrects the row, or marks it as a mistake. Old and new values stay readable.

    Raises ActionRefused for a row that was a mistake, without a change, and without a reason a day after it was recorded.
    """
    site = lock_for(row.site, permission, by=by)
    row = _locked(row)
    refuse_mistake(row)
    for name in ("paid_on", "billed_on", "received_on", "settled_on", "withdrawn_on"):
        if day := facts.get(name):
            refuse_future(day, by=by, field=name)
    fields = apply_correction(row, _stripped(facts), reason=reason, by=by)
    row.full_clean()
    details = {"fields": fields}
    verb = f"{_subject(type(row))}.corrected"
    row = save_and_record(row, *fields, verb=verb, by=by, details=details)
    _settle_terms(site)
    return row


def _end(row: Row, field: str, on: datetime.date, *, verb: str, by: User) -> Row:
    site = lock_for(row.site, MAY_RECORD, by=by)
    row = _locked(row)
    refuse_mistake(row)
    refuse_future(on, by=by)
    setattr(row, field, on)
    row.full_clean()
    row = save_and_record(row, field, verb=verb, by=by, details={"on": on.isoformat()})
    _settle_terms(site)
    return row


def _locked(row: Row) -> Row:
    rows: Any = type(row)._default_manager
    fresh: Row = rows.lock(row)
    return fresh


def _subject(model: type[SiteRow]) -> str:
    return {
        SiteContract: "site_contract",
        SitePayment: "site_payment",
        SiteBill: "site_bill",
        SiteNotice: "site_notice",
    }[model]


def _stripped(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: fact.strip() if isinstance(fact, str) else fact for name, fact in facts.items()}


def _settle_terms(site: Site) -> None:
    """Writes to the site what its standing rows add up to. The caller has locked the site."""
    for name, value in terms_of(site).items():
        setattr(site, name, value)
    site.version += 1
    site.save(update_fields=[*TERMS, "version"])


def terms_of(site: Site) -> dict[str, Any]:
    """The columns of `TERMS` as the standing rows of the site say them."""
    contracts = SiteContract.objects.standing().filter(site=site)
    nights = under_contract(contracts.order_by().values_list("starts_on", "ends_on"))
    payments = SitePayment.objects.standing().filter(site=site)
    notices = SiteNotice.objects.standing().filter(site=site, withdrawn_on=None)
    return {
        "contract_starts_on": nights.starts_on,
        "contract_ends_on": nights.ends_on,
        "contract_gaps": [DateRange(first, back) for first, back in nights.gaps],
        "paid_until": payments.aggregate(day=Max("paid_until"))["day"],
        "must_leave_on": notices.aggregate(day=Min("leaves_on"))["day"],
    }
