"""Renunciations in what falls due, the timeline and extracts, and in the checks before a case closes or a person leaves."""

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
from asylum.renunciation.actions import add_claim_review_task
from asylum.rule_tasks.actions import close_outdated_tasks
from casework.corrections.slots import event_source_of_corrected_steps
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart, held_unless_withdrawn, rows_about
from casework.slots.obstacles import FollowUp, Obstacle, obstacle_in_panel
from casework.slots.timeline import Event, EventSource, TimelineSource, value_before


def renunciation_on_file(individual: Individual) -> list[str]:
    """Returns a sentence if a renunciation is on file that is neither withdrawn nor a mistake."""
    papers = Renunciation.objects.filter(individual=individual)
    not_valid = [RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
    if papers.exclude(status__in=not_valid).exists():
        return [_("A renunciation of military activity is on file: withdraw it first.")]
    return []


def update_claim_review_task(individual: Individual, by: User) -> None:
    """Adds a task to review the claim if the recorded service makes it doubtful; closes tasks without a reason."""
    add_claim_review_task(individual, by=by)
    close_outdated_tasks(individual, by=by)


def _papers(case: Case, user: User) -> Any:
    return Renunciation.objects.visible_to(user).in_timeline_of(case, user.today())


def _renunciation_moves(case: Case, user: User) -> Any:
    moves = RenunciationStatusChange.objects.standing()
    moves = moves.filter(renunciation__in=_papers(case, user))
    return moves.with_day().annotate(
        before=value_before(RenunciationStatusChange, "renunciation"),
        signature=F("renunciation__signature"),
        authority_name=Coalesce(
            NullIf(F("authority__short_name"), Value("")), F("authority__name")
        ),
    )


def _state_in_words(move: Any, status: str) -> str:
    """Returns the label of the state; a recorded paper that the person refused to sign is called a refusal."""
    is_refusal = move.signature == Signature.REFUSED and status == RenunciationStatus.RECORDED
    return str(Signature.REFUSED.label if is_refusal else RenunciationStatus(status).label)


def _move_event(move: Any) -> Event:
    old = _state_in_words(move, move.before) if move.before else ""
    sentence = _("The renunciation of %(whom)s went from %(old)s to %(new)s")
    return Event(
        move.day,
        _("Renunciation"),
        old=old,
        new=_state_in_words(move, move.status),
        told=_("Authority: %(name)s") % {"name": move.authority_name}
        if move.authority_name
        else "",
        sentence=sentence if old else _("Renunciation of %(whom)s: %(new)s"),
    )


def _demands(case: Case, user: User) -> Any:
    return RenunciationDemand.objects.standing().visible_to(user).in_timeline_of(case, user.today())


def _demand_event(demand: RenunciationDemand) -> Event:
    asks, asks_not = _("The authority asks"), _("The authority does not ask")
    return Event(
        demand.on,
        _("Renunciation"),
        new=asks if demand.is_asked else asks_not,
        sentence=_("Renunciation of %(whom)s: %(new)s"),
    )


timeline_source = TimelineSource(
    "renunciations",
    gettext_lazy("Renunciation of military activity"),
    Permission.RENUNCIATION_READ,
    (
        EventSource(
            _renunciation_moves,
            "on",
            _move_event,
            by="by",
            person="renunciation__individual",
            fields=("before", "day", "status", "signature", "authority_name"),
        ),
        event_source_of_corrected_steps(
            RenunciationStatusChange,
            gettext_lazy("Renunciation"),
            lambda case, user: RenunciationStatusChange.objects.filter(
                renunciation__in=_papers(case, user)
            ),
            lambda step: RenunciationStatus(step.status).label,
        ),
        EventSource(
            _demands,
            "on",
            _demand_event,
            by="recorded_by",
            person="individual",
            fields=("is_asked",),
        ),
    ),
)


renunciation_extract = ExtractPart(
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

renunciation_texts_extract = ExtractPart(
    Renunciation,
    gettext_lazy("What the renunciation says"),
    only=["statement", "verified_without_because"],
    permission=Permission.RENUNCIATION_CHANGE,
    author="",
)

renunciation_demand_extract = held_unless_withdrawn(
    RenunciationDemand,
    gettext_lazy("What the authority says about a renunciation"),
    ["reference", "remark"],
    permission=Permission.RENUNCIATION_CHANGE,
)

renunciations_held = (renunciation_extract, renunciation_texts_extract, renunciation_demand_extract)
renunciation_status_change_extract = ExtractPart(
    RenunciationStatusChange,
    gettext_lazy("How the renunciation went on"),
    ["remark"],
    first=["on", "status", "authority"],
    rows=rows_about(RenunciationStatusChange, "renunciation__individual"),
    permission=Permission.RENUNCIATION_CHANGE,
    author="by",
)


# A signed paper was submitted to the authority; a second person verifies it.
renunciations_to_verify = PersonDueSource(
    kind="renunciation_to_verify",
    title=gettext_lazy("Renunciation to verify"),
    permission=Permission.RENUNCIATION_VERIFY,
    about=Renunciation,
    date="status_on",
    rows_on=lambda today: with_case_followed(Renunciation.objects.awaiting_verification()),
    say=lambda paper: _("Renunciation to verify: %(number)s") % {"number": paper.individual.number},
    overdue=due.WARN,
    by="recorded_by",
    actions=(
        due.DueAction(
            gettext_lazy("Verify"), "renunciation-detail", Permission.RENUNCIATION_VERIFY
        ),
    ),
    shown_in_panel="dates",
)


def renunciations_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """Returns a line for each paper of the person that is neither verified nor withdrawn."""
    papers = Renunciation.objects.visible_to(user).filter(
        individual=individual, status__in=PENDING_RENUNCIATION
    )
    return [
        FollowUp(
            _("The renunciation of military activity: %(status)s.")
            % {"status": paper.status_tag[0]},
            paper.get_absolute_url(),
        )
        for paper in papers
    ]


def pending_renunciations(case: Case) -> list[Obstacle]:
    """Returns a sentence if renunciations of the family wait for verification."""
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
