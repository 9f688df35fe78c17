"""Merging two records of one person: obstacles, and tasks about rows that both records have."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from asylum.evidence.models import StandingReview
from asylum.measures.models import Observation
from asylum.papers.choices import ANSWERS_OF_AUTHORITY, Validity, Wording
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import (
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.rule_tasks.actions import add_task_once, close_outdated_tasks
from asylum.rule_tasks.choices import RuleTask
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.followers import MergeDecision, MergeFollower
from casework.slots.obstacles import FollowUp, Obstacle
from pages.dates import short_date


def two_open_applications(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A person has at most one open application."""
    open_ones = AsylumApplication.objects.open()
    if open_ones.filter(individual=survivor).exists():
        for application in open_ones.filter(individual=merged):
            yield Obstacle(
                _(
                    "Both records have an open asylum application: say of one first that it was archived, withdrawn, or recorded "
                    "by mistake."
                ),
                application.get_absolute_url(),
            )


def two_open_reviews(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A person has at most one open review and one observation. The message only says to ask a legal officer, not
    why."""
    for rows in (StandingReview.objects.open(), Observation.objects.running()):
        if rows.filter(individual=survivor).exists() and rows.filter(individual=merged).exists():
            yield Obstacle(
                _("A legal officer must look at both records first: ask one."),
                reverse("individual-detail", args=[merged.number]),
            )
            return


obstacles = (two_open_applications, two_open_reviews)


class LegalOfficerTask(MergeFollower):
    """Rows that both records have and only a legal officer can judge: adds one task, changes nothing."""

    ask: str | Promise
    rule: RuleTask
    task: str | Promise
    moves: type[ApplicationStatusChange] | type[RenunciationStatusChange]

    def rows(self, of: list[Individual]) -> list[Any]:
        """The rows of both records that conflict; empty without a conflict."""
        raise NotImplementedError

    def said(self, row: Any, by: User) -> tuple[str, str]:
        """The row in words, and its page."""
        return f"{row.get_status_display()}, {short_date(row.status_on)}.", row.get_absolute_url()

    def latest_author(self, person: Individual) -> User | None:
        """Who made the latest step of such a row."""
        steps = self.moves.objects.all()
        mover: User = steps.filter(**{f"{steps.subject}__individual": person}).latest("at").by
        return mover

    def decision(self, survivor: Individual, merged: Individual, by: User) -> MergeDecision | None:
        rows = self.rows([survivor, merged])
        if not rows:
            return None
        models: set[Any] = set(map(type, rows))
        keys = [row.pk for row in rows]
        seen = [row for model in models for row in model.objects.visible_to(by).filter(pk__in=keys)]
        named = [(row.individual.number, *self.said(row, by)) for row in rows if row in seen]
        return MergeDecision(
            str(self.ask), [FollowUp(f"{who}: {what}", url) for who, what, url in named]
        )

    def follow(self, survivor: Individual, *, by: User) -> None:
        doer = self.latest_author(survivor)
        add_task_once(survivor, self.rule, str(self.task), by=by, assigned_to=doer)

    def undo(self, person: Individual, *, by: User) -> None:
        """Closes the tasks that the merge added."""
        close_outdated_tasks(person, by=by)


def _of_each(rows: list[Any]) -> bool:
    return len({row.individual_id for row in rows}) > 1


class TwoStatements(LegalOfficerTask):
    """The authority stated different things about the two records."""

    ask = gettext_lazy(
        "The authority said different things about the renunciations of both records. A task asks a legal officer which word "
        "holds."
    )
    rule = RuleTask.TWO_WORDS
    task = gettext_lazy(
        "The authority said two things about one person: say which word holds: %(number)s"
    )

    def rows(self, of: list[Individual]) -> list[Any]:
        words = _newest(RenunciationDemand.objects.standing(), of)
        papers = Renunciation.objects.filter(
            wording=Wording.PERMANENT, status__in=ANSWERS_OF_AUTHORITY
        )
        acts = _newest(papers.order_by("-status_on", "-recorded_at"), of)
        is_otherwise = len({word.is_asked for word in words}) > 1
        is_somebody_else = len({word.outcome for word in words if word.outcome}) > 1
        found = words if is_otherwise or is_somebody_else else []
        return [*found, *(acts if len({paper.status for paper in acts}) > 1 else [])]

    def said(self, row: Any, by: User) -> tuple[str, str]:
        if isinstance(row, Renunciation):
            return super().said(row, by)
        asks = _("The authority asks") if row.is_asked else _("The authority does not ask")
        words = ", ".join(filter(None, [asks, row.get_outcome_display(), short_date(row.on)]))
        return f"{words}.", _file_of(row.individual, by)

    def latest_author(self, person: Individual) -> User | None:
        steps = RenunciationStatusChange.objects.filter(renunciation__individual=person)
        words = RenunciationDemand.objects.filter(individual=person).select_related("recorded_by")
        hands = [(step.at, step.by) for step in steps.select_related("by").order_by("-at")[:1]]
        hands += [
            (word.recorded_at, word.recorded_by) for word in words.order_by("-recorded_at")[:1]
        ]
        return max(hands, key=lambda hand: hand[0])[1] if hands else None


def _newest(rows: Any, of: list[Individual]) -> list[Any]:
    """The first of these rows for each record."""
    firsts = (rows.filter(individual=each).select_related("individual").first() for each in of)
    return [row for row in firsts if row]


def _file_of(person: Individual, by: User) -> str:
    case = case_of(person, by.today())
    if case is None:
        return reverse("individual-detail", args=[person.number])
    return f"{reverse('case-part', args=[case.number, 'law'])}#renunciation"


class TwoPapers(LegalOfficerTask):
    """Both records have a signed paper of the same wording: either both were signed, or one was recorded twice."""

    ask = gettext_lazy(
        "Both records have signed the same renunciation. A task asks a legal officer whether both papers stand, or whether "
        "they are one that was written down twice."
    )
    rule = RuleTask.TWO_PAPERS
    moves = RenunciationStatusChange
    task = gettext_lazy(
        "One person has two signed renunciations now: say whether both stand, and of one written down twice that it was "
        "recorded by mistake: %(number)s"
    )

    def rows(self, of: list[Individual]) -> list[Any]:
        papers = Renunciation.objects.standing().filter(individual__in=of)
        rows = list(papers.select_related("individual").order_by("signed_on", "pk"))
        return [
            row for row in rows if _of_each([each for each in rows if each.wording == row.wording])
        ]

    def said(self, row: Any, by: User) -> tuple[str, str]:
        words = f"{row.get_status_display()}, {short_date(row.signed_on)}."
        return words, row.get_absolute_url()


class TwoClaims(LegalOfficerTask):
    """One claim may be decided while the other is pending: only a legal officer knows which one is valid."""

    ask = gettext_lazy(
        "Both records have an asylum claim. A task asks a legal officer which one stands."
    )
    rule = RuleTask.TWO_CLAIMS
    moves = ApplicationStatusChange
    task = gettext_lazy("One person has two claims now: say which one stands: %(number)s")

    def rows(self, of: list[Individual]) -> list[Any]:
        claims = AsylumApplication.objects.made().filter(individual__in=of)
        rows = list(claims.select_related("individual"))
        return rows if _of_each(rows) else []


class TwoPermits(LegalOfficerTask):
    """Both records have a valid permit: one may have replaced the other, or both may be valid."""

    ask = gettext_lazy(
        "Both records have a permit that holds today. A task asks a legal officer whether both hold."
    )
    rule = RuleTask.TWO_PERMITS
    task = gettext_lazy("One person has two permits now: say whether both hold: %(number)s")

    def rows(self, of: list[Individual]) -> list[Any]:
        today = of[0].office.today()
        held = Permit.objects.held_on(today).filter(individual__in=of)
        rows = list(held.select_related("individual__office"))
        return rows if _of_each(rows) else []

    def said(self, row: Any, by: User) -> tuple[str, str]:
        words = f"{row.get_type_display()} {row.number_tail}".strip()
        if row.valid_until is None:
            return f"{words}, {Validity.UNDATED.label}.", row.get_absolute_url()
        said = _("%(type)s until %(day)s") % {"type": words, "day": short_date(row.valid_until)}
        return f"{said}.", row.get_absolute_url()

    def latest_author(self, person: Individual) -> User | None:
        recorder: User = person.permits.latest("recorded_at").recorded_by
        return recorder


# In the order of decisions: a renunciation may lead to a claim, and permits depend on a claim.
followers = (TwoStatements(), TwoPapers(), TwoClaims(), TwoPermits())
