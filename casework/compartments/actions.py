"""Writes and reads confidential accounts, and names their readers."""

import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, record, record_read, save_and_record
from accounts.models import Grant, Office, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.compartments.choices import COMPARTMENT_OF, AccountKind, Compartment, Handling
from casework.compartments.models import AccountHandling, AccountReader, SealedAccount
from casework.compartments.querysets import READ_WITH
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused

SCREENING_ROLES = [
    role for role, words in ROLES.items() if Permission.SCREENING_READ in words.permissions
]


@transaction.atomic
def write_account(individual: Individual, *, kind: str, source: str, text: str, by: User) -> None:
    """Stores the account for the readers of its compartment. Returns nothing, because the writer cannot open it again.

    Raises ActionRefused if no reader is named.
    """
    individual = lock_for(individual, Permission.COMPARTMENT_WRITE, by=by)
    compartment = COMPARTMENT_OF[AccountKind(kind)]
    if not has_reader(individual, compartment):
        raise ActionRefused(
            _(
                "Nobody is named to read this about this person, so it would lie unread."
                " Keep it to yourself and ask the supervisor to name somebody."
            ),
            field="kind",
        )
    account = SealedAccount(
        key_id=individual.key_id,
        office_id=individual.office_id,
        individual=individual,
        compartment=compartment,
        written_on=by.today(),
        kind=AccountKind(kind).value,
        source=source,
        text=text.strip(),
        recorded_by=by,
    )
    account.save(force_insert=True)
    AccountHandling.objects.create(account=account, what=Handling.WRITTEN, by=by)
    if compartment == Compartment.PROTECTION:
        # The event names neither case nor person, because users who must not know about the account read the log.
        record("compartment.written", by=by)


def has_reader(individual: Individual, compartment: str) -> bool:
    """Returns whether anybody may read accounts about this person in the compartment, also if the case is restricted."""
    today = individual.office.today()
    if compartment == Compartment.EXCLUSION:
        readers = Grant.objects.in_force(today).filter(
            office=individual.office_id, role__in=SCREENING_ROLES
        )
        reader_keys = readers.values("user")
    else:
        namings = AccountReader.objects.in_force(today).filter(
            office=individual.office_id, compartment=compartment
        )
        reader_keys = namings.values("reader")
    staff = User.objects.filter(pk__in=reader_keys, is_active=True)
    return any(SealedAccount.objects.is_reader(each, individual, compartment) for each in staff)


@transaction.atomic
def read_account(account: SealedAccount, *, by: User) -> SealedAccount:
    """Records the view, which other readers see, and returns the account. Raises NotAllowed."""
    require(by, READ_WITH[account.compartment], about=account)
    AccountHandling.objects.create(account=account, what=Handling.READ, by=by)
    if account.compartment == Compartment.PROTECTION:
        record_read("compartment.read", by=by)
    return account


@transaction.atomic
def name_reader(
    office: Office,
    *,
    reader: User,
    by: User,
    until: datetime.date | None = None,
) -> AccountReader:
    """Lets a colleague of the office read accounts that protect survivors, until a day. Nobody names themselves.

    Readers on exclusion hold a role instead, which two other people give.
    """
    office = Office.objects.lock(office)
    if office.pk not in by.office_ids(Permission.COMPARTMENT_NAME):
        require(by, Permission.COMPARTMENT_NAME, about=office)
        raise ActionRefused(_("This is another office."), field="reader")
    if reader.pk == by.pk:
        raise ActionRefused(_("Nobody names themselves: ask another supervisor."), field="reader")
    if office.pk not in reader.office_ids(Permission.COMPARTMENT_READ):
        raise ActionRefused(_("This colleague has no role for it at the office."), field="reader")
    if until and until <= by.today():
        raise ActionRefused(_("This day must lie in the future."), field="until")
    standing = AccountReader.objects.in_force(by.today()).filter(compartment=Compartment.PROTECTION)
    if standing.filter(office=office, reader=reader).exists():
        raise ActionRefused(_("This colleague is named already."), field="reader")
    naming = AccountReader(
        office=office,
        compartment=Compartment.PROTECTION,
        reader=reader,
        starts_on=by.today(),
        ends_on=until,
        named_by=by,
    )
    details = {"user": str(reader.pk), "compartment": naming.compartment}
    return add_and_record(naming, "compartment.reader_named", by=by, details=details)


@transaction.atomic
def end_reader(naming: AccountReader, *, by: User) -> AccountReader:
    """Ends the access of this reader at once. Raises ActionRefused for the last reader: somebody must be able to read."""
    naming = lock_for(naming, Permission.COMPARTMENT_NAME, by=by)
    if not AccountReader.objects.filter(
        Q(ends_on=None) | Q(ends_on__gt=by.today()), pk=naming.pk
    ).exists():
        raise ActionRefused(_("This has ended already."))
    others = AccountReader.objects.in_force(by.today()).exclude(reader=naming.reader)
    if not others.filter(
        office=naming.office, compartment=naming.compartment, reader__is_active=True
    ).exists():
        raise ActionRefused(_("Nobody else reads it at this office: name another colleague first."))
    naming.ends_on = max(by.today(), naming.starts_on)
    details = {"user": str(naming.reader_id), "compartment": naming.compartment}
    return save_and_record(
        naming, "ends_on", verb="compartment.reader_ended", by=by, details=details
    )
