"""Of the family of the north two things were handed in; one is screened, with a conclusion that waits for a second person."""

from accounts.models import User
from asylum.exclusion.actions import keep_paper, take_back_step, write_step
from asylum.exclusion.choices import Outcome, StepKind
from tests.asylum.exclusion.build import a_paper, a_screener, a_screening
from tests.casework.compartments.build import confide
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    # Who screens does so for the whole office.
    if by != cast.ana:
        return
    elvira, efrain = a_screener(cast), a_screener(cast, "Efraín")
    account = confide(family.people[0], by, "concern", text=f"Estuvo allí. {family.named}")
    confide(family.people[1], cast.carla, "concern", text=f"Es su tío. {family.named}")
    screening = a_screening(family.people[0], elvira, account=account, said=family.named)
    told = {"on": by.today(), "by": elvira}
    a_paper(screening, elvira, said=family.named, content=family.named.encode())
    # One that nobody has looked into yet.
    waiting = {"name": f"{family.named}.txt", "content": family.named.encode()}
    keep_paper(screening, said=family.named, **waiting, **told)
    lawyer = write_step(screening, kind=StepKind.LAWYER, said=family.named, **told)
    take_back_step(lawyer, said="Era otra", by=efrain)
    write_step(screening, kind=StepKind.REVIEWED, outcome=Outcome.UNDER_REVIEW, **told)
    write_step(
        screening,
        kind=StepKind.CONCLUDED,
        outcome=Outcome.EXCLUDED,
        said=family.named,
        on=by.today(),
        by=efrain,
    )
