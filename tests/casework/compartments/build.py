"""Who reads in confidence, and something written there."""

from accounts.models import User
from casework.compartments.actions import name_reader, write_account
from casework.compartments.models import AccountReader, SealedAccount
from casework.register.models.individual import Individual
from tests.cast import Cast


def a_reader(cast: Cast, reader: User) -> AccountReader:
    return name_reader(cast.cucuta, reader=reader, by=cast.sonia)


def confide(
    person: Individual, by: User, kind: str = "torture", text: str = "Lo contó todo"
) -> SealedAccount:
    """Written as staff would; found again as no writer could."""
    write_account(person, kind=kind, source="person", text=text, by=by)
    account: SealedAccount = SealedAccount.objects.latest("recorded_at")
    return account
