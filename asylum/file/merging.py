"""Merging two records of one person: obstacles, and tasks about rows of both records that conflict."""

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
    """Yields an obstacle if both records have an open application, because a person has at most one."""
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
    """Yields an obstacle if both records have an open review or a running observation.

    A person has at most one of each. The sentence does not give the reason, which only legal officers may know.
    """
    for rows in (StandingReview.objects.open(), Observation.objects.running()):
        if rows.filter(individual=survivor).exists() and rows.filter(individual=merged).exists():
            yield Obstacle(
                _("A legal officer must look at both records first: ask one."),
                reverse("individual-detail", args=[merged.number]),
            )
            return


obstacles = (two_open_applications, two_open_reviews)


class LegalOfficerTask(MergeFollower):
    """Adds one task about rows of both records that only a legal officer can judge, and changes nothing else."""

    ask: str | Promise
    rule: RuleTask
    task: str | Promise
    moves: type[ApplicationStatusChange] | type[RenunciationStatusChange]

    def rows(self, people: list[Individual]) -> list[Any]:
        """Returns the rows of both records that conflict; empty without a conflict."""
        raise NotImplementedError

    def described(self, row: Any, by: User) -> tuple[str, str]:
        """Returns the row in words, and the URL of its page."""
        return f"{row.get_status_display()}, {short_date(row.status_on)}.", row.get_absolute_url()

    def latest_author(self, person: Individual) -> User | None:
        """Returns the colleague who made the latest step of such a row; the task goes to them."""
        steps = self.moves.objects.all()
        mover: User = steps.filter(**{f"{steps.subject}__individual": person}).latest("at").by
        return mover

    def decision(self, survivor: Individual, merged: Individual, by: User) -> MergeDecision | None:
        rows = self.rows([survivor, merged])
        if not rows:
            return None
        models: set[Any] = set(map(type, rows))
        keys = [row.pk for row in rows]
        visible_rows = [
            row for model in models for row in model.objects.visible_to(by).filter(pk__in=keys)
        ]
        described = [
            (row.individual.number, *self.described(row, by)) for row in rows if row in visible_rows
        ]
        return MergeDecision(
            str(self.ask), [FollowUp(f"{who}: {what}", url) for who, what, url in described]
        )

    def follow(self, survivor: Individual, *, by: User) -> None:
        author = self.latest_author(survivor)
        add_task_once(survivor, self.rule, str(self.task), by=by, assigned_to=author)

    def undo(self, person: Individual, *, by: User) -> None:
        """Closes the tasks that the merge added."""
        close_outdated_tasks(person, by=by)


def _is_of_both(rows: list[Any]) -> bool:
    return len({row.individual_id for row in rows}) > 1


class TwoStatements(LegalOfficerTask):
    """Statements or answers of the authority about the two records that differ."""

    ask = gettext_lazy(
        "The authority said different things about the renunciations of both records. A task asks a legal officer which word "
        "holds."
    )
    rule = RuleTask.TWO_WORDS
    task = gettext_lazy(
        "The authority said two things about one person: say which word holds: %(number)s"
    )

    def rows(self, people: list[Individual]) -> list[Any]:
        statements = _newest(RenunciationDemand.objects.standing(), people)
        papers = Renunciation.objects.filter(
            wording=Wording.PERMANENT, status__in=ANSWERS_OF_AUTHORITY
        )
        answers = _newest(papers.order_by("-status_on", "-recorded_at"), people)
        asks_differ = len({each.is_asked for each in statements}) > 1
        outcomes_differ = len({each.outcome for each in statements if each.outcome}) > 1
        differing = statements if asks_differ or outcomes_differ else []
        return [*differing, *(answers if len({paper.status for paper in answers}) > 1 else [])]

    def described(self, row: Any, by: User) -> tuple[str, str]:
        if isinstance(row, Renunciation):
            return super().described(row, by)
        asks = _("The authority asks") if row.is_asked else _("The authority does not ask")
        words = ", ".join(filter(None, [asks, row.get_outcome_display(), short_date(row.on)]))
        return f"{words}.", _file_of(row.individual, by)

    def latest_author(self, person: Individual) -> User | None:
        steps = RenunciationStatusChange.objects.filter(renunciation__individual=person)
        demands = RenunciationDemand.objects.filter(individual=person).select_related("recorded_by")
        authors = [(step.at, step.by) for step in steps.select_related("by").order_by("-at")[:1]]
        authors += [
            (row.recorded_at, row.recorded_by) for row in demands.order_by("-recorded_at")[:1]
        ]
        return max(authors, key=lambda each: each[0])[1] if authors else None


def _newest(rows: Any, people: list[Individual]) -> list[Any]:
    """Returns the first of these rows for each record."""
    firsts = (rows.filter(individual=each).select_related("individual").first() for each in people)
    return [row for row in firsts if row]


def _file_of(person: Individual, by: User) -> str:
    case = case_of(person, by.today())
    if case is None:
        return reverse("individual-detail", args=[person.number])
    return f"{reverse('case-part', args=[case.number, 'law'])}#renunciation"


class TwoPapers(LegalOfficerTask):
    """Signed papers of the same wording in both records: the person signed twice, or one was recorded twice."""

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

    def rows(self, people: list[Individual]) -> list[Any]:
        papers = Renunciation.objects.standing().filter(individual__in=people)
        rows = list(papers.select_related("individual").order_by("signed_on", "pk"))
        return [
            row
            for row in rows
            if _is_of_both([each for each in rows if each.wording == row.wording])
        ]

    def described(self, row: Any, by: User) -> tuple[str, str]:
        words = f"{row.get_status_display()}, {short_date(row.signed_on)}."
        return words, row.get_absolute_url()


class TwoClaims(LegalOfficerTask):
    """Claims of both records: only a legal officer knows which one is valid."""

    ask = gettext_lazy(
        "Both records have an asylum claim. A task asks a legal officer which one stands."
    )
    rule = RuleTask.TWO_CLAIMS
    moves = ApplicationStatusChange
    task = gettext_lazy("One person has two claims now: say which one stands: %(number)s")

    def rows(self, people: list[Individual]) -> list[Any]:
        claims = AsylumApplication.objects.made().filter(individual__in=people)
        rows = list(claims.select_related("individual"))
        return rows if _is_of_both(rows) else []


class TwoPermits(LegalOfficerTask):
    """Valid permits of both records: one may have replaced the other, or both may be valid."""

    ask = gettext_lazy(
        "Both records have a permit that holds today. A task asks a legal officer whether both hold."
    )
    rule = RuleTask.TWO_PERMITS
    task = gettext_lazy("One person has two permits now: say whether both hold: %(number)s")

    def rows(self, people: list[Individual]) -> list[Any]:
        today = people[0].office.today()
        permits = Permit.objects.held_on(today).filter(individual__in=people)
        rows = list(permits.select_related("individual__office"))
        return rows if _is_of_both(rows) else []

    def described(self, row: Any, by: User) -> tuple[str, str]:
        words = f"{row.get_type_display()} {row.number_tail}".strip()
        if row.valid_until is None:
            return f"{words}, {Validity.UNDATED.label}.", row.get_absolute_url()
        sentence = _("%(type)s until %(day)s") % {"type": words, "day": short_date(row.valid_until)}
        return f"{sentence}.", row.get_absolute_url()

    def latest_author(self, person: Individual) -> User | None:
        recorder: User = person.permits.latest("recorded_at").recorded_by
        return recorder


# In the order in which a legal officer decides: a claim depends on a renunciation, and a permit on a claim.
followers = (TwoStatements(), TwoPapers(), TwoClaims(), TwoPermits())
