"""Makes two files of one person with rows that a test asks for, and lists who reads which rows."""

import datetime
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from aid.models import Commitment
from asylum.claims.actions import lodge_application
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import PermitType
from asylum.permits.actions import record_permit
from asylum.procedure.models.application import AsylumApplication
from casework.bonds.actions import end_relationship, relate
from casework.bonds.choices import Bond
from casework.cases.actions import refer_to_legal
from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.models import Consent
from casework.documents.models import CaseDocument
from casework.exits.actions import record_exit
from casework.identity.actions.identity_documents import add_identity_document
from casework.interviews.actions import log_interview
from casework.interviews.choices import Visitor
from casework.interviews.models import OutsideInterview
from casework.needs.actions import record_need
from casework.needs.models import SpecificNeed
from casework.notes.actions import write_note
from casework.notes.models import Note
from casework.plan.actions import add_goal, add_step, draw_up_plan
from casework.plan.choices import PlanArea
from casework.plan.models import PlanGoal
from casework.referrals.actions import write_referral
from casework.referrals.choices import OutsideService
from casework.referrals.models import Referral
from casework.register.choices import BirthPrecision, Category, ExitType, Sex
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from casework.service.actions import record_service
from casework.service.models import ServiceRecord
from casework.tasks.actions import set_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from shelters.actions.placements import place
from shelters.models import Placement
from tests.aid.build import a_commitment, a_payer
from tests.asylum.build import sign
from tests.build import a_row, an_arrival, an_individual, people_of
from tests.casework.documents.build import filed
from tests.casework.identity.fill_person import a_code
from tests.cast import Cast
from tests.shelters.build import a_site

# Facts that a record may have or lack; the other record fills them.
KNOWN = {
    "birth": {"birth": Birth(BirthPrecision.DAY, datetime.date(1991, 4, 12), 1991)},
    "sex": {"sex": Sex.MALE},
    "alias": {"alias": "Lucero", "is_anonymous": True},
}
# Rows of which a person has only one: two of them are an obstacle to a merge.
ONCE = ("placed", "applied", "paper", "need", "referral", "exit")
ANSWERS = (ConsentStatus.ASKED, ConsentStatus.GIVEN, ConsentStatus.REFUSED)

hangs = st.fixed_dictionaries(
    {
        **dict.fromkeys(("notes", "files", "relatives"), st.integers(0, 2)),
        **dict.fromkeys(("documents", "permits", "services", "tasks", "goals"), st.integers(0, 1)),
        **dict.fromkeys(("of_all", "promised"), st.booleans()),
        "answers": st.dictionaries(
            st.sampled_from([Purpose.LEGAL_AID, Purpose.PHOTOS]), st.sampled_from(ANSWERS)
        ),
        "knows": st.sets(st.sampled_from(sorted(KNOWN))),
    }
)
# Which record has each row of ONCE. "Both" is rare, because the merge is refused then.
owners = st.fixed_dictionaries(
    dict.fromkeys(ONCE, st.sampled_from(["", "one", "other"])),
    optional={"both": st.sampled_from(ONCE)},
)
ties = st.sets(st.sampled_from(["interview", "were_brothers", "third"]))


def everything(**but: Any) -> dict[str, Any]:
    """Returns a plan with one row of each kind and all answers, except as `but` says."""
    counts = ("notes", "files", "documents", "permits", "services", "tasks", "goals")
    return {
        **dict.fromkeys(counts, 1),
        "relatives": 0,
        "of_all": True,
        "promised": True,
        "answers": {Purpose.LEGAL_AID: ConsentStatus.GIVEN},
        "knows": [],
        **but,
    }


def a_file(cast: Cast, what: dict[str, Any], once: set[str], mark: str) -> Individual:
    """Makes a person on file with the rows of the plan."""
    facts = {name: fact for known in what["knows"] for name, fact in KNOWN[known].items()}
    if "paper" in once:
        # A person of doubtful age needs no paper.
        facts.setdefault("birth", Birth(BirthPrecision.YEAR, None, 1985))
    family = [a_row("Yorman", f"Rodríguez {mark}", category=Category.FORMER_MEMBER, **facts)]
    family += [a_row(f"Pariente {at}", "Rodríguez") for at in range(what["relatives"])]
    case = an_arrival(cast, people=family)
    person = people_of(case)[0]
    _write_into(cast, case, person, what)
    for at in range(what["documents"]):
        add_identity_document(person, number=f"P-{mark}{at}5555", type="passport", by=cast.ana)
    for _at in range(what["services"]):
        record_service(person, unit=f"Comando {mark}", by=cast.ana)
    for purpose, status in what["answers"].items():
        record_consent(person, purpose=purpose, status=status, on=cast.ana.today(), by=cast.ana)
    if once & {"applied", "paper"} or what["permits"]:
        refer_to_legal(case, by=cast.ana)
    for _at in range(what["permits"]):
        told = {"issued_on": cast.ana.today(), "number": mark, "is_sure": True, "by": cast.lucia}
        record_permit(person, type=PermitType.SC2, **told)
    for name in ONCE:
        if name in once:
            _ONCE[name](cast, case, person)
    return person


def _write_into(cast: Cast, case: Case, person: Individual, what: dict[str, Any]) -> None:
    """Adds rows of the file, about the person and about the family."""
    today, about = cast.ana.today(), {"individual": person, "by": cast.ana}
    for at in range(what["notes"]):
        write_note(case, text=f"Nota {at}", **about)
    for at in range(what["files"]):
        filed(case, name="carta.txt", content=b"Carta", title=f"Carta {at}", **about)
    for _at in range(what["tasks"]):
        set_task(case, title="Llamar", due_on=today, **about)
    for _at in range(what["goals"]):
        later = today + datetime.timedelta(days=20)
        plan = draw_up_plan(case, next_on=later, by=cast.ana)
        wanted = {"need": "Dormir", "goal": "Duerme", "target_on": later}
        goal = add_goal(plan, area=PlanArea.HEALTH, **wanted, **about)
        add_step(goal, what="Pedir cita", due_on=later, by=cast.ana)
    if what["of_all"]:
        write_note(case, text="Sobre la familia.", by=cast.ana)
    if what["promised"]:
        a_commitment(person, by=cast.sonia)


def _place(cast: Cast, case: Case, person: Individual) -> None:
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, starts_on=cast.ana.today(), by=cast.sonia)


def _apply(cast: Cast, case: Case, person: Individual) -> None:
    told = {"on": cast.ana.today(), "statement": "Pide protección.", "by": cast.lucia}
    lodge_application(person, **told)


def _sign(cast: Cast, case: Case, person: Individual) -> None:
    sign(person, signed_on=cast.ana.today(), by=cast.lucia)


def _need(cast: Cast, case: Case, person: Individual) -> None:
    told = {"starts_on": cast.ana.today(), "source": "observed", "by": cast.ana}
    record_need(person, code=a_code("DS-PM"), **told)


def _refer(cast: Cast, case: Case, person: Individual) -> None:
    told = {"reason": "No duerme.", "organisation": a_payer(), "by": cast.ana}
    write_referral(case, people=[person], service=OutsideService.HEALTH, **told)


def _leave(cast: Cast, case: Case, person: Individual) -> None:
    """Records an exit, unless a family would lose its principal."""
    if case.members.count() == 1:
        record_exit(person, type=ExitType.ONWARD, on=cast.ana.today(), by=cast.ana)


_ONCE: dict[str, Callable[[Cast, Case, Individual], None]] = {
    "placed": _place,
    "applied": _apply,
    "paper": _sign,
    "need": _need,
    "referral": _refer,
    "exit": _leave,
}


def tie(cast: Cast, one: Individual, other: Individual, what: set[str]) -> None:
    """Adds rows that name both records."""
    today = cast.ana.today()
    if "interview" in what:
        told = {"visitor": Visitor.JOURNALIST, "visitor_name": "Diario", "purpose": "Una nota."}
        log_interview([one, other], on=today, by=cast.ana, **told)
    if "were_brothers" in what:
        bond = relate(one, other=other, kind=Bond.SIBLING, by=cast.ana)
        end_relationship(bond, ends_on=today, by=cast.ana)
    if "third" in what:
        third = an_individual(cast, given_names="Wilmer")
        for each in (one, other):
            relate(each, other=third, kind=Bond.SIBLING, by=cast.ana)


# Every kind of rows that pages show about a person, with the lookup path to the person.
READ: dict[Any, str] = {
    **dict.fromkeys((Note, CaseDocument, CaseTask, Exit, Referral, PlanGoal), "individual"),
    **dict.fromkeys((IdentityDocument, ServiceRecord, SpecificNeed, Consent), "individual"),
    **dict.fromkeys((Placement, AsylumApplication, Permit, Renunciation), "individual"),
    Commitment: "individual",
    OutsideInterview: "people__individual",
}


def readers(cast: Cast, people: list[Individual]) -> dict[tuple[Any, Any], set[str]]:
    """Returns the names of the readers of each row about these people or the families of their cases."""
    found: dict[tuple[Any, Any], set[str]] = {}
    cases = Case.objects.filter(members__individual__in=people)
    for name in ("ana", "carla", "lucia", "sonia"):
        for model, path in READ.items():
            seen = model._default_manager.visible_to(cast.users[name])
            rows = set(seen.filter(**{f"{path}__in": people}).values_list("pk", flat=True))
            if model is CaseTask:
                # The tasks that a merge set are settled by the undo.
                rows -= set(seen.filter(status=TaskStatus.NOT_NEEDED).values_list("pk", flat=True))
            if model is Note:
                rows |= set(
                    seen.filter(individual=None, case__in=cases).values_list("pk", flat=True)
                )
            for key in rows:
                found.setdefault((model, key), set()).add(name)
    return found
