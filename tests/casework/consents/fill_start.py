"""Records notices and legal bases of each family, and leaves some open."""

from accounts.models import User
from casework.consents.actions import record_basis, record_telling
from casework.consents.start import LawfulStart
from reference.loading import load_texts
from reference.models import HouseText
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    load_texts()
    person, today = family.people[0], cast.cucuta.today()
    text = HouseText.objects.in_force("privacy-notice", on=today)["es"]
    told = LawfulStart(
        notice="told",
        notice_text=text,
        how="aloud",
        told_by=f"Leyó {family.named}",
        notice_note=f"Con miedo. {family.sealed}",
    )
    record_telling(family.case, people=[person], on=today, start=told, by=by)
    represented = LawfulStart(
        ground="represented",
        given="spoken",
        given_by=f"Su tía {family.named}",
        cannot_answer="unable",
        ground_note=f"No habla. {family.sealed}",
    )
    record_basis(family.case, people=[person], on=today, start=represented, by=by)
