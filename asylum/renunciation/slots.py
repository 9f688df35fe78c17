"""Renunciations as due items, in the timeline and in extracts; and what they say when a case closes or a person leaves."""

from typing import Any

from django.db.models import F, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.choices import PENDING_RENUNCIATION, RenunciationStatus, Signature
from asylum.papers.models.renunciation import (
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.people.querysets import with_case_followed
from asylum.renunciation.actions import have_claim_reviewed
from asylum.rule_tasks.actions import let_tasks_fall
from casework.corrections.slots import steps_put_right
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.due import OfPerson
from casework.slots.extract import Held, held_unless_withdrawn, of_person
from casework.slots.obstacles import FollowUp, Obstacle, obstacle_in_panel
from casework.slots.timeline import Event, Happening, TimelineSource, value_before


def renunciation_on_file(individual: Individual) -> list[str]:
    """A sentence if a renunciation was recorded and not withdrawn, whatever the authority answered."""
    papers = Renunciation.objects.filter(individual=individual)
    taken_back = [RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
    if papers.exclude(status__in=taken_back).exists():
        return [_("A renunciation of military activity is on file: withdraw it first.")]
    return []


def review_the_claim(individual: Individual, by: User) -> None:
    """Adds one task if a claim went on before the service was on file; closes it if the service is withdrawn."""
    have_claim_reviewed(individual, by=by)
    let_tasks_fall(individual, by=by)


def _papers(case: Case, user: User) -> Any:
    return Renunciation.objects.visible_to(user).told_in(case, user.today())


def _renunciation_moves(case: Case, user: User) -> Any:
    moves = RenunciationStatusChange.objects.standing()
    moves = moves.filter(renunciation__in=_papers(case, user))
    return moves.with_day().annotate(
        before=value_before(RenunciationStatusChange, "renunciation"),
        signature=F("renunciation__signature"),
        named=Coalesce(NullIf(F("authority__short_name"), Value("")), F("authority__name")),
    )


def _stood(move: Any, status: str) -> str:
    """The recorded paper of somebody who refused is shown as a refusal."""
    is_refusal = move.signature == Signature.REFUSED and status == RenunciationStatus.RECORDED
    return str(Signature.REFUSED.label if is_refusal else RenunciationStatus(status).label)


def _renunciation(move: Any) -> Event:
    old = _stood(move, move.before) if move.before else ""
    said = _("The renunciation of %(whom)s went from %(old)s to %(new)s")
    return Event(
        move.day,
        _("Renunciation"),
        old=old,
        new=_stood(move, move.status),
        told=_("Authority: %(name)s") % {"name": move.named} if move.named else "",
        sentence=said if old else _("Renunciation of %(whom)s: %(new)s"),
    )


def _demands(case: Case, user: User) -> Any:
    return RenunciationDemand.objects.standing().visible_to(user).told_in(case, user.today())


def _demand(demand: RenunciationDemand) -> Event:
    asks, asks_not = _("The authority asks"), _("The authority does not ask")
    return Event(
        demand.on,
        _("Renunciation"),
        new=asks if demand.is_asked else asks_not,
        sentence=_("Renunciation of %(whom)s: %(new)s"),
    )


happened = TimelineSource(
    "renunciations",
    gettext_lazy("Renunciation of military activity"),
    Permission.RENUNCIATION_READ,
    (
        Happening(
            _renunciation_moves,
            "on",
            _renunciation,
            by="by",
            person="renunciation__individual",
            reads=("before", "day", "status", "signature", "named"),
        ),
        steps_put_right(
            RenunciationStatusChange,
            gettext_lazy("Renunciation"),
            lambda case, user: RenunciationStatusChange.objects.filter(
                renunciation__in=_papers(case, user)
            ),
            lambda step: RenunciationStatus(step.status).label,
        ),
        Happening(
            _demands, "on", _demand, by="recorded_by", person="individual", reads=("is_asked",)
        ),
    ),
)


renunciation_held = Held(
    Renunciation,
    gettext_lazy("Renunciation of military activity"),
    ["template_version", "reference"],
    {"witness": gettext_lazy("Witnesses of a renunciation: they are third persons.")},
    first=[
        "wording",
        "language",
        "had_interpreter",
        "are_consequences_explained",
        "signature",
        "signed_on",
        "municipality",
        "authority",
        "is_copy_given",
        "status",
        "status_on",
        "verified_on",
        "accepted_by",
    ],
    permission=Permission.RENUNCIATION_READ,
)

renunciation_texts_held = Held(
    Renunciation,
    gettext_lazy("What the renunciation says"),
    only=["statement", "verified_without_because"],
    permission=Permission.RENUNCIATION_CHANGE,
    author="",
)

renunciation_demand_held = held_unless_withdrawn(
    RenunciationDemand,
    gettext_lazy("What the authority says about a renunciation"),
    ["reference", "remark"],
    permission=Permission.RENUNCIATION_CHANGE,
)

renunciations_held = (renunciation_held, renunciation_texts_held, renunciation_demand_held)
renunciation_status_change_held = Held(
    RenunciationStatusChange,
    gettext_lazy("How the renunciation went on"),
    ["remark"],
    first=["on", "status", "authority"],
    rows=of_person(RenunciationStatusChange, "renunciation__individual"),
    permission=Permission.RENUNCIATION_CHANGE,
    author="by",
)


# A signed paper was submitted to the authority; a second person verifies it.
renunciations_to_verify = OfPerson(
    kind="renunciation_to_verify",
    title=gettext_lazy("Renunciation to verify"),
    permission=Permission.RENUNCIATION_VERIFY,
    about=Renunciation,
    date="status_on",
    rows_on=lambda today: with_case_followed(Renunciation.objects.awaiting_verification()),
    say=lambda paper: _("Renunciation to verify: %(number)s") % {"number": paper.individual.number},
    overdue=due.WARN,
    by="recorded_by",
    ways=(due.Way(gettext_lazy("Verify"), "renunciation-detail", Permission.RENUNCIATION_VERIFY),),
    said_by="dates",
)


def renunciations_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """A declaration that is neither verified nor withdrawn waits for a person who has left."""
    waiting = Renunciation.objects.visible_to(user).filter(
        individual=individual, status__in=PENDING_RENUNCIATION
    )
    return [
        FollowUp(
            _("The renunciation of military activity: %(status)s.")
            % {"status": paper.status_tag[0]},
            paper.get_absolute_url(),
        )
        for paper in waiting
    ]


def pending_renunciations(case: Case) -> list[Obstacle]:
    """A sentence while renunciations of the family wait for verification."""
    papers = Renunciation.objects.followed_in(case, case.office.today())
    count = papers.awaiting_verification().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d renunciation waits for verification.",
        "%(count)d renunciations wait for verification.",
        count,
    )
    return obstacle_in_panel(case, "law", "renunciation", sentence % {"count": count})


VERBS: dict[str, str | Promise] = {
    "renunciation.corrected": gettext_lazy("corrected a renunciation"),
    "renunciation.demanded": gettext_lazy("recorded whether the authority asks for a renunciation"),
    "renunciation.listed": gettext_lazy("looked at the list of renunciations"),
    "renunciation.mistaken": gettext_lazy("took back a renunciation that was recorded by mistake"),
    "renunciation.not_yet": gettext_lazy("postponed the verification of a renunciation"),
    "renunciation.read": gettext_lazy("opened a renunciation"),
    "renunciation.recorded": gettext_lazy("recorded a renunciation"),
    "renunciation.refused": gettext_lazy("refused a renunciation"),
    "renunciation.step_corrected": gettext_lazy("corrected the day of a step of a renunciation"),
    "renunciation.submitted": gettext_lazy("handed a renunciation to the authority"),
    "renunciation.verified": gettext_lazy("verified a renunciation"),
    "renunciation.withdrawn": gettext_lazy("withdrew a renunciation"),
}
