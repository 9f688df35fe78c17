"""The family that is with legal aid was given a power of attorney, and signed another one."""

from accounts.models import User
from asylum.letters.actions import issue_letter, sign_letter
from asylum.letters.choices import LetterKind
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    person, power = family.people[0], {"kind": LetterKind.POWER, "language": "es", "by": cast.lucia}
    issue_letter(person, **power)
    sign_letter(
        issue_letter(person, **power), on=person.office.today(), signer="Quien firma", by=cast.lucia
    )
